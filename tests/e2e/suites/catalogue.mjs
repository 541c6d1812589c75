// Canonical items and prices: a catalogue from a file, a line decided by keys, a price that a fact tells and its quote,
// and a file that is wrong.

import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { enter } from "../harness/chat.mjs";
import { palette } from "../harness/palette.mjs";
import { go, isAt } from "../harness/rail.mjs";
import { Key, until } from "../harness/webdriver.mjs";

const TITLE = "Autumn stage";
const QUOTE = "Molton black from Gerriets costs 12.50 EUR per m² since 3 March 2026";
const TEXT = `The back wall is to be covered.\n\n${QUOTE}. The supplier is Gerriets.\n`;
const CATALOGUE = "name;unit;synonyms_de;synonyms_fr\nMolton black;m2;Bühnenmolton schwarz;muleton noir\nTruss;m;Traverse;\nTruss;Stück;;\n";
const PRICES = "Artikel;Einzelpreis;Währung;Lieferant;Datum\nMolton black;11,20;EUR;Showtex;15.11.2025\nMolton black;13,90;EUR;Gerriets;01.12.2025\n";

const OFFERS = {
	"nordlicht.txt":
		"Nordlicht Bühnenbau GmbH\n\nDatum: 03.03.2027\n\nBezeichnung\tMenge\tEinzelpreis\nPodest schwarz, 1 m x 2 m\t12 Stück\t40,00 €\nTransport\t1 pauschal\t250,00 €\n\nAlle Preise verstehen sich zzgl. 19 % MwSt.\n",
	"podium.txt":
		"Podium Verleih KG\n\nBezeichnung\tEinheit\tPreis netto\tPreis brutto\nPodest schwarz 1 m x 2 m\tStück\t44,00 €\t52,36 €\n",
};

export const tests = {
	async "a catalogue comes from a file, after it was looked into"({ desk, picture }) {
		const text = join(desk.home, "wall.txt");
		writeFileSync(text, TEXT);
		desk.ask("discovery", "create", "--title", TITLE);
		desk.ask("discovery", "update", TITLE, "--stage", "planning");
		desk.ask("input", "add", TITLE, text, "--no-parse");
		submit(desk, [
			op("product.price", "12.50 EUR", QUOTE),
			op("project.decisions.supplier", "Gerriets", "The supplier is Gerriets"),
		]);
		const proposed = desk.ask("facts", TITLE).filter(({ status }) => status !== "accepted");
		if (proposed.length > 0) desk.ask("fact", "accept", ...proposed.map(({ id }) => id));

		const window = await desk.start();
		await enter(window, TITLE);
		await go(window, "memory");
		await window.find("article", QUOTE);
		await window.find("h2", "The catalogue is empty");
		await picture("empty");

		const file = join(desk.home, "catalogue.csv");
		writeFileSync(file, CATALOGUE);
		desk.choose(file);
		await (await window.role("button", "Import catalogue (CSV)")).click();
		await window.find("[role=dialog]", "3 new, 0 changed, 0 already here.");
		assert.equal(desk.ask("catalogue", "list").total, 0, "to look brings nothing in");
		await picture("preview");
		await (await window.role("button", "Import")).click();
		await until("the catalogue", () => desk.ask("catalogue", "list").total === 3);
	},

	async "a file that is wrong is refused by its lines, and nothing of it comes"({ desk, picture }) {
		const { window } = desk;
		const file = join(desk.home, "bad.csv");
		writeFileSync(file, `${PRICES}Molton black;abc;EUR;;01.12.2025\nVelvet;9,00;EUR;;01.12.2025\n`);
		desk.choose(file);
		await window.waitUntilGone("[role=dialog]", "Import catalogue.csv");
		await menu(window, "Import prices (CSV)");
		await window.find("[role=dialog]", "Line 4 Einzelpreis: “abc” is not a price");
		assert.equal(await (await window.role("button", "Import")).attribute("disabled"), "true");
		await picture("bad");
		await window.escape("Import bad.csv");
		assert.equal(desk.ask("catalogue", "list", "--search", "molton").items[0].price_count, 0);
	},

	async "a suggestion is confirmed by keys and is a decision"({ desk, picture }) {
		const { window } = desk;
		await (await window.find("[role=tab]", "What lines mean")).click();
		await window.find("article", "the line also says");
		await (await window.find("article button", QUOTE)).click();
		await window.find("article [data-marked=true]", "Molton black");
		await picture("suggestion");
		await window.keys("a");
		await window.find("article", "✓ Molton black");
		const line = await until("the decision", () => desk.ask("canonical", "suggest", TITLE).lines[0].confirmed);
		assert.equal(line.name, "Molton black");
		await picture("confirmed");
	},

	async "a price that a fact tells is charted beside those of a file, and its point opens the quote"({ desk, picture }) {
		const { window } = desk;
		const file = join(desk.home, "prices.csv");
		writeFileSync(file, PRICES);
		desk.ask("price", "import", file);
		await window.find("figure button[data-quote=true]", "");
		await until("three points", async () => (await window.all("figure button")).length === 3);
		const stats = desk.ask("price", "stats", "Molton black").series[0].all;
		assert.deepEqual([stats.last.minor, stats.median.minor, stats.low.minor, stats.high.minor], [1250, 1250, 1120, 1390]);
		await window.find("table", "€12.50 / m²");
		await picture("prices");
		const point = await window.find("figure button[data-quote=true]", "");
		assert.match(await point.attribute("aria-label"), /€12\.50 \/ m², Gerriets, .*open the quote of F-1/);
		await point.focus();
		await window.keys(Key.Enter);
		await isAt(window, "source");
		const marked = () => window.run(() => document.querySelector("main [data-selected=true]")?.textContent ?? "");
		await until("its words to be marked", async () => (await marked()).includes("12.50 EUR"));
		await picture("quote");
	},

	async "undone in the order in which they were done: the file's prices, then what the line means and its price"({ desk }) {
		const { window } = desk;
		const prices = (count) => until(`${count} prices`, () => desk.ask("price", "list", "Molton black").prices.length === count);
		await go(window, "memory");
		await isAt(window, "memory");
		await window.keys([Key.Control, "z"]);
		await prices(1);
		await until("one point", async () => (await window.all("figure button")).length === 1);
		await window.keys([Key.Control, "z"]);
		await prices(0);
		await window.keys([Key.Control, Key.Shift, "z"]);
		await prices(1);
		await window.keys([Key.Control, Key.Shift, "z"]);
		await prices(3);
		await until("three points", async () => (await window.all("figure button")).length === 3);
	},

	async "what an imported discovery means and the catalogue lacks is taken in by keys, and given back by undo"({ desk, picture }) {
		const { window } = desk;
		desk.ask("item", "add", TITLE, "Batten");
		desk.ask("canonical", "confirm", TITLE, "i1", desk.ask("catalogue", "list", "--search", "truss").items[0].id);
		const file = join(desk.home, "elsewhere.json");
		desk.ask("export", TITLE, "-o", file);
		writeFileSync(file, elsewhere(readFileSync(file, "utf8")));
		desk.ask("import", file, "--copy");
		assert.deepEqual(waits(desk), ["Their Molton black", "Their Truss"], "no import changes the catalogue");
		await (await window.find("[role=tab]", "Catalogue · 2 missing")).click();
		await window.find("section", "2 items are missing from this catalogue");
		await window.find("article[data-in-hand=true]", "Their Molton black");
		await picture("missing");
		await window.keys("x");
		await window.find("article[data-in-hand=true]", "Their Truss");
		await window.keys("a");
		await until("one less", () => waits(desk).length === 1);
		await window.find("[role=tab]", "Catalogue · 1 missing");
		await window.keys([Key.Control, "z"]);
		await until("both again", () => waits(desk).length === 2);
		await window.find("[role=tab]", "Catalogue · 2 missing");
		await (await window.role("button", "Take all into the catalogue")).click();
		await until("none", () => waits(desk).length === 0);
		await window.waitUntilGone("[role=tab]", "missing");
		await window.keys([Key.Control, "z"]);
		await window.find("[role=tab]", "Catalogue · 2 missing");
		await (await window.find("[role=tabpanel] button", "Molton black (m²)")).click();
		await window.find("figcaption", "Gerriets");
	},

	async "in German and in the dark it says the same"({ desk, picture }) {
		const { window } = desk;
		await palette(window, "Open settings");
		await choose(window, "Dark");
		await choose(window, "Deutsch");
		await window.escape("Deutsch");
		await window.find("nav [aria-current=page]", "Preise");
		await window.find("figcaption", "Gerriets");
		await picture("german-dark");
	},

	async "rows of offers become items with their prices by one press, in German, by vendor, net and gross apart"({
		desk,
		picture,
	}) {
		const { window } = desk;
		desk.ask("discovery", "create", "--title", "Offers");
		for (const [name, text] of Object.entries(OFFERS)) {
			writeFileSync(join(desk.home, name), text);
			desk.ask("input", "add", "Offers", join(desk.home, name));
		}
		await enter(window, "Offers");
		await go(window, "memory");
		await (await window.find("[role=tab]", "Was Zeilen meinen")).click();
		await window.find("section h3", "2 Gegenstände aus Angeboten und Preislisten");
		await window.find("section li", "Nordlicht Bühnenbau GmbH");
		await window.find("section li", "€ / Stück");
		await picture("proposals");
		await (await window.role("button", "Alle mit ihren Preisen hinzufügen")).click();
		await until("the items", () => desk.ask("item", "list", "Offers").length === 2);
		await window.waitUntilGone("section h3", "aus Angeboten");
		await (await window.find("section[aria-label=Preise] button", "Podest schwarz")).click();
		await window.find("section[aria-label^=Podest] table", "Podium Verleih KG");
		await window.find("section[aria-label^=Podest] table", "Nordlicht Bühnenbau GmbH");
		await picture("compared");
		assert.deepEqual(
			desk.ask("price", "stats", "Podest schwarz, 1 m x 2 m").series.map(({ tax }) => tax),
			["net", "gross"],
		);
	},
};

/** The same discovery as from another library, whose catalogue has other ids and other names. */
function elsewhere(exported) {
	const { catalogue } = JSON.parse(exported).factly;
	const renamed = catalogue.reduce(
		(text, { uuid, name }) => text.replaceAll(uuid, randomUUID()).replaceAll(`"name":"${name}"`, `"name":"Their ${name}"`),
		exported,
	);
	assert.notEqual(renamed, exported);
	return renamed;
}

const waits = (desk) => desk.ask("catalogue", "waiting").waiting.map(({ name }) => name);

function op(key, value, quote) {
	return {
		op: "ADD",
		scope: { type: "project" },
		key,
		value,
		confidence: 0.95,
		evidence: { quote },
		needsReview: false,
		reason: "it says so",
	};
}

function submit(desk, ops) {
	const file = join(desk.home, "ops.json");
	writeFileSync(file, JSON.stringify({ ops }));
	const [{ bundles }] = desk.ask("input", "list", TITLE);
	desk.ask("run", "submit", bundles[0].id, "--ops", file);
}

/** An entry of the menu beside the search. */
async function menu(window, words) {
	await (await window.find("[role=tab]", "Catalogue")).click();
	await (await window.role("button", "More")).click();
	await (await window.find("[role=menuitem]", words)).click();
}

async function choose(window, words) {
	await (await window.find("[role=dialog] label", words)).click();
}
