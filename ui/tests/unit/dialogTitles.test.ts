import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";

/** Titles of the system's dialogs for files, which the window does not draw: `src-tauri/shell/locale.rs` has them. */

const shell = join(import.meta.dirname, "../../../src-tauri/shell");
const locale = readFileSync(join(shell, "locale.rs"), "utf8");
const titles = [...locale.matchAll(/Self::(\w+) => \("([^"]+)", "([^"]+)"\)/g)].map(([, ...words]) => words);
const commands = readdirSync(join(shell, "commands"))
	.filter((file) => file.endsWith(".rs"))
	.map((file) => readFileSync(join(shell, "commands", file), "utf8"))
	.join("\n");

/** Names of formats are the same in every language. */
const FORMATS = ["CSV", "JSON", "Markdown", "Word, Markdown", "ZIP", "Zip"];

describe("a dialog for files", () => {
	test("has a German title for each English one", () => {
		expect(titles.length).toBeGreaterThan(10);
		expect(titles.filter(([, english, german]) => english === german)).toEqual([]);
	});

	test("names its kinds of files by their format, or in the language of the window", () => {
		const kinds = [
			...commands.matchAll(/(?:choose_(?:target|source)\([^;]*?|add_filter\()\(?"([^"]+)"(?:, "\w+"\)|, &)/g),
		];
		expect(kinds.length).toBeGreaterThan(5);
		expect(kinds.map(([, kind]) => kind).filter((kind) => !FORMATS.includes(kind ?? ""))).toEqual([]);
	});

	test("has no title but one of these", () => {
		expect(commands.match(/set_title\((?!title\.text\(\)|Title::\w+\.text\(\))/g)).toBeNull();
		const used = new Set([...commands.matchAll(/Title::(\w+)/g)].map(([, name]) => name));
		expect([...used].toSorted()).toEqual(titles.map(([name]) => name).toSorted());
	});
});
