import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import german, { formerReasons, twin } from "../../src/i18n/de/host.ts";
import { translator } from "../../src/i18n/patterns.ts";

const sources = join(import.meta.dirname, "../../../src-tauri");
const code = readdirSync(sources, { recursive: true, encoding: "utf8" })
	// The questions stand in the packs of keys.
	.filter((path) => path.endsWith(".rs") || /packs.*\.json$/.test(path))
	.map((path) => readFileSync(join(sources, path), "utf8"))
	.concat(migrated())
	.join("\n")
	// What a format string names, and a line that goes on in the next.
	.replaceAll(/\{[^{}\s"]*:\?\}/g, '"{}"')
	.replaceAll(/\{[^{}\s"]*\}/g, "{}")
	.replaceAll(/\\\n\s*/g, "")
	.replaceAll('\\"', '"');

/** A migration says in SQL what it did, between single signs. */
function migrated(): string[] {
	const migrations = join(sources, "../migrations");
	const sql = readdirSync(migrations).map((name) => readFileSync(join(migrations, name), "utf8"));
	return sql.map((text) => text.replaceAll(/'([^'\n]*)'/g, '"$1"'));
}

/** Why a statement waits is said in two places. */
const parts = (english: string) => (english.startsWith(twin) ? [twin, english.slice(twin.length)] : [english]);
const holes = (text: string) => text.split("{}").length - 1;

describe.each(Object.entries(german))("what the host says in German: %s", (area, patterns) => {
	test("is said by the host, to the letter", () => {
		// A step is named by a verb and what it was done to.
		const written = (english: string) => (area === "step" ? `"${english.replace(/ (“?\{\}.*)$/, "")}` : `"${english}`);
		const forgotten = patterns
			.filter((pattern) => !formerReasons.includes(pattern))
			.flatMap(([english]) => parts(english))
			.filter((english) => !code.includes(written(english)));
		expect(forgotten).toEqual([]);
	});

	test("names all that the English names, once", () => {
		expect(patterns.filter(([english, other]) => holes(english) !== holes(other))).toEqual([]);
		expect(new Set(patterns.map(([english]) => english)).size).toBe(patterns.length);
	});
});

test("what only earlier versions said is said no more", () => {
	expect(formerReasons.filter(([english]) => code.includes(`"${english}`))).toEqual([]);
});

test("every key that is shipped is called something in German", () => {
	const packs = join(sources, "core/packs");
	const shipped = readdirSync(packs).flatMap((name) => {
		const { keys } = JSON.parse(readFileSync(join(packs, name), "utf8")) as { keys: { label: string }[] };
		return keys.map(({ label }) => label);
	});
	const known = new Set(german.label.map(([english]) => english));
	expect(shipped.length).toBeGreaterThan(50);
	expect(shipped.filter((label) => !known.has(label))).toEqual([]);
});

describe("a translator", () => {
	const reason = translator(german.reason);
	const duplicate = translator(german.duplicate);
	const step = translator(german.step);
	test.each([
		["the quote does not stand in the source", reason, "das Zitat steht nicht in der Quelle"],
		[
			"it is not certain enough to be accepted unread",
			reason,
			"es ist nicht sicher genug, um ungelesen angenommen zu werden",
		],
		[
			"it may say the same as F-3 (95%): the same in other words: dam, 149 m",
			reason,
			"es sagt vielleicht dasselbe wie F-3 (95 %): dasselbe in anderen Worten: dam, 149 m",
		],
		["The wall is not high.", reason, "The wall is not high."],
		['"kg/h" is not a unit Factly knows', reason, "„kg/h“ ist keine Einheit, die Factly kennt"],
		["The same text.", duplicate, "Derselbe Text."],
		[
			"I-3 has 46 of the 50 sentences of this text; only in this text: 4, only in I-3: 2.",
			duplicate,
			"I-3 hat 46 der 50 Sätze dieses Textes; nur in diesem Text: 4, nur in I-3: 2.",
		],
		[
			"This text has all 40 sentences of I-3, and 6 more.",
			duplicate,
			"Dieser Text hat alle 40 Sätze von I-3 und 6 weitere.",
		],
		["I-4 has all 40 sentences of I-3, and 6 more.", duplicate, "I-4 hat alle 40 Sätze von I-3 und 6 weitere."],
		["6 m is not 7 m.", duplicate, "6 m ist nicht 7 m."],
		["“Revenue” is not “cost”.", duplicate, "„Revenue“ ist nicht „cost“."],
		["Edit N-3", step, "N-3 bearbeiten"],
		["Restore version 2 of R-1", step, "Version 2 von R-1 wiederherstellen"],
		["Rename to “A $1 bill”", step, "In „A $1 bill“ umbenennen"],
		["Something new", step, "Something new"],
	])("%s", (english, translate, expected) => {
		expect(translate(english)).toBe(expected);
	});
});
