import { expect, test } from "vitest";
import { toneOf } from "../../../src/components/factTone.ts";
import { limitTrace } from "../../../src/features/pipeline/traceTree.ts";
import type { TraceNode } from "../../../src/ipc/bindings.ts";
import { queriesOf, usePipeline } from "../../../src/shared/cards/state.ts";
import { markOfCard, statusWord } from "../../../src/shared/cards/status.ts";

const node = (label: string, ...children: TraceNode[]): TraceNode => ({
	label,
	kind: "fact",
	text: "",
	status: "draft",
	quote: null,
	again: [],
	repeated: false,
	children,
});
const describeTree = ({ label, children }: TraceNode): string =>
	children.length === 0 ? label : `${label}(${children.map(describeTree).join(" ")})`;

const chain = node("O-1", node("R-1", node("N-1", node("F-1"), node("F-2"))), node("R-2", node("N-2")));

test.each([
	[100, "O-1(R-1(N-1(F-1 F-2)) R-2(N-2))", 0, "a short chain is whole"],
	[5, "O-1(R-1(N-1) R-2(N-2))", 2, "of a long one the nearest are kept"],
	[2, "O-1(R-1)", 5, "however long it is"],
])("at most %s of a chain: %s, %s left out (%s)", (most, shape, left, rule) => {
	const short = limitTrace(chain, most);
	expect(describeTree(short.root), rule).toBe(shape);
	expect(short.left, rule).toBe(left);
});

test("words for all columns and for one are looked for together", () => {
	const plain = { search: "", statuses: [], sort: "manual" as const, orphans: false, undecided: true, byRules: true };
	const filters = {
		input: plain,
		fact: { ...plain, search: "wide" },
		insight: plain,
		recommendation: plain,
		output: plain,
	};
	const queries = queriesOf({ search: "backdrop", archived: false, filters });
	expect(queries.map(({ kind, search }) => [kind, search])).toEqual([
		["input", "backdrop"],
		["fact", "backdrop wide"],
		["insight", "backdrop"],
		["recommendation", "backdrop"],
		["output", "backdrop"],
	]);
});

test("the map folds what waits and what the rules accepted, until something is looked for", () => {
	const { filters } = usePipeline.getState();
	const folds = (search: string) =>
		queriesOf({ search, archived: false, filters }).map((query) => query.hidesUndecided && query.foldsByRules);
	expect(folds("")).toEqual([false, true, false, false, false]);
	expect(folds("wide")).toEqual([false, false, false, false, false]);
});

test("a fact that the rules accepted has a mark and a word of its own, unless it is to be looked at again", () => {
	const fact = { status: "validated", factStatus: "accepted", acceptedBy: "rules" } as const;
	expect(markOfCard(fact)).toEqual({ sign: "(✓)", tone: "rules" });
	expect(statusWord("fact", fact.status, fact.factStatus, fact.acceptedBy)).toBe("facts.byRules");
	expect(markOfCard({ ...fact, acceptedBy: "analyst" })).toEqual({ sign: "✓", tone: "accepted" });
	expect(markOfCard({ ...fact, status: "needs_review" }).tone).toBe("review");
	expect(toneOf({ status: "accepted", needsReview: false, acceptedBy: "rules" })).toBe("rules");
	expect(toneOf({ status: "accepted", needsReview: true, acceptedBy: "rules" })).toBe("review");
	expect(toneOf({ status: "accepted", needsReview: false, acceptedBy: null })).toBe("accepted");
});
