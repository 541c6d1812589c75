import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import german from "../../src/i18n/de/packs.ts";

const folder = join(import.meta.dirname, "../../../src-tauri/core/packs");
const packs = readdirSync(folder).map(
	(name) => JSON.parse(readFileSync(join(folder, name), "utf8")) as { keys: Record<string, unknown>[] },
);
const shipped = (of: string) =>
	packs.flatMap(({ keys }) => keys.flatMap((key) => (key[of] as string | undefined) ?? []));

describe.each(Object.entries(german))("what the packs of keys say in German: %s", (area, known) => {
	test("is all that is shipped, to the letter, and each once", () => {
		const english = known.map(([words]) => words).toSorted();
		expect(english.length).toBeGreaterThan(50);
		// The key of notes is in no pack.
		const others = area === "label" ? ["note"] : [];
		expect(english).toEqual([...new Set([...shipped(area), ...others])].toSorted());
	});
});
