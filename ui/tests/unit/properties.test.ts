import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { properties } from "../../src/i18n/de/properties.ts";

test("every property that a value may be of has its German name, and no other has one", () => {
	const file = readFileSync(join(import.meta.dirname, "../../../src-tauri/core/lexicons/properties.txt"), "utf8");
	const names = file.split("\n").filter((line) => /^[^ #].*:/.test(line));
	expect(properties.map(([name]) => name)).toEqual(names.map((line) => line.split(":")[0]));
});
