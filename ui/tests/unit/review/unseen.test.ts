import { act, createElement } from "react";
import { createRoot, type Root } from "react-dom/client";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { useUnseen } from "../../../src/features/review/useUnseen";

let root: Root;
let unseen: ReturnType<typeof useUnseen>;

function Probe({ shown }: { shown: string }) {
	unseen = useUnseen(shown);
	return null;
}
const show = (shown: string) => act(() => root.render(createElement(Probe, { shown })));
const pass = (milliseconds: number) => act(() => vi.advanceTimersByTime(milliseconds));

beforeEach(() => {
	vi.useFakeTimers();
	vi.stubGlobal("IS_REACT_ACT_ENVIRONMENT", true);
	root = createRoot(document.createElement("div"));
});
afterEach(() => {
	act(() => root.unmount());
	vi.unstubAllGlobals();
	vi.useRealTimers();
});

test("a line that the list moved on to takes a key once it has stood a moment, without a pointer or an arrow", () => {
	show("F-30");
	expect(unseen[0]).toBe(false);
	act(() => unseen[1](true));
	show("F-39");
	expect(unseen[0], "it only just came").toBe(true);
	pass(500);
	show("F-40");
	pass(500);
	expect(unseen[0], "another line has not stood as long").toBe(true);
	pass(10_000);
	expect(unseen[0]).toBe(false);
});
