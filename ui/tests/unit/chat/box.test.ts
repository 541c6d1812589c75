import { describe, expect, test } from "vitest";
import { type Box, clamp, moved, resized, type Sides, startBox } from "../../../src/features/chat/frame/box.ts";

const window = { width: 1280, height: 800 };
const box: Box = { left: 300, top: 200, width: 400, height: 500 };

test("it starts above its button: 400 by 500, 24 from the right, 80 from the bottom", () => {
	expect(startBox(window)).toEqual({ left: 856, top: 220, width: 400, height: 500 });
});

describe("within the window", () => {
	test.each<[string, Box, typeof window, Box]>([
		["as it was left", box, window, box],
		["beyond the right", { ...box, left: 1200 }, window, { ...box, left: 876 }],
		["beyond the top", { ...box, top: -90 }, window, { ...box, top: 4 }],
		["a window that shrank", box, { width: 500, height: 400 }, { left: 96, top: 4, width: 400, height: 392 }],
		["hardly a window", box, { width: 200, height: 100 }, { left: 4, top: 4, width: 192, height: 92 }],
	])("%s", (_, saved, size, shown) => {
		expect(clamp(saved, size)).toEqual(shown);
	});
});

test("it is moved as far as the window goes", () => {
	expect(moved(box, 10, -20, window)).toEqual({ ...box, left: 310, top: 180 });
	expect(moved(box, 5000, 5000, window)).toEqual({ ...box, left: 876, top: 296 });
});

describe("an edge is moved and its opposite stays", () => {
	test.each<[Sides, number, number, Box]>([
		["e", 50, 9, { ...box, width: 450 }],
		["w", 50, 9, { ...box, left: 350, width: 350 }],
		["s", 9, 50, { ...box, height: 550 }],
		["n", 9, 50, { ...box, top: 250, height: 450 }],
		["nw", -50, -50, { left: 250, top: 150, width: 450, height: 550 }],
		["w", 900, 0, { ...box, left: 420, width: 280 }],
		["n", 0, 900, { ...box, top: 460, height: 240 }],
		["se", 5000, 5000, { ...box, width: 976, height: 596 }],
		["nw", -5000, -5000, { left: 4, top: 4, width: 696, height: 696 }],
	])("%s by %i, %i", (sides, x, y, expected) => {
		expect(resized(box, sides, x, y, window)).toEqual(expected);
	});
});
