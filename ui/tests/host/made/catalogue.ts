import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { Cli } from "./cli.ts";
import { HARBOUR, makeHarbour } from "./harbour.ts";

const ITEMS = ["Molton, black", "Truss", "Backdrop cloth", "Schwerlastbodenplattenverbinder, feuerverzinkt"];
const CATALOGUE = "name;unit;synonyms_de\nMolton black;m2;Bühnenmolton\nTruss;m;Traverse\nTruss;pieces;\n";
const MISSING =
	"name;unit;note\nBackdrop cloth;m2;Per side, from 300 dpi\nSchwerlastbodenplattenverbinder, feuerverzinkt;pieces;\n";
const PRICES =
	"item;price;currency;vendor;date\nMolton black;11.00;EUR;Showtex;2026-05-04\nMolton black;13.00;EUR;Gerriets;2026-08-22\n";

/** The harbour with things that are bought for it, the catalogue that they stand in, and what one of them has cost. */
export async function makeCatalogue(factly: Cli): Promise<void> {
	await makeHarbour(factly);
	for (const name of ITEMS) await factly.do("item", "add", HARBOUR, name);
	await bring(factly, "catalogue", CATALOGUE);
	await bring(factly, "price", PRICES);
}

/** A discovery that was decided on in another library: none of what its lines mean is in the catalogue of this one. */
export async function makeMissing(factly: Cli): Promise<void> {
	const other = new Cli(join(factly.folder, "other"));
	await makeCatalogue(other);
	await bring(other, "catalogue", MISSING);
	for (const [item, canonical] of [
		["i1", "Molton black"],
		["i3", "Backdrop cloth"],
		["i4", "Schwerlastbodenplattenverbinder, feuerverzinkt"],
	] as const)
		await other.do("canonical", "confirm", HARBOUR, item, canonical);
	const path = join(factly.folder, "decided.json");
	await other.do("export", HARBOUR, "-o", path);
	await factly.do("import", path);
}

/** Reads a catalogue, or prices, from a file. */
export async function bring(factly: Cli, kind: "catalogue" | "price", csv: string): Promise<void> {
	const path = join(factly.folder, `${kind}.csv`);
	writeFileSync(path, csv);
	await factly.do(kind, "import", path);
}
