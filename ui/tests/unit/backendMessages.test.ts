import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { messageTranslator, translateMessage } from "../../src/i18n/backendMessages.ts";
import { sentenceParts } from "../../src/i18n/de/backendMessages/sentenceParts.ts";
import { formerMessages } from "../../src/i18n/de/backendMessages/statusReasons.ts";
import german from "../../src/i18n/de/backendMessages.ts";
import { chooseLanguage, setUpWords } from "../../src/i18n/setup.ts";
import type { UserMessage } from "../../src/ipc/bindings.ts";

const sources = join(import.meta.dirname, "../../../src-tauri");
// Messages of the command line reach no window.
const code = ["core/src", "engine/src", "formats/src", "shell"]
	.flatMap((folder) =>
		readdirSync(join(sources, folder), { recursive: true, encoding: "utf8" }).map((path) => join(folder, path)),
	)
	.filter((path) => path.endsWith(".rs") && !path.endsWith("core/src/message.rs"))
	.map((path) => readFileSync(join(sources, path), "utf8").split(/#\[cfg\(test\)\]\s*mod tests \{/)[0] ?? "")
	.join("\n");

/** The places where a sentence is made: by `message!`, and where an error takes one as it stands. */
const WORDS = String.raw`\s*"((?:[^"\\]|\\[\s\S])*)"`;
const MADE = [
	String.raw`\bmessage!\(`,
	String.raw`\bUserMessage::from\(`,
	String.raw`\bError::(?:refused|invalid|not_found)\(`,
	String.raw`\b(?:Provider|App)?(?:Error|Self)::new\(\s*\w+::\w+,`,
	String.raw`\.(?:hint|kept)\(`,
	String.raw`\bOp::named\([^,;]*,`,
	// Words of the readers and of the store that a sentence names.
	String.raw`\bDamaged(?: \{ detail:|\()`,
	String.raw`\bTooLarge \{ what:`,
	String.raw`\bUnknown \{ looks_like:(?=\s*"[a-z])`,
	// What is done about a fault of a file that is imported.
	String.raw`\w+ "\w+" Some\(`,
];
const written = (literal: string) => literal.replaceAll(/\\\n\s*/g, "").replaceAll(/\\(.)/g, "$1");
const messages = MADE.flatMap((how) =>
	[...code.matchAll(new RegExp(how + WORDS, "g"))].map(([, words]) => written(words ?? "")),
);

const holes = (text: string) => text.split("{}").length - 1;
const known = new Map(german);
const forgotten = new Set(formerMessages.map(([english]) => english));

describe("what the host says in German", () => {
	test("is all that it says", () => {
		expect(messages.length).toBeGreaterThan(500);
		expect([...new Set(messages)].filter((words) => words !== "" && !known.has(words))).toEqual([]);
	});

	test("is said by the host, to the letter", () => {
		const sentences = german
			.map(([english]) => english)
			.slice(0, -sentenceParts.length)
			.filter((english) => !forgotten.has(english));
		// A state that the store sets by itself has its words in SQL.
		const plain = written(code).replaceAll(/error = '([^']*)'/g, '"$1"');
		expect(sentences.filter((english) => !plain.includes(`"${english}"`))).toEqual([]);
	});

	test("what only earlier versions said is said no more", () => {
		expect([...forgotten].filter((english) => code.includes(`"${english}"`))).toEqual([]);
	});

	test("names all that the English names, once", () => {
		expect(german.filter(([english, other]) => holes(english) !== holes(other))).toEqual([]);
		expect(known.size).toBe(german.length);
	});
});

test("a message names a key of the packs, and a question, in the language of the window", async () => {
	await setUpWords("de");
	const named = (template: string, name: string) =>
		translateMessage({ template, args: [{ template: name, args: [] }] });
	expect(named("Set “{}” by hand", "Payment terms")).toBe("„Zahlungsbedingungen“ von Hand setzen");
	expect(named("Ask “{}” again", "What does one cost?")).toContain("„Was kostet ein Stück?“");
	await chooseLanguage("en");
});

describe("what is said", () => {
	const say = messageTranslator(german);
	const inner: UserMessage = { template: "there is no value", args: [] };
	test.each<[UserMessage, string]>([
		[{ template: "There is no file “{}”.", args: ["a {} b $1"] }, "Die Datei „a {} b $1“ gibt es nicht."],
		[{ template: "The rate: {}.", args: [inner] }, "Der Kurs: es gibt keinen Wert."],
		[{ template: "There is no value.", args: [] }, "Es gibt keinen Wert."],
		[
			{
				template: "it may say the same as {} ({}%): {}",
				args: ["F-3", "95", { template: "the same in other words: {}", args: ["dam, 149 m"] }],
			},
			"es sagt vielleicht dasselbe wie F-3 (95 %): dasselbe in anderen Worten: dam, 149 m",
		],
		[{ template: "The same text.", args: [] }, "Derselbe Text."],
		[{ template: "{}; {}", args: [inner, "as it came"] }, "es gibt keinen Wert; as it came"],
		[{ template: "A server's own words.", args: [] }, "A server's own words."],
		[{ template: "It has {} no places.", args: [] }, "It has {} no places."],
	])("%j", (what, expected) => {
		expect(say(what)).toBe(expected);
	});
});
