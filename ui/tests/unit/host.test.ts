import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import german from "../../src/i18n/de/host.ts";
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

const holes = (text: string) => text.split("{}").length - 1;

describe.each(Object.entries(german))("what the host says in German: %s", (area, patterns) => {
	test("is said by the host, to the letter", () => {
		// A step is named by a verb and what it was done to.
		const written = (english: string) => (area === "step" ? `"${english.replace(/ (“?\{\}.*)$/, "")}` : `"${english}`);
		const forgotten = patterns.map(([english]) => english).filter((english) => !code.includes(written(english)));
		expect(forgotten).toEqual([]);
	});

	test("names all that the English names, once", () => {
		expect(patterns.filter(([english, other]) => holes(english) !== holes(other))).toEqual([]);
		expect(new Set(patterns.map(([english]) => english)).size).toBe(patterns.length);
	});
});

test("every step that is named where it is made has its German", () => {
	const named = [...code.matchAll(/Op::named\((?:[^;"_]|_(?!name))*?(?:format!\()?"([^"{][^"]*)"/g)].map(
		([, name]) => name,
	);
	const known = new Set(german.step.map(([english]) => english));
	expect(named.length).toBeGreaterThan(40);
	expect(named.filter((name) => !known.has(name ?? ""))).toEqual([]);
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
	const step = translator(german.step);
	test.each([
		["Edit N-3", step, "N-3 bearbeiten"],
		["Restore version 2 of R-1", step, "Version 2 von R-1 wiederherstellen"],
		["Rename to “A $1 bill”", step, "In „A $1 bill“ umbenennen"],
		["Something new", step, "Something new"],
	])("%s", (english, translate, expected) => {
		expect(translate(english)).toBe(expected);
	});
});
