// A server on the loopback that nobody has a reason to speak to. It answers everybody and remembers who came.

import { createServer } from "node:net";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { peer } from "./sockets.mjs";

export class Canary {
	static async start() {
		const canary = new Canary();
		canary.server = createServer((socket) => {
			socket.on("error", () => {});
			const pid = peer(socket, canary.#known);
			if (pid !== undefined && isAnothers(pid)) {
				socket.destroy();
				return;
			}
			if (pid !== undefined) canary.#known.add(pid);
			const visit = { path: undefined, by: nameOf(pid) };
			canary.#came.push(visit);
			socket.on("data", (bytes) => {
				const path = /^[A-Z]+ \/([\w-]*)/.exec(bytes.toString("latin1"))?.[1];
				visit.path ??= path;
				if (path) canary.visits.add(path);
				socket.end(ANSWER);
			});
		});
		canary.server.listen(0, "127.0.0.1");
		await once(canary.server, "listening");
		canary.address = `http://127.0.0.1:${canary.server.address().port}`;
		return canary;
	}

	/** The first segments of the paths that were asked for. */
	visits = new Set();
	#came = [];
	/** Earlier clients come again: the owner of a connection is then told at a glance. */
	#known = new Set();

	/** Connections, with or without a request: a preconnect is a leak too. */
	get connections() {
		return this.#came.length;
	}

	/** Returns the clients and their requests, for whoever looks at a failure. */
	describeConnections() {
		return this.#came.map(({ path, by }) => `${path === undefined ? "a bare connection" : `“${path}”`} by ${by}`).join(", ") || "nobody";
	}

	stop() {
		this.server.close();
	}
}

/** Returns whether a process is surely none of ours: all that a run starts, and what those start, carries a mark of it.
 * */
function isAnothers(pid) {
	try {
		return !/(^|\0)FACTLY_E2E(_BUS)?=/.test(readFileSync(`/proc/${pid}/environ`, "latin1"));
	} catch {
		return false; // Nobody can say any more.
	}
}

function nameOf(pid) {
	try {
		return `${readFileSync(`/proc/${pid}/comm`, "utf8").trim()} ${pid}`;
	} catch {
		return "somebody who was gone";
	}
}

const ANSWER = [
	"HTTP/1.1 200 OK",
	"content-type: text/html",
	// Asked again, it is to be asked again.
	"cache-control: no-store",
	"access-control-allow-origin: *",
	"access-control-allow-headers: *",
	"connection: close",
	"content-length: 20",
	"",
	"<title>canary</title>",
].join("\r\n");
