import { describe, expect, test } from "vitest";
import {
	changedElsewhere,
	checked,
	type Decision,
	following,
	otherVersion,
	type Place,
	queue,
	standing,
	stepped,
} from "../../../src/features/review/queue";
import type { FactDetail } from "../../../src/ipc/bindings";

const detail = (id: string) => ({ fact: { id } }) as FactDetail;
const list = (ids: string, total = ids.length) => ({ items: ids.split("").map(detail), total });
const decided = (id: string, confirmed: boolean): Decision => ({ detail: detail(id), choice: "accept", confirmed });

/** A queue as "current position/total". */
function at(listed: ReturnType<typeof list>, decisions: Decision[], place: Place): string {
	const now = queue(listed, decisions, place);
	return `${now.current?.fact.id ?? "none"} ${now.position}/${now.total}`;
}

describe("where the analyst is", () => {
	const rows: [rule: string, ids: string, decisions: Decision[], place: Place, expected: string][] = [
		["begins with the first", "abc", [], { next: null }, "a 1/3"],
		["begins with what was selected, if it waits", "abc", [], { next: "b" }, "b 2/3"],
		["begins with the first if what was selected does not wait", "abc", [], { next: "z" }, "a 1/3"],
		["a decided fact is gone before the host has answered", "abc", [decided("a", false)], { next: "b" }, "b 2/3"],
		["and stays counted once it has", "bc", [decided("a", true)], { next: "b" }, "b 2/3"],
		["deciding in the middle goes on, not back", "acd", [decided("b", true)], { next: "c" }, "c 3/4"],
		["after the last, what was skipped", "a", [decided("b", true)], { next: null }, "a 2/2"],
		["all decided", "", [decided("a", true), decided("b", true)], { next: null }, "none 2/2"],
		["undone: back to it", "abc", [decided("a", true)], { next: "b" }, "a 1/3"],
		[
			"undone in the middle of others: back to it",
			"bcd",
			[decided("a", true), decided("c", true)],
			{ next: "d" },
			"c 3/4",
		],
		["a decided one can be looked at", "bc", [decided("a", true)], { at: "a" }, "a 1/3"],
	];
	test.each(rows)("%s", (rule, ids, decisions, place, expected) => {
		expect(at(list(ids), decisions, place), rule).toBe(expected);
	});

	test("counts what the host has not sent yet", () => {
		expect(at(list("abc", 41), [decided("a", false)], { next: "b" })).toBe("b 2/41");
	});

	test("an undone fact has no decision any more", () => {
		expect(queue(list("ab"), [decided("a", true)], { at: "a" }).choice).toBeNull();
	});
});

describe("steps", () => {
	const now = (place: Place) => queue(list("bc"), [decided("a", true)], place);

	test("back goes to what was decided, and the ends hold", () => {
		expect(stepped(now({ at: "b" }), -1)).toEqual({ at: "a" });
		expect(stepped(now({ at: "a" }), -1)).toEqual({ at: "a" });
		expect(stepped(now({ at: "c" }), 1)).toEqual({ at: "c" });
	});

	test("after a decision comes the next, and after the last the first that waits", () => {
		expect(following(now({ at: "b" }))).toEqual({ next: "c" });
		expect(following(now({ at: "c" }))).toEqual({ next: null });
	});
});

describe("what the host says of a decision", () => {
	test("it is borne out when the list no longer has the fact", () => {
		expect(checked([decided("a", false)], "a", list("b").items)).toEqual([decided("a", true)]);
	});

	test("it was undone meanwhile when the list still has it", () => {
		expect(checked([decided("a", false)], "a", list("ab").items)).toEqual([]);
	});

	test("an unconfirmed decision stands against a list that was read before it", () => {
		expect(standing([decided("a", false)], list("ab").items)).toHaveLength(1);
	});

	test("what vanishes from the screen without a decision was changed elsewhere", () => {
		const shown = { detail: detail("a"), next: { next: "b" } };
		expect(changedElsewhere(shown, [], list("b").items)).toMatchObject({ choice: "elsewhere", confirmed: true });
		expect(changedElsewhere(shown, [], list("ab").items), "it still waits").toBeNull();
		expect(changedElsewhere(shown, [decided("a", false)], list("b").items), "it was decided here").toBeNull();
	});
});

describe("another version of what is on the screen", () => {
	const version = (id: string, label: string) => ({ fact: { id, label } }) as FactDetail;
	const shown = { detail: version("a", "F-1"), next: { next: null } };

	test("is where the analyst stays, when it takes the place of the one that was shown", () => {
		const later = version("b", "F-1");
		expect(otherVersion(shown, [version("c", "F-12"), later])).toBe(later);
	});
	test("is none while the one that is shown still waits, or when none of the label does", () => {
		expect(otherVersion(shown, [shown.detail, version("b", "F-1")])).toBeNull();
		expect(otherVersion(shown, [version("c", "F-12")])).toBeNull();
	});
});
