import { describe, expect, test } from "vitest";
import { countKinds, type Lead } from "../../../src/features/review/filter";
import {
	batchTargets,
	indexOfPosition,
	positionAfterDecision,
	stepIndex,
} from "../../../src/features/review/listPosition";
import { arrangeInbox, type Line, type Listing, rowsOf } from "../../../src/features/review/queue";
import { expectedAccepted } from "../../../src/features/review/ranking";
import type { WaitingFact } from "../../../src/ipc/reviewQueries";

const listing: Listing = {
	text: "",
	inputId: "",
	shown: "all",
	reason: "",
	by: "speaker",
	order: "score",
	toggledFolds: new Set(),
	sought: null,
};

function row(n: number, more: Partial<WaitingFact> = {}): WaitingFact {
	const of = { status: "proposed", needsReview: false, sourceKind: "agent", key: "note", keyLabel: "Note" } as const;
	const at = { inputId: "one", inputLabel: "I-1", quoted: true, conflict: null, heading: null };
	const told = { mayContradict: false, speaker: null };
	return {
		id: `f${n}`,
		stamp: 0,
		label: `F-${n}`,
		text: `Said ${n}`,
		score: 0,
		reasons: [],
		...of,
		...at,
		...told,
		...more,
	};
}

const many = (count: number, more: (n: number) => Partial<WaitingFact> = () => ({})) =>
	Array.from({ length: count }, (_, at) => row(at + 1, more(at + 1)));
const conflict = (n: number, key: string): WaitingFact => row(n, { status: "conflict", key, conflict: `${key} ` });

/** A list in a few words a line. */
const describeLines = (lines: readonly Line[]) =>
	lines.map((line) => {
		if (line.kind === "fact") return line.rows.map(({ label }) => label).join("+");
		if (line.kind === "more") return `${line.count} more`;
		if (line.kind === "lead") return `→ ${line.lead.label}`;
		return `${line.open ? "▾" : "▸"} ${line.sample?.speaker ?? line.by} ${line.count}`;
	});
const listed = (rows: readonly WaitingFact[], how: Partial<Listing> = {}, leads: readonly Lead[] = []) =>
	describeLines(arrangeInbox(rows, leads, { ...listing, ...how }).lines);

describe("the list", () => {
	test("has the best twenty first, and the rest folded, the largest fold first and what has nothing in common last", () => {
		const speakers = ["Ada", "Ben", "Ben", null];
		const rows = many(60, (n) => ({ speaker: n > 20 ? (speakers[n % 4] ?? null) : null }));
		const lines = listed(rows);
		expect(lines.slice(0, 4)).toEqual(["F-1", "F-2", "F-3", "F-4"]);
		expect(lines.slice(20)).toEqual(["40 more", "▸ Ben 20", "▸ Ada 10", "▸ speaker 10"]);
	});

	test("is in the host's order, in which conflicts and the Inputs have their turn", () => {
		expect(listed([row(2), conflict(3, "height"), row(1)])).toEqual(["F-2", "F-3", "F-1"]);
	});

	test("has the values of one key in one line, as far as they are decided on one screen", () => {
		expect(listed([conflict(1, "height"), conflict(2, "width"), conflict(3, "height")])).toEqual(["F-1+F-3", "F-2"]);
		const dozen = Array.from({ length: 12 }, (_, at) => conflict(at + 1, "height"));
		expect(listed(dozen)).toHaveLength(12);
		expect(listed(dozen.slice(1))).toHaveLength(1);
	});

	test("folds the facts that are unlikely to be kept, last, unless they are sought or nothing is ranked", () => {
		const rows = many(4, (n) => ({ score: 10 * n, isUnlikely: n < 3 })).toReversed();
		expect(listed(rows)).toEqual(["F-4", "F-3", "▸ unlikely 2"]);
		expect(listed(rows, { toggledFolds: new Set(["unlikely"]) })).toEqual(["F-4", "F-3", "▾ unlikely 2", "F-2", "F-1"]);
		expect(listed(rows, { sought: "f1" })).toHaveLength(5);
		expect(listed(rows, { text: "said 1" })).toEqual(["F-1"]);
		expect(listed(rows, { order: "place" })).toEqual(["F-1", "F-2", "F-3", "F-4"]);
	});

	test("is by what was found alone where that is asked for", () => {
		const rows = [row(4, { score: 46, learned: 90 }), row(1, { score: 49 }), row(2, { score: 48 })];
		expect(listed(rows)).toEqual(["F-4", "F-1", "F-2"]);
		expect(listed(rows, { order: "found" })).toEqual(["F-1", "F-2", "F-4"]);
	});

	test("counts what waits of each kind as its filter shows it", () => {
		const rows = [row(1), row(2), conflict(3, "height"), row(4, { status: "accepted" })];
		const counts = countKinds(rows, [], listing);
		expect(counts).toEqual({ all: 4, new: 2, conflict: 1, doubt: 0, recheck: 1, suggestion: 0 });
		expect(countKinds(rows, [], { ...listing, text: "said 1" }).all, "of what is sought").toBe(1);
	});

	test("tells how many are likely to be kept, once decisions tell", () => {
		expect(expectedAccepted(many(4))).toBeNull();
		expect(expectedAccepted(many(4, (n) => ({ score: 0, learned: n * 30 })))).toBe(3);
	});

	test("is folded by what tells them apart, until somebody chooses", () => {
		const by = (more: (n: number) => Partial<WaitingFact>) =>
			arrangeInbox(many(30, more), [], { ...listing, by: null }).by;
		expect(by((n) => ({ speaker: `Speaker ${n % 2}`, inputId: `${n % 2}` }))).toBe("speaker");
		expect(by((n) => ({ heading: `Heading ${n % 2}` }))).toBe("topic");
		expect(by((n) => ({ speaker: "Ada", inputId: `${n % 2}` }))).toBe("input");
		const few = (n: number) => ({ speaker: n < 9 ? `Speaker ${n}` : null, inputId: `${n % 2}` });
		expect(by(few), "most have no speaker").toBe("input");
		expect(by(() => ({}))).toBe("reason");
		const speakers = many(30, (n) => ({ speaker: `Speaker ${n % 2}` }));
		expect(arrangeInbox(speakers, [], { ...listing, by: null, text: "nowhere" }).by, "a filter is no choice").toBe(
			"speaker",
		);
	});

	test("opens a fold that is turned, and the one that holds what is sought", () => {
		const rows = many(24, (n) => ({ speaker: n % 2 === 0 ? "Ada" : "Ben" }));
		const closed = ["4 more", "▸ Ben 2", "▸ Ada 2"];
		expect(listed(rows).slice(20)).toEqual(closed);
		expect(listed(rows, { toggledFolds: new Set(["speaker Ada"]) }).slice(22)).toEqual(["▾ Ada 2", "F-22", "F-24"]);
		expect(listed(rows, { sought: "f23" }).slice(21, 24)).toEqual(["▾ Ben 2", "F-21", "F-23"]);
	});

	test.each<[string, Partial<Listing>, string[]]>([
		["words of the text", { text: "said 2" }, ["F-2"]],
		["a label", { text: "f-3" }, ["F-3"]],
		["a speaker", { text: "ada" }, ["F-2"]],
		["an Input", { inputId: "two" }, ["F-3"]],
		["a reason", { reason: "figure" }, ["F-1"]],
		["new ones", { shown: "new" }, ["F-1", "F-2"]],
		["conflicts", { shown: "conflict" }, ["F-3"]],
		["what may be one", { shown: "doubt" }, ["F-2"]],
		["what was accepted once", { shown: "recheck" }, ["▾ recheck 1", "→ N-1"]],
		["suggestions of reports", { shown: "suggestion" }, ["▾ suggestion 1", "→ O-1"]],
	])("is narrowed to %s", (_, how, expected) => {
		const rows = [
			row(1, { reasons: ["figure"] }),
			row(2, { speaker: "Ada", mayContradict: true }),
			{ ...conflict(3, "height"), inputId: "two" },
		];
		const lead = { text: "It fits", status: null, report: null };
		const leads: Lead[] = [
			{ id: "N-1", of: "recheck", label: "N-1", ...lead },
			{ id: "s", of: "suggestion", label: "O-1", ...lead },
		];
		expect(listed(rows, how, leads)).toEqual(expected);
	});

	test("orders and folds ten thousand within a frame's reach", () => {
		const rows = many(10_000, (n) => ({ score: (n * 7) % 101, speaker: `Speaker ${n % 40}` }));
		const { lines, facts } = arrangeInbox(rows, [], listing);
		expect([lines.length, facts.length]).toEqual([61, 10_000]);
	});
});

describe("where the analyst is", () => {
	const rows = many(30, (n) => ({ speaker: n % 2 === 0 ? "Ada" : "Ben" }));
	const inbox = arrangeInbox(rows, [], listing);
	const { lines } = inbox;
	const after = (decided: string[]) =>
		arrangeInbox(
			rows.filter(({ id }) => !decided.includes(id)),
			[],
			listing,
		).lines;
	const labelAfter = (at: number, decided: string[]) => {
		const next = after(decided);
		return describeLines(next)[indexOfPosition(next, positionAfterDecision(lines, at, new Set(decided)))];
	};

	test("goes on to the next after a decision, whatever moves up from below", () => {
		expect(labelAfter(0, ["f1"])).toBe("F-2");
		expect(labelAfter(19, ["f20"]), "the last of the first twenty").toBe("F-21");
		expect(labelAfter(6, ["f1", "f2", "f7"]), "ticked ones above it go too").toBe("F-8");
		expect(labelAfter(6, ["f1", "f2"]), "what was not decided stays").toBe("F-7");
	});

	test("a fold that was decided makes room for the next", () => {
		expect(describeLines(lines).slice(20)).toEqual(["10 more", "▸ Ben 5", "▸ Ada 5"]);
		const ben = rowsOf(batchTargets(inbox, 21, new Set())).map(({ id }) => id);
		expect(ben).toEqual(["f21", "f23", "f25", "f27", "f29"]);
		expect(labelAfter(21, ben)).toBe("▸ Ada 5");
	});

	test("follows another version of what is looked at", () => {
		const next = arrangeInbox([row(1), row(2, { id: "second" })], [], listing).lines;
		expect(indexOfPosition(next, { id: "f2", label: "F-2", index: 0 })).toBe(1);
	});

	test("steps over the heading, and the ends hold", () => {
		expect(stepIndex(lines, 19, 1)).toBe(21);
		expect(stepIndex(lines, 21, -1)).toBe(19);
		expect(stepIndex(lines, 0, -1)).toBe(0);
		expect(stepIndex(lines, 22, 1)).toBe(22);
	});

	test("nothing is meant in an empty list", () => {
		expect(indexOfPosition([], { id: "f1", label: "F-1", index: 3 })).toBe(-1);
	});
});

describe("what a key for many is for", () => {
	const inbox = arrangeInbox(many(24), [], { ...listing, toggledFolds: new Set(["speaker null"]) });

	test("what is ticked, wherever it stands", () => {
		expect(rowsOf(batchTargets(inbox, 21, new Set(["f3", "f24"]))).map(({ label }) => label)).toEqual(["F-3", "F-24"]);
	});

	test("else the fold that is looked at, or that holds it; the first twenty are no group", () => {
		expect(batchTargets(inbox, 0, new Set())).toEqual([]);
		expect(batchTargets(inbox, 21, new Set()), "the fold").toHaveLength(4);
	});
});
