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

/** The layers of the window, from the top: each knows only those under it. */
const layers = ["main.tsx", "app", "features", "shared", "components", "state", "commands", "i18n", "ipc", "styles"];
/** The one file of a feature that others may use, where they cannot do without. */
const faces: Record<string, string> = {
	"features/chat": "frame/Embedded", // the conversation in the middle of the Work screen
};

/** The area that a file belongs to: a folder of a feature, or of what features share, or else its layer. */
const areaOf = (path: string) => /^(features|shared)\/[^/]+|^[^/]+/.exec(path)?.[0] ?? "";
const layerOf = (path: string) => layers.indexOf(path.split("/")[0] ?? "");

/** The imports of the window's files from another area. */
const imports = files
	.flatMap(({ path, text }) =>
		[...text.matchAll(/(?:\bfrom|\bimport)\s*\(?\s*"(\.[^"]+)"/g)].map(([, from = ""]) => ({
			path,
			from: join(path, "..", from),
		})),
	)
	// Data that the host reads too is of no layer.
	.filter(({ path, from }) => areaOf(path) !== areaOf(from) && !from.endsWith(".json"));

/** Fields in which an "@" offers no items. */
const itemless: Record<string, string> = {
	"features/audit/PasteAnswerDialog.tsx audit.answer": "a model's answer, pasted to the letter",
	"features/chat/cards/CardForm.tsx pipeline.restsOnField": "labels of cards",
	"features/longDocuments/Models.tsx documents.otherModel": "a name",
	"features/longDocuments/OwnRecipe.tsx documents.recipeJson": "JSON",
	"features/longDocuments/OwnRecipe.tsx documents.recipeTitle": "a name",
	"features/longDocuments/StartForm.tsx documents.answer": "a count",
	"features/longDocuments/StartForm.tsx documents.cap": "money",
	"features/longDocuments/StartForm.tsx documents.context": "a count",
	"features/longDocuments/StartForm.tsx documents.prompt": "goes to a model to the letter",
	"features/longDocuments/StartForm.tsx documents.title": "a name",
	"features/longDocuments/WalletDialog.tsx documents.add": "money",
	"features/longDocuments/WalletDialog.tsx documents.unit": "a unit",
	"features/longDocuments/WalletDialog.tsx documents.walletCap": "money",
	"features/longDocuments/WaitNote.tsx documents.feedback": "goes to a model to the letter",
	"features/longDocuments/WaitNote.tsx documents.newCap": "money",
	"features/facts/SavedViews.tsx views.name": "a name",
	"features/inputs/AddTextDialog.tsx inputs.textTitle": "a name",
	"features/inspector/entity/DocumentForm.tsx document.authors": "names of people",
	"features/inspector/entity/DocumentForm.tsx document.date": "a date",
	"features/inspector/entity/DocumentForm.tsx document.name": "a name",
	"features/inspector/entity/DocumentForm.tsx document.reference": "a line of a bibliography",
	"features/inspector/FactEditForm.tsx inspector.amount": "a value",
	"features/inspector/FactEditForm.tsx inspector.property": "a name",
	"features/inspector/FactEditForm.tsx inspector.subject": "a name",
	"features/inspector/FactEditForm.tsx inspector.value": "a value, read as its key's type",
	"features/items/FactItemDialog.tsx items.findOrName": "lists the items itself",
	"features/items/ItemDialog.tsx items.aliases": "names, which tokens are made of",
	"features/items/ItemDialog.tsx items.name": "a name, which tokens are made of",
	"features/items/OverrideDialog.tsx items.value": "a value, read as its key's type",
	"features/items/SplitDialog.tsx items.splitName": "a name, which tokens are made of",
	"features/library/NewDiscoveryDialog.tsx library.newGoal": "a discovery that is not there yet has no items",
	"features/library/NewDiscoveryDialog.tsx library.newTitle": "a name, of a discovery that has no items yet",
	"features/catalogue/AddPrice.tsx memory.date": "a date",
	"features/catalogue/AddPrice.tsx memory.price": "money",
	"features/catalogue/AddPrice.tsx memory.quantity": "a number",
	"features/catalogue/AddPrice.tsx memory.unit": "a unit",
	"features/catalogue/AddPrice.tsx memory.vendor": "a name, by which prices are put together",
	"features/catalogue/ItemDialog.tsx memory.name": "of the library's catalogue, which belongs to no discovery",
	"features/catalogue/ItemDialog.tsx memory.note": "of the library's catalogue, which belongs to no discovery",
	"features/catalogue/ItemDialog.tsx memory.synonymsIn": "of the library's catalogue, which belongs to no discovery",
	"features/catalogue/ItemDialog.tsx memory.unit": "a unit",
	"features/catalogue/RatesDialog.tsx memory.date": "a date",
	"features/catalogue/RatesDialog.tsx memory.rate": "a number",
	"features/catalogue/RatesDialog.tsx memory.rateFrom": "a currency",
	"features/catalogue/RatesDialog.tsx memory.rateTo": "a currency",
	"features/pipeline/DeriveDialog.tsx pipeline.answer": "a model's answer, pasted to the letter",
	"features/providers/ChoiceEditor.tsx provider.baseUrl": "an address",
	"features/providers/LimitsSection.tsx provider.limit.": "a number",
	"features/reports/VersionsDialog.tsx report.versionName": "a name",
	"features/source/AddFactForm.tsx source.value": "a value, read as its key's type",
};

/** Files that make a text field that is not the shared one. */
const ownFields: Record<string, string> = {
	"app/Palette.tsx": "finds commands",
	"features/retrieval/SearchDialog.tsx": "finds words in the library",
	"components/Field.tsx": "the shared one",
	"components/GrowingText.tsx": "a goal, for which its users take the picker themselves",
	"components/SearchField.tsx": "finds, and writes nothing",
	"features/facts/past/LookBack.tsx": "a time",
	"features/reports/FindBar.tsx": "finds, and puts in what stands in a report",
	"features/source/FindBar.tsx": "finds, and writes nothing",
	"shared/cards/RestsOn.tsx": "finds cards",
	"features/work/QuestionCard.tsx": "takes the picker itself",
};

describe("tidy", () => {
	test("the host is reached through src/ipc only", () => {
		const outside = code.filter(({ path }) => !path.startsWith("ipc/"));
		expect(where(outside, /@tauri-apps\//)).toEqual([]);
	});

	test("nothing of it stands in for the host: what tests need of that is the host itself", () => {
		expect(where(code, /mockIPC|mockWindows|@tauri-apps\/api\/mocks/)).toEqual([]);
	});

	test("imports go downhill only", () => {
		expect(imports.filter(({ path, from }) => !(layerOf(from) >= layerOf(path) && layerOf(path) >= 0))).toEqual([]);
	});

	test("no feature knows the inside of another", () => {
		const isInside = (from: string) => from !== join(areaOf(from), faces[areaOf(from)] ?? "");
		expect(
			imports.filter(({ path, from }) => [path, from].every((one) => one.startsWith("features/")) && isInside(from)),
		).toEqual([]);
	});

	test("no two areas know each other", () => {
		const pairs = new Set(imports.map(({ path, from }) => `${areaOf(path)} ${areaOf(from)}`));
		expect([...pairs].filter((pair) => pairs.has(pair.split(" ").toReversed().join(" ")))).toEqual([]);
	});

	test("every command of the catalogue is bound by somebody", () => {
		const binders = code.filter(
			({ path, text }) => !/^commands\/catalog|^i18n\//.test(path) && /bind\(|useCommand|command: /.test(text),
		);
		// Views are bound by being listed: the type of their list names them all.
		const bound = commandIds.filter((id) => !id.startsWith("view."));
		expect(bound.filter((id) => !binders.some(({ text }) => text.includes(`"${id}"`)))).toEqual([]);
	});

	test("one idea a file: under 200 lines", () => {
		const data = /^i18n\/(en|de)\//;
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
		const outside = code.filter(({ path }) => path !== "shared/facts/origin.ts");
		expect(where(outside, /navigation\.showInSource|\bshowInSource\(/)).toEqual([]);
	});

	test("every text field offers items, but those that hold no sentence, each with its reason", () => {
		const fields = code.flatMap(({ path, text }) =>
			text
				.split(/<Field(?=\s)/)
				.slice(1)
				.map((field) => ({ path, field: field.slice(0, field.indexOf("/>")) }))
				.filter(({ field }) => /\bitemless\b/.test(field))
				.map(({ field }) => `${path} ${/label=\{(?:`\$\{)?t\([`"]([\w.]+)/.exec(field)?.[1]}`),
		);
		expect(fields.toSorted()).toEqual(Object.keys(itemless).toSorted());
		const own = code.filter(({ text }) => /<textarea|<input(?![^>]*type="(checkbox|radio)")/s.test(text));
		expect(own.map(({ path }) => path).toSorted()).toEqual(Object.keys(ownFields).toSorted());
	});

	test("the lock file names no registry", () => {
		expect(readFileSync(join(root, "package-lock.json"), "utf8")).not.toMatch(/"resolved": "http/);
	});

	test("the window's tests find elements by whole names, among those that can be reached", () => {
		const folder = join(root, "tests/window");
		const tests = readdirSync(folder, { recursive: true, encoding: "utf8" })
			.filter((path) => path.endsWith(".ts") && path !== "browser.ts")
			.map((path) => ({ path, text: readFileSync(join(folder, path), "utf8") }));
		expect(where(tests, /\bpage\s*\.getByRole\(/), "`role` leaves out what is inert").toEqual([]);
		expect(
			where(tests, /\.getByRole\([^)]*name: ["`][^,)]*\}\)/),
			"a string without `exact` is a part of a name",
		).toEqual([]);
	});
});
