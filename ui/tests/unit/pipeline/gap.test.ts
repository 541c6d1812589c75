import { expect, test, vi } from "vitest";
import { Gap } from "../../../src/features/pipeline/grid/gap";

const ink = { plain: "grey", strong: "blue", faded: "silver" };
const left = [{ label: "F-1", y: 10, upLabels: [], up: 0, down: 1 }];
const right = [{ label: "N-1", y: 40, upLabels: ["F-1"], up: 1, down: 0 }];

function drawnOn(): { gap: Gap; clears: () => number } {
	const calls = { clearRect: vi.fn(), setTransform: vi.fn(), beginPath: vi.fn(), stroke: vi.fn() };
	const pen = { ...calls, moveTo: vi.fn(), lineTo: vi.fn(), bezierCurveTo: vi.fn() };
	const canvas = { getContext: () => pen, width: 0, height: 0 } as unknown as HTMLCanvasElement;
	const gap = new Gap(canvas);
	gap.resize(30, 100);
	return { gap, clears: () => calls.clearRect.mock.calls.length };
}

test("a canvas is touched only where its lines look different: whoever touches it has it painted again", () => {
	const { gap, clears } = drawnOn();
	gap.draw(left, right, null, ink);
	gap.draw(left, right, null, ink);
	expect(clears(), "the same lines again").toBe(1);
	gap.draw(left, right, new Set(["F-1", "N-1"]), ink);
	expect(clears(), "a trace of them").toBe(2);
	gap.draw(left, right, new Set(["F-1"]), ink);
	expect(clears(), "a trace without them").toBe(3);
	gap.draw(left, [{ ...(right[0] as (typeof right)[number]), y: 41 }], new Set(["F-1"]), ink);
	expect(clears(), "scrolled").toBe(4);
	gap.draw(left, [{ ...(right[0] as (typeof right)[number]), y: 41 }], new Set(["F-1"]), { ...ink, faded: "black" });
	expect(clears(), "another theme").toBe(5);
	gap.resize(40, 100);
	gap.draw(left, [{ ...(right[0] as (typeof right)[number]), y: 41 }], new Set(["F-1"]), { ...ink, faded: "black" });
	expect(clears(), "another size empties it").toBe(6);
});
