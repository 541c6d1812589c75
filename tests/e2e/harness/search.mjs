// Looks for a secret wherever a program could have left it: in files, in its processes, in its page.

import { readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";

/** A secret as it may be written: plain, as URLs, JavaScript and WebKit's databases write it, in hex, and in base64 wherever it begins. */
export function formsOf(secret) {
	const bytes = Buffer.from(secret);
	const wide = Buffer.from(secret, "utf16le");
	const hex = bytes.toString("hex");
	return {
		plain: bytes,
		wide,
		url: Buffer.from(encodeURIComponent(secret)),
		json: Buffer.from(JSON.stringify(secret).slice(1, -1).replaceAll("/", "\\/")),
		hex: Buffer.from(hex),
		"hex in capitals": Buffer.from(hex.toUpperCase()),
		"hex of wide": Buffer.from(wide.toString("hex")),
		...base64(bytes, "base64"),
		...base64(bytes, "base64url"),
	};
}

/** Base64 takes three bytes at a time, so what stands before a secret changes how it is written; its ends mix with what stands around. */
function base64(bytes, encoding) {
	return Object.fromEntries(
		[0, 1, 2].map((before) => {
			const from = before === 0 ? 0 : 3 - before;
			const whole = Math.floor((bytes.length - from) / 3) * 3;
			return [`${encoding} after ${before}`, Buffer.from(bytes.subarray(from, from + whole).toString(encoding))];
		}),
	);
}

/** Returns the forms that occur in `bytes`. */
export const formsIn = (bytes, secret) => Object.entries(formsOf(secret)).filter(([, form]) => bytes.includes(form)).map(([name]) => name);

/** The files under `folder` that hold the secret, as “path: form”. */
export function inFiles(folder, secret) {
	return readdirSync(folder, { recursive: true, withFileTypes: true })
		.filter((entry) => entry.isFile())
		.map((entry) => join(entry.parentPath, entry.name))
		.flatMap((path) => findingsIn(path, read(path), secret));
}

/** Searches the command lines and environments of these processes: anybody on the machine may see them. */
export function inProcesses(pids, secret) {
	return pids.flatMap((pid) => ["cmdline", "environ"].flatMap((file) => findingsIn(`/proc/${pid}/${file}`, read(`/proc/${pid}/${file}`), secret)));
}

/** The page, what it stores, and what of its own it still holds. */
export async function inPage(window, secret) {
	const textByLocation = await window.run(`async () => {
		const databases = await Promise.all((await indexedDB.databases()).map(({ name }) => everythingIn(name)));
		return {
			document: document.documentElement.outerHTML,
			fields: [...document.querySelectorAll("input, textarea")].map((field) => field.value).join(" "),
			localStorage: JSON.stringify({ ...localStorage }),
			sessionStorage: JSON.stringify({ ...sessionStorage }),
			indexedDB: JSON.stringify(databases),
			cookies: document.cookie,
			address: location.href + JSON.stringify(history.state),
		};
		async function everythingIn(name) {
			const done = (request) => new Promise((resolve, reject) => { request.onsuccess = () => resolve(request.result); request.onerror = () => reject(request.error); });
			const database = await done(indexedDB.open(name));
			const stores = [...database.objectStoreNames];
			const rows = await Promise.all(stores.map((store) => done(database.transaction(store).objectStore(store).getAll())));
			database.close();
			return rows;
		}
	}`);
	return Object.entries(textByLocation).flatMap(([location, text]) => findingsIn(location, Buffer.from(text), secret));
}

const findingsIn = (location, bytes, secret) => formsIn(bytes, secret).map((form) => `${location}: ${form}`);

function read(path) {
	try {
		return readFileSync(path);
	} catch {
		return Buffer.alloc(0); // It is gone, as temporary files and processes go.
	}
}
