import { expect, test } from "vitest";
import { openView, openWindow, page, role, settled } from "./browser.ts";
import { englishLeft } from "./english.ts";
import { screenNamed } from "./screens.ts";

/** Every room of the German window, and dialogs that name what the host says. A soak takes all screens. */
const rooms = [
	"first start",
	"settings",
	"keys",
	"import with faults",
	"overview",
	"source",
	"known now",
	"a conflict in the inbox",
	"facts",
	"a refused quote",
	"an item",
	"pipeline",
	"outline",
	"a trace",
	"history",
	"run",
	"coverage",
	"guide",
	"a finished round",
	"what lines mean",
	"prices",
	"providers",
	"an answer",
	"report",
	"a document that waits",
];

test.each(rooms)("%s, in German", async (name) => {
	const screen = screenNamed(name);
	await openWindow({ ...screen.look, language: "de" });
	await screen.go();
	await settled();
	await expect.poll(englishLeft, { message: "what is left of English", timeout: 5_000 }).toEqual([]);
});

test("a row of the inbox has its key and figure in German, and the reason is a sentence", async () => {
	await openView("review", { language: "de" });
	await page.locator("main [role=treegrid] [role=row]", { hasText: "Breite: 6,2 m" }).waitFor();
	await role("article", "F-9: Breite: 6,2 m").waitFor();
	await page.getByText("Es ist nicht gesagt, welcher Gegenstand gemeint ist.", { exact: true }).waitFor();
});
