import { afterAll, expect, test } from "vitest";
import { readingNoteText } from "../../src/components/readingNote";
import { chooseLanguage, setUpWords } from "../../src/i18n/setup";

afterAll(() => chooseLanguage("en"));

test("what was left out is said in the language of the window", async () => {
	await setUpWords("de");
	const leftOut = (what: string) => readingNoteText({ code: "left_out", what, count: 2 });
	expect(leftOut("hidden words")).toBe("Weggelassen: 2 × verborgene Wörter.");
	expect(leftOut("attachment plan.pdf")).toBe("Weggelassen: 2 × Anhang plan.pdf.");
	expect(leftOut("toString")).toBe("Weggelassen: 2 × toString.");
});
