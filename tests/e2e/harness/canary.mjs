// A server on the loopback that nobody has a reason to speak to. It answers everybody and remembers who came.

import { createServer } from "node:net";
import { once } from "node:events";

export class Canary {
	static async start() {
		const canary = new Canary();
		canary.server = createServer((socket) => {
			canary.connections += 1;
			socket.on("error", () => {});
			socket.on("data", (bytes) => {
				const path = /^[A-Z]+ \/([\w-]*)/.exec(bytes.toString("latin1"))?.[1];
				if (path) canary.visits.add(path);
				socket.end(ANSWER);
			});
		});
		canary.server.listen(0, "127.0.0.1");
		await once(canary.server, "listening");
		canary.address = `http://127.0.0.1:${canary.server.address().port}`;
		return canary;
	}

	/** Connections, with or without a request: a preconnect is a leak too. */
	connections = 0;
	/** The first segments of the paths that were asked for. */
	visits = new Set();

	stop() {
		this.server.close();
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
