import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { commandIds } from "../../src/commands/catalog.ts";

/** Rules of this folder that no linter has. */

const root = join(import.meta.dirname, "../..");
const files = readdirSync(join(root, "src"), { recursive: true, encoding: "utf8" })
	.filter((path) => /\.(tsx?|css)$/.test(path))
	.map((path) => ({ path, text: readFileSync(join(root, "src", path), "utf8") }));
const code = files.filter(({ path }) => /\.tsx?$/.test(path) && path !== "ipc/bindings.ts");
const styles = files.filter(({ path }) => path.endsWith(".css"));

const where = (found: { path: string; text: string }[], unwanted: RegExp) =>
	found.filter(({ text }) => unwanted.test(text)).map(({ path }) => path);

describe("tidy", () => {
	test("the host is reached through src/ipc only", () => {
		const outside = code.filter(({ path }) => !path.startsWith("ipc/"));
		expect(where(outside, /@tauri-apps\//)).toEqual([]);
	});

	test("the fake host is asked for in one place, behind the switch that production turns off", () => {
		const outside = code.filter(({ path }) => !path.startsWith("ipc/fake/"));
		expect(where(outside, /ipc\/fake|\.\/fake\//)).toEqual(["main.tsx"]);
	});

	test("every command of the catalogue is bound by somebody", () => {
		const binders = code.filter(
			({ path, text }) => !/^commands\/catalog|^i18n\//.test(path) && /bind\(|useCommand|command: /.test(text),
		);
		expect(commandIds.filter((id) => !binders.some(({ text }) => text.includes(`"${id}"`)))).toEqual([]);
	});

	test("one idea a file: under 200 lines", () => {
		const data = /^i18n\/(en|de)\/|^ipc\/fake\/sample\.ts$/;
		expect(
			code.filter(({ path, text }) => !data.test(path) && text.split("\n").length > 200).map(({ path }) => path),
		).toEqual([]);
	});

	test("no <style>, no inline style text, no innerHTML: the window's policy refuses them", () => {
		expect(where(code, /<style|dangerouslySetInnerHTML|\.innerHTML|style="/)).toEqual([]);
	});

	test("no shadows, filters or gradients", () => {
		expect(where(styles, /box-shadow|text-shadow|[^-]filter:|backdrop-filter|gradient\(/)).toEqual([]);
	});

	test("colours come from the tokens", () => {
		const others = styles.filter(({ path }) => !/^styles\/(tokens|first-paint)\.css$/.test(path));
		expect(where(others, /#[0-9a-f]{3,8}\b|rgba?\(|hsla?\(/i)).toEqual([]);
	});

	test("nothing moves for longer than 150 ms", () => {
		const durations = styles.flatMap(({ text }) =>
			[...text.matchAll(/(?:transition|animation)[^;]*?(\d+)ms/g)].map((match) => Number(match[1])),
		);
		expect(durations.filter((duration) => duration > 150)).toEqual([]);
	});

	test("a fact's words are opened in one way, which knows that not all stand in an Input", () => {
		const outside = code.filter(({ path }) => path !== "features/facts/origin.ts");
		expect(where(outside, /navigation\.showInSource|\bshowInSource\(/)).toEqual([]);
	});

	test("the lock file names no registry", () => {
		expect(readFileSync(join(root, "package-lock.json"), "utf8")).not.toMatch(/"resolved": "http/);
	});
});
