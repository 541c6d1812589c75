import { expect, test } from "vitest";
import type { WaitingId } from "../../../src/ipc/bindings.ts";
import { steadyOrder } from "../../../src/ipc/reviewQueries.ts";

const waiting = (ids: string, more: Partial<WaitingId> = {}): WaitingId[] =>
	[...ids].map((id) => ({ id, stamp: 1, learned: null, isUnlikely: false, ...more }));
const before = (ids: string, unlikely = "") => ({ ids: [...ids], unlikely: new Set(unlikely) });
const shown = (ids: string, order: WaitingId[]) =>
	steadyOrder(before(ids), order)
		.order.map(({ id }) => id)
		.join("");

test("the facts stay in the order in which they are shown while others are decided", () => {
	expect(shown("abcd", waiting("dca")), "b was decided, and the host's order is another").toBe("acd");
	const { ids } = steadyOrder(before("abcd"), waiting("dca"));
	expect(shown(ids.join(""), waiting("bdca")), "undone, it is where it was").toBe("abcd");
});

test("they stay also where decisions rank the others, until a new order is asked for", () => {
	const learned = waiting("dca", { learned: 90 });
	expect(shown("abcd", learned)).toBe("acd");
	expect(steadyOrder(before("abcd"), learned).isOutdated).toBe(true);
	expect(shown("", learned), "the order of the host").toBe("dca");
	expect(steadyOrder(null, learned).isOutdated).toBe(false);
});

test("none is folded away or unfolded behind whoever decides", () => {
	const now = [...waiting("ab", { isUnlikely: true }), ...waiting("c")];
	const folded = steadyOrder(before("abc", "c"), now).order.filter(({ isUnlikely }) => isUnlikely);
	expect(folded.map(({ id }) => id)).toEqual(["c"]);
});

test("a new fact stands behind the one that the host has before it", () => {
	expect(shown("abcd", waiting("edca"))).toBe("eacd");
	expect(shown("abcd", waiting("dxyca"))).toBe("acdxy");
});
