import { act, createElement } from "react";
import { createRoot, type Root } from "react-dom/client";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { useUnseen } from "../../../src/features/review/useUnseen";

let root: Root;
const probe: { unseen: ReturnType<typeof useUnseen> } = { unseen: [false, () => {}] };

function Probe({ shown, report }: { shown: string; report: (unseen: ReturnType<typeof useUnseen>) => void }) {
	report(useUnseen(shown));
	return null;
}
const report = (unseen: ReturnType<typeof useUnseen>) => {
	probe.unseen = unseen;
};
const show = (shown: string) => act(() => root.render(createElement(Probe, { shown, report })));
const pass = (milliseconds: number) => act(() => void vi.advanceTimersByTime(milliseconds));

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
	expect(probe.unseen[0]).toBe(false);
	act(() => probe.unseen[1](true));
	show("F-39");
	expect(probe.unseen[0], "it only just came").toBe(true);
	pass(500);
	show("F-40");
	pass(500);
	expect(probe.unseen[0], "another line has not stood as long").toBe(true);
	pass(10_000);
	expect(probe.unseen[0]).toBe(false);
});
