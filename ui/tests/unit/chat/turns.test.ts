import { describe, expect, test } from "vitest";
import { entriesOf } from "../../../src/features/chat/turns/entries.ts";
import { withTurn } from "../../../src/features/chat/turns/stored.ts";
import { applyEvent, newTurn, type Replaces } from "../../../src/features/chat/turns/turn.ts";
import type { ChatMessage } from "../../../src/ipc/bindings.ts";

const message = (id: string): ChatMessage => ({
	id,
	conversation: "c",
	role: id.startsWith("q") ? "user" : "assistant",
	state: "done",
	text: id,
	blocks: [],
	references: [],
	items: [],
	cards: [],
	error: null,
	model: null,
	createdAt: 0,
	requests: 0,
	undoable: false,
	grounding: null,
});
const stored = ["q1", "a1", "q2", "a2"].map(message);
const turn = (replaces: Replaces) => newTurn("t", { text: "why", mentions: [] }, replaces);
const begun = (replaces: Replaces) =>
	applyEvent(turn(replaces), { type: "begun", user: message("q3"), assistant: "a3" });
const keys = (entries: { key: string }[]) => entries.map(({ key }) => key);

describe("what the list shows while a turn runs", () => {
	test.each<[Replaces, string[], string[], string]>([
		[
			{ kind: "nothing" },
			["q1", "a1", "q2", "a2", "question t", "answer t"],
			["q1", "a1", "q2", "a2", "q3", "a3"],
			"at the end",
		],
		[{ kind: "answer", id: "a2" }, ["q1", "a1", "q2", "answer t"], ["q1", "a1", "q2", "q3", "a3"], "for an answer"],
		[{ kind: "from", id: "q1" }, ["question t", "answer t"], ["q3", "a3"], "for a message and all after it"],
	])("%o: %s, then %s", (replaces, before, after, rule) => {
		expect(keys(entriesOf(stored, turn(replaces).head)), rule).toEqual(before);
		expect(keys(entriesOf(stored, begun(replaces).head)), rule).toEqual(after);
	});

	test("a message that the host already tells of is not shown twice", () => {
		const withStored = [...stored, message("q3"), message("a3")];
		expect(keys(entriesOf(withStored, begun({ kind: "nothing" }).head))).toEqual(["q1", "a1", "q2", "a2", "q3", "a3"]);
	});

	test("without a turn it is what is stored", () => {
		expect(keys(entriesOf(stored, null))).toEqual(["q1", "a1", "q2", "a2"]);
	});
});

test("a token leaves the head of the turn alone, so that the list is not drawn again", () => {
	const before = begun({ kind: "nothing" });
	const after = applyEvent(before, { type: "token", from: 0, grown: null, blocks: [{ kind: "rule" }] });
	expect(after.head).toBe(before.head);
	expect(after.groups.flat()).toEqual([{ kind: "rule" }]);
});

describe("a turn that has ended, among pages that come newest first", () => {
	const pages = [
		{ messages: ["q2", "a2"].map(message), more: true, total: 4, summaries: [] },
		{ messages: ["q1", "a1"].map(message), more: false, total: 4, summaries: [] },
	];
	const ended = ["q3", "a3"].map(message);
	test.each<[Replaces, string[][], string]>([
		[
			{ kind: "nothing" },
			[
				["q2", "a2", "q3", "a3"],
				["q1", "a1"],
			],
			"is added to the newest",
		],
		[
			{ kind: "answer", id: "a2" },
			[
				["q2", "q3", "a3"],
				["q1", "a1"],
			],
			"takes the place of an answer",
		],
		[{ kind: "from", id: "a1" }, [["q3", "a3"], ["q1"]], "takes the place of all from a message in an older page on"],
		[
			{ kind: "from", id: "q2" },
			[
				["q3", "a3"],
				["q1", "a1"],
			],
			"takes the place of all from a message on",
		],
		[
			{ kind: "from", id: "x" },
			[
				["q2", "a2", "q3", "a3"],
				["q1", "a1"],
			],
			"leaves what it does not know",
		],
	])("%o: %s (%s)", (replaces, expected, rule) => {
		const after = withTurn(pages, replaces, ended);
		expect(
			after.map(({ messages }) => messages.map(({ id }) => id)),
			rule,
		).toEqual(expected);
	});
});
