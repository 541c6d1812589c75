// A library that is newer, damaged or gone: said so, left as it is, and the newest good copy offered.

import assert from "node:assert/strict";
import { existsSync, readFileSync, readdirSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { enter } from "../harness/chat.mjs";
import { clickTo } from "../harness/rail.mjs";
import { comesTo, until } from "../harness/webdriver.mjs";

/** A library as a newer Factly leaves it: SQLite's header and the newest row of `migration` say another version. */
function asNewer(old) {
	const newer = Buffer.from(old);
	const version = newer.readUInt32BE(60);
	newer.writeUInt32BE(NEWER, 60);
	// A row: its length, its number, then the types of its columns: none, a name, a sum of 64 letters, a time.
	const isRow = (at) => newer[at + 1] === 6 && newer[at + 2] === 0 && newer.subarray(at + 4, at + 7).equals(Buffer.from([0x81, 0x0d, 5]));
	const at = [...newer.keys()].find((at) => newer[at] === version && isRow(at));
	assert.ok(at, "the newest migration is written down");
	newer[at] = NEWER;
	return newer;
}

const NEWER = 99;

export const tests = {
	async "a copy is taken in the background"({ desk }) {
		// Before the start: the copy is taken a few seconds after it, whether or not anybody has added a text by then.
		const file = join(desk.home, "sluice.txt");
		writeFileSync(file, "The sluice was opened on 4 May 2025.");
		desk.ask("discovery", "create", "--title", "Sluice");
		desk.ask("input", "add", "Sluice", file);
		const window = await desk.start();
		await isThere(window);
		await until("a copy", () => desk.log().includes("a copy of the library was taken"));
		await desk.stop();
	},

	async "a newer library is refused and left byte for byte"({ desk, picture }) {
		const old = readFileSync(desk.library);
		const newer = asNewer(old);
		put(desk.library, newer);
		const window = await desk.start();
		await window.role("heading", "The library cannot be opened");
		await window.find("[role=alert]", "newer");
		await picture("newer");
		await desk.stop();
		assert.ok(readFileSync(desk.library).equals(newer), "not one byte was changed");
		put(desk.library, old);
	},

	async "a damaged library is kept aside and a copy restored"({ desk, picture }) {
		const damaged = readFileSync(desk.library).fill(0, 100);
		put(desk.library, damaged);
		const window = await desk.start();
		await window.role("heading", "The library cannot be opened");
		await picture("damaged");
		await (await window.role("button", "Restore this copy")).click();
		await isThere(window);
		const damagedCopies = () => {
			const folder = readdirSync(desk.home).map((name) => `${desk.home}/${name}`);
			return folder.filter((path) => path !== desk.library && statSync(path).isFile() && readFileSync(path).equals(damaged)).length;
		};
		await comesTo(damagedCopies, 1, "the damaged file is still there, under another name");
		await picture("restored");
		await desk.stop();
	},

	async "damage that the start does not see is found behind it, and the window is told"({ desk, picture }) {
		desk.ask("discovery", "list"); // It takes the log into the file.
		rot(desk.library, "The sluice was opened");
		const window = await desk.start();
		await window.find("nav [data-goes=source]");
		await until("the check", () => desk.log().includes("the library is damaged"));
		await window.role("heading", "The library cannot be opened");
		await window.find("[role=alert]", "damaged");
		await picture("found-damaged");
		await (await window.role("button", "Restore this copy")).click();
		await isThere(window);
		await desk.stop();
	},

	async "no new library is made in the place of one that is gone"({ desk }) {
		const whole = readFileSync(desk.library);
		put(desk.library, undefined);
		const window = await desk.start();
		await window.role("heading", "The library cannot be opened");
		assert.ok(!existsSync(desk.library), "nothing stands in its place");
		put(desk.library, whole);
		await (await window.role("button", "Try again")).click();
		await isThere(window);
	},
};

async function isThere(window) {
	await enter(window, "Sluice");
	await clickTo(window, "source");
	await window.find("[role=button][aria-label^='Fact F-1,']", "The sluice was opened");
}

/** Turns one bit of a stored text, which no index and no page's structure shows. */
function rot(library, words) {
	const file = readFileSync(library);
	const at = file.indexOf(words);
	assert.ok(at > 0, "the text stands in the file");
	file[at] ^= 1;
	put(library, file);
}

/** Puts `content` in the library's place, without the log that lay beside it. */
function put(library, content) {
	for (const suffix of ["", "-wal", "-shm"]) rmSync(library + suffix, { force: true });
	if (content) writeFileSync(library, content);
}
