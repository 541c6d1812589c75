import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";

/** WCAG 2.2 AA, computed from the tokens themselves: 4.5 for words, 3 for the edges of controls and the focus. */

const css = readFileSync(join(import.meta.dirname, "../../src/styles/tokens.css"), "utf8");

function tokens(block: string): Record<string, string> {
	return Object.fromEntries(
		[...block.matchAll(/--([\w-]+):\s*(#[0-9a-f]{6})\b/gi)].map((match) => [match[1] ?? "", match[2] ?? ""]),
	);
}

const [lightBlock = "", darkBlock = ""] = css.split(':root[data-theme="dark"]');
const light = tokens(lightBlock);
const themes = { light, dark: { ...light, ...tokens(darkBlock) } };

function luminance(hex: string): number {
	const [r = 0, g = 0, b = 0] = [1, 3, 5].map((at) => {
		const channel = Number.parseInt(hex.slice(at, at + 2), 16) / 255;
		return channel <= 0.03928 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4;
	});
	return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}

function contrast(a: string, b: string): number {
	const [high = 0, low = 0] = [luminance(a), luminance(b)].toSorted((x, y) => y - x);
	return (high + 0.05) / (low + 0.05);
}

const surfaces = ["bg", "bg-chrome", "bg-hover", "bg-selected"];
const words = ["text", "text-muted", "text-link", "accepted", "proposed", "conflict", "review", "unsupported"];
const tints = ["accepted-tint", "conflict-tint", "review-tint", "unsupported-tint", "selected-tint"];

const pairs: [string, string, number][] = [
	...words.flatMap((word) => surfaces.map((surface): [string, string, number] => [word, surface, 4.5])),
	...tints.map((tint): [string, string, number] => ["text", tint, 4.5]),
	["text-faded", "bg", 4.5],
	["on-accent", "accent", 4.5],
	["on-accent", "accent-hover", 4.5],
	["diff-source", "diff-source-tint", 4.5],
	["diff-quote", "diff-quote-tint", 4.5],
	...["bg", "bg-chrome"].flatMap((surface): [string, string, number][] => [
		["edge", surface, 3],
		["accent", surface, 3],
	]),
	["selected-edge", "selected-tint", 3],
];

describe.each(Object.entries(themes))("in the %s theme", (_, theme) => {
	test.each(pairs)("%s on %s is at least %s to 1", (front, back, least) => {
		const [a, b] = [theme[front], theme[back]];
		if (a === undefined || b === undefined) throw new Error(`no colour --${a === undefined ? front : back}`);
		expect(contrast(a, b)).toBeGreaterThanOrEqual(least);
	});
});
