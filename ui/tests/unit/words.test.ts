import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import german from "../../src/i18n/de.ts";
import english from "../../src/i18n/en.ts";

const source = join(import.meta.dirname, "../../src");
const code = readdirSync(source, { recursive: true, encoding: "utf8" })
	.filter((path) => /\.tsx?$/.test(path) && !path.startsWith("i18n/"))
	.map((path) => readFileSync(join(source, path), "utf8"))
	.join("\n");

const usedKeys = new Set([...code.matchAll(/["'`]([a-z]+(?:\.\w+)+)["'`]/g)].map((match) => match[1]));
const askedWithVariable = [...code.matchAll(/`([a-z]+(?:\.\w+)*\.)\$\{/g)].map((match) => match[1] ?? "");
const base = (key: string) => key.replace(/_(one|other)$/, "");

describe("words", () => {
	test("both languages have the same keys", () => {
		expect(Object.keys(german).toSorted()).toEqual(Object.keys(english).toSorted());
	});

	test("every key is asked for somewhere", () => {
		const unused = Object.keys(english).filter(
			(key) => !usedKeys.has(base(key)) && !askedWithVariable.some((prefix) => key.startsWith(prefix)),
		);
		expect(unused, "words that nobody says").toEqual([]);
	});

	test("both languages fill in the same values", () => {
		const holes = (text: string) => [...text.matchAll(/\{\{(\w+)\}\}/g)].map((match) => match[1]).toSorted();
		for (const key of Object.keys(english) as (keyof typeof english)[]) {
			expect(holes(german[key]), key).toEqual(holes(english[key]));
		}
	});

	test("a plural has both of its forms", () => {
		const keys = Object.keys(english);
		for (const key of keys.filter((one) => /_(one|other)$/.test(one))) {
			expect(keys).toContain(`${base(key)}_one`);
			expect(keys).toContain(`${base(key)}_other`);
		}
	});

	test("a number has its noun in one and in many", () => {
		const nouns = /\}\} (facts|discoveries|parts|files|bundles|characters|Fakten|Untersuchungen|Teile|Dateien)\b/;
		// These are only said of many.
		const many = new Set(["inputs.longText", "source.quoteTooLong", "inputs.addedMany_one"]);
		const stiff = [...Object.entries(english), ...Object.entries(german)].filter(
			([key, text]) => nouns.test(text) && !key.endsWith("_other") && !many.has(key),
		);
		expect(stiff).toEqual([]);
	});

	test.each([
		[/!/, "no exclamation marks"],
		[/\bplease\b|\bbitte\b/i, "no “please”"],
		[/\boops\b|\bsorry\b/i, "no “oops”"],
		[/\.\.\./, "an ellipsis is one character"],
	])("%s: %s", (unwanted, rule) => {
		const unwantedTexts = [...Object.values(english), ...Object.values(german)].filter((text) => unwanted.test(text));
		expect(unwantedTexts, rule).toEqual([]);
	});

	test("titles and buttons are in sentence case", () => {
		const own = /\b(Input|Inputs|Ctrl|SHA|JSON|Factly|Source|Review|Facts|Audit|UTF|NULs?|Op|Ops)\b/g;
		const shouting = Object.values(english).filter((text) => / [A-Z][a-z]+ [A-Z][a-z]+/.test(text.replaceAll(own, "")));
		expect(shouting).toEqual([]);
	});
});
