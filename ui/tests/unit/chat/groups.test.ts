import { describe, expect, test } from "vitest";
import { GROUP, groupsOf, noBlocks, replaceFrom, reuseDrawnGroups } from "../../../src/features/chat/blocks/groups.ts";
import type { Block, Patch } from "../../../src/ipc/bindings.ts";

const say = (text: string): Block => ({ kind: "paragraph", content: [{ kind: "text", text }] });
const many = (count: number) => Array.from({ length: count }, (_, at) => say(`${at}`));
const flat = (groups: readonly (readonly Block[])[]) => groups.flat();

describe("replacing the last blocks", () => {
	test.each([
		[0, 0, 1, "the first token"],
		[1, 0, 1, "the first block grows"],
		[3, 2, 2, "the last becomes two"],
		[GROUP, GROUP, 1, "a full group is followed by a new one"],
		[GROUP + 1, GROUP - 1, 3, "over the border of a group"],
		[3 * GROUP, 3 * GROUP - 1, 2 * GROUP, "many at once"],
	])("%i blocks, from %i on %i others: %s", (length, from, count, rule) => {
		const before = many(length);
		const fresh = many(count).map(() => say("new"));
		const after = replaceFrom(replaceFrom(noBlocks, 0, before), from, fresh);
		expect(flat(after), rule).toEqual([...before.slice(0, from), ...fresh]);
		expect(
			after.slice(0, -1).every((group) => group.length === GROUP),
			"only the last group is short",
		).toBe(true);
	});

	test("groups before the change are the same values, so that nothing of them is drawn again", () => {
		const before = replaceFrom(noBlocks, 0, many(5 * GROUP + 3));
		const after = replaceFrom(before, 5 * GROUP + 2, [say("new")]);
		for (let at = 0; at < 5; at++) expect(after[at]).toBe(before[at]);
	});
});

describe("a block that goes on", () => {
	const list = (...items: string[]): Block => ({
		kind: "list",
		ordered: false,
		start: 1,
		continues: false,
		items: items.map((text) => [say(text)]),
	});
	const content = (by: Patch): Patch => ({ kind: "field", name: "content", by });
	const text = (keep: number, more: string): Patch => ({
		kind: "field",
		name: "text",
		by: { kind: "text", keep, more },
	});
	test.each<[Block, Patch, Block, string]>([
		[say("one"), content({ kind: "list", keep: 0, next: text(3, " more"), more: [] }), say("one more"), "words"],
		[say("👩 o"), content({ kind: "list", keep: 0, next: text(3, "x"), more: [] }), say("👩 x"), "UTF-16 units"],
		[
			say("a **b"),
			content({ kind: "list", keep: 0, next: text(2, ""), more: [{ kind: "break" }] }),
			{ kind: "paragraph", content: [{ kind: "text", text: "a " }, { kind: "break" }] },
			"an end that was meant otherwise",
		],
		[
			list("a", "b"),
			{ kind: "field", name: "items", by: { kind: "list", keep: 2, next: null, more: [[say("c")]] } },
			list("a", "b", "c"),
			"another item",
		],
	])("%#", (before, by, after, rule) => {
		const groups = replaceFrom(noBlocks, 0, [...many(2), before]);
		expect(flat(replaceFrom(groups, 2, [say("next")], by)), rule).toEqual([...many(2), after, say("next")]);
	});
});

test("a stored answer keeps what was drawn where it says the same", () => {
	const drawn = replaceFrom(noBlocks, 0, many(GROUP + 2));
	const stored = [...many(GROUP + 1), say("otherwise")];
	reuseDrawnGroups(drawn, stored);
	const groups = groupsOf(stored);
	expect(flat(groups)).toEqual(stored);
	expect(groups[0], "a whole group").toBe(drawn[0]);
	expect(groups[1]?.[0], "a block of a group that differs").toBe(drawn[1]?.[0]);
	expect(groupsOf(stored), "asked again").toBe(groups);
});
