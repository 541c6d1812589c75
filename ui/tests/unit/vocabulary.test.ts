import { describe, expect, test } from "vitest";
import german from "../../src/i18n/de.ts";
import english from "../../src/i18n/en.ts";
import { statusesByWord, statusWord } from "../../src/shared/cards/status.ts";

const statusText = (words: Record<string, string>, ...of: Parameters<typeof statusWord>) => words[statusWord(...of)];

describe("one vocabulary", () => {
	test.each([
		["fact", "needs_review", "proposed", "New", "Neu"],
		["fact", "validated", "accepted", "Accepted", "Angenommen"],
		["fact", "needs_review", "accepted", "Recheck", "Prüfen"],
		["fact", "needs_review", "conflict", "Conflict", "Konflikt"],
		["fact", "draft", "rejected", "Rejected", "Abgelehnt"],
		["fact", "draft", null, "New", "Neu"],
		["insight", "draft", null, "Draft", "Entwurf"],
		["recommendation", "validated", null, "Confirmed", "Bestätigt"],
		["insight", "needs_review", null, "Recheck", "Prüfen"],
		["output", "needs_refresh", null, "Recheck", "Prüfen"],
		["input", "outdated", null, "Recheck", "Prüfen"],
	] as const)("%s, %s, %s: %s, %s", (kind, status, factStatus, inEnglish, inGerman) => {
		expect([statusText(english, kind, status, factStatus), statusText(german, kind, status, factStatus)]).toEqual([
			inEnglish,
			inGerman,
		]);
	});

	test("a filter offers each word once", () => {
		const words = statusesByWord("insight").map(({ word }) => word);
		expect(words).toEqual([...new Set(words)]);
		expect(statusesByWord("insight").find(({ word }) => word === "pipeline.status.recheck")?.all).toEqual([
			"needs_review",
			"needs_refresh",
			"outdated",
		]);
	});

	test("no screen has a word of before", () => {
		const before = /\b(Validated?|Needs re(view|fresh)|Widerspruch|Widersprüche|Vorgeschlagen:?$)\b/;
		const all = [...Object.entries(english), ...Object.entries(german)];
		expect(all.filter(([key, text]) => key.includes("status") && before.test(text))).toEqual([]);
	});
});
