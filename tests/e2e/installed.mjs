// Starts what a package installed in a root of its own, and opens the sample there: `node installed.mjs ROOT`, on a bus
// of its own, with the command line's path in FACTLY_CLI.
//
// A release lets no driver in: it is steered by keys, and what its screen says is read by tesseract. FACTLY_E2E_PICTURES
// names a folder for pictures.

import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Desk } from "./harness/desk.mjs";
import { Screen } from "./harness/screen.mjs";
import { until } from "./harness/webdriver.mjs";

/** Reading a screen takes a second or two, and a first start on a cold disk some more. */
const PATIENCE = 120_000;
const HOME = "/home/analyst";
const [root] = process.argv.slice(2);
const folder = mkdtempSync(join(tmpdir(), "factly-installed-"));
const pictures = process.env.FACTLY_E2E_PICTURES ?? folder;
mkdirSync(pictures, { recursive: true });
// The root has no socket of the display, but one that is no file reaches into it.
const screen = await Screen.start(folder);
const env = { HOME, XDG_RUNTIME_DIR: HOME, FACTLY_LIBRARY: undefined };
const desk = await Desk.set({ binary: "chroot", cli: process.env.FACTLY_CLI, screen, home: join(root, HOME), env });
desk.library = join(desk.home, ".local/share/app.factly.desktop/library.factly");
try {
	const app = await desk.launch([root, "factly-desktop"]);
	assert.equal(app.exitCode, null, "what was installed starts, and its window stays");
	await seen("start", "Start with a text");
	press("search", "--sync", "--onlyvisible", "--name", "^Factly$", "windowfocus", "--sync", "key", "ctrl+k");
	await seen("palette", "Open the sample");
	press("type", "--delay", "50", "Open the sample");
	await screen.picture(join(pictures, "found.png"));
	press("key", "Return");
	await seen("sample", "How to protect Ashfield");
	const [sample] = desk.ask("discovery", "list");
	assert.equal(sample.title, "Flood protection in Ashfield");
	assert.ok(sample.fact_count > 100, `the sample was read: ${JSON.stringify(sample)}`);
	console.log(`the window of what was installed shows the sample, of ${sample.fact_count} facts`);
} catch (error) {
	console.error(`--- the application's log\n${desk.log()}---`);
	throw error;
} finally {
	await desk.stop();
	await screen.stop();
	rmSync(folder, { recursive: true, force: true });
}

function press(...keys) {
	execFileSync("xdotool", keys, { env: desk.env });
}

/** Resolves once these words stand on the screen. */
function seen(name, words) {
	const file = join(pictures, `${name}.png`);
	const look = async () => {
		await screen.picture(file);
		return execFileSync("tesseract", [file, "-", "--dpi", "96", "--psm", "11"], { encoding: "utf8", stdio: ["ignore", "pipe", "ignore"] });
	};
	return until(`“${words}” on the screen`, async () => (await look()).replace(/\s+/g, " ").includes(words), PATIENCE);
}
