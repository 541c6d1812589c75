import { afterAll, beforeAll, expect, test } from "vitest";
import { bytes, dayOf, milliseconds, number, percent } from "../../src/i18n/format.ts";
import { chooseLanguage, setUpWords } from "../../src/i18n/setup.ts";
import { words } from "../../src/i18n/useWords.ts";

/** The space before a unit is one that does not break. */
const plain = (text: string) => text.replaceAll(/[\u00a0\u202f]/g, " ");

beforeAll(() => setUpWords("en"));
afterAll(() => chooseLanguage("en"));

test("numbers follow the language of the window, also after it changes", async () => {
	expect([number(10_000), percent(0.97), bytes(4_812_800), milliseconds(12), milliseconds(1500)]).toEqual([
		"10,000",
		"97%",
		"4.8 MB",
		"12 ms",
		"1.5 sec",
	]);
	await chooseLanguage("de");
	expect([number(10_000), percent(0.97), bytes(4_812_800)].map(plain)).toEqual(["10.000", "97 %", "4,8 MB"]);
});

test("a count in a sentence has its groups of digits", () => {
	expect(words("facts.count", { count: 2_780 })).toBe("2.780 Fakten");
});

test("the day of a mail is the one it was written on, in the language of the window", async () => {
	await chooseLanguage("de");
	expect([dayOf("2027-02-05T23:12:00+01:00"), dayOf("am Freitag")]).toEqual(["05.02.2027", "am Freitag"]);
});

test("a plural takes the form of its count", async () => {
	await chooseLanguage("en");
	expect([1, 2].map((count) => words("facts.accepted", { count }))).toEqual(["1 fact accepted", "2 facts accepted"]);
});
