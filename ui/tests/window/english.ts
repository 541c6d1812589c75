import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import messages from "../../src/i18n/de/backendMessages.ts";
import packs from "../../src/i18n/de/packs.ts";
import { properties } from "../../src/i18n/de/properties.ts";
import german from "../../src/i18n/de.ts";
import english from "../../src/i18n/en.ts";
import { page } from "./browser.ts";

/**
 * English that is left in a German window: words of the catalogue, of the host's messages and of the packs, and figures
 * and dates as English writes them. What an analyst or a source wrote is English in the libraries that tests open.
 */

type Row = readonly [english: string, german: string];

/** What may stand there, and why. */
const EXCEPTIONS: ReadonlySet<string> = new Set([
	"English", // the name of the language, in itself
	"note", // the key of a note in the reading of a model, which is shown as it came
	"Sources", // a section of a report that was drafted in English
]);

/** A word that German lacks is shown in English. */
const known: Partial<Record<string, string>> = german;
const ours: Row[] = Object.entries(english).map(([key, words]) => [words, known[key] ?? ""]);
const rows: Row[] = [...ours, ...messages, ...packs.question, ...packs.label, ...properties];

const HOLE = /\{\{\w+\}\}|\{\}/;
const inGerman = rows.map(([, other]) => other);
const germanWords = new Set(inGerman);
const differ = rows.map(([one]) => one).filter((one) => !germanWords.has(one));
const englishWords = new Set(differ.filter((one) => !HOLE.test(one)));
const englishSentences = differ.flatMap(sentence);
const germanSentences = inGerman.flatMap(sentence);

/** A sentence with values as what it looks like; none where it is hardly more than its values. */
function sentence(words: string): RegExp[] {
	const parts = words.split(HOLE);
	const letters = parts.join("").replaceAll(/[^\p{L}]/gu, "");
	if (parts.length === 1 || letters.length < 8) return [];
	const literal = parts.map((part) => part.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`));
	return [new RegExp(`^${literal.join(".+")}$`, "su")];
}

const oneLine = (words: string) => words.replaceAll(/\s+/g, " ").trim();
/** All that somebody wrote in the libraries of the tests, and on the way to a screen. */
const written = oneLine(
	["../host/made", "screens"]
		.map((folder) => join(import.meta.dirname, folder))
		.flatMap((folder) => readdirSync(folder).map((file) => readFileSync(join(folder, file), "utf8")))
		.join("\n"),
);

function isEnglish(words: string): boolean {
	if (englishWords.has(words)) return !EXCEPTIONS.has(words);
	if (written.includes(words) || germanSentences.some((one) => one.test(words))) return false;
	return englishSentences.some((one) => one.test(words));
}

const MONTH = "(January|February|March|April|May|June|July|August|September|October|November|December)";
const FIGURE = new RegExp(
	String.raw`[€$£]\d[\d.,]*|\b\d{1,3}(,\d{3})+\b|\b\d{1,2} ${MONTH} \d{4}|\b${MONTH} \d{1,2}, \d`,
	"g",
);
/** So much before a figure tells whether somebody wrote it there. */
const BEFORE = 12;

/** Returns whether the window writes a figure or a date in English that nobody wrote so. */
function hasEnglishFigure(words: string): boolean {
	return [...words.matchAll(FIGURE)].some(({ index, 0: figure }) => {
		const end = index + figure.length;
		const before = words.slice(Math.max(0, index - BEFORE), end).replace(/^[^\p{L}\d€$£]+/u, "");
		const clause = words.slice(words.lastIndexOf(": ", index) + 1, end).trim();
		const isWritten = written.includes(before) || (clause !== figure && written.includes(clause));
		return figure === words || !isWritten;
	});
}

/** Returns the words of the window that are English, each once. */
export async function englishLeft(): Promise<string[]> {
	const found = (await wordsShown()).map(oneLine);
	return [...new Set(found)].filter((words) => isEnglish(words) || hasEnglishFigure(words));
}

/** The answers of the chat are in the language of the question. */
const ANSWERS = "[data-panel] article, section[aria-label=Chat] article, [aria-live]";

/** All that the window says: its texts, names, hints and what stands in its empty fields. */
function wordsShown(): Promise<string[]> {
	return page.evaluate((answers) => {
		const all: (string | null)[] = [];
		const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
		while (texts.nextNode()) {
			const { textContent, parentElement } = texts.currentNode;
			if (parentElement?.closest(answers) === null) all.push(textContent);
		}
		for (const element of document.querySelectorAll("*"))
			for (const name of ["aria-label", "title", "placeholder", "alt"]) all.push(element.getAttribute(name));
		return all.filter((words) => words !== null);
	}, ANSWERS);
}
