import { expect, test } from "vitest";
import type { WaitingId } from "../../../src/ipc/bindings.ts";
import { steadyOrder } from "../../../src/ipc/reviewQueries.ts";

const waiting = (ids: string, learned: number | null = null): WaitingId[] =>
	[...ids].map((id) => ({ id, stamp: 1, learned, isUnlikely: false }));
const shown = (ids: string, order: WaitingId[]) =>
	steadyOrder([...ids], order)
		.order.map(({ id }) => id)
		.join("");

test("the facts stay in the order in which they are shown while others are decided", () => {
	expect(shown("abcd", waiting("dca")), "b was decided, and the host's order is another").toBe("acd");
	const { ids } = steadyOrder([..."abcd"], waiting("dca"));
	expect(shown(ids.join(""), waiting("bdca")), "undone, it is where it was").toBe("abcd");
});

test("new facts bring the host's order, and so do decisions that rank the others", () => {
	expect(shown("abcd", waiting("edca"))).toBe("edca");
	expect(shown("abcd", waiting("dca", 90))).toBe("dca");
});
