// A virtual screen, and pictures of it.
//
// Xvfb keeps its framebuffer in a file (`-fbdir`), so what is on the screen is read from there, as it is: a WebDriver
// screenshot can be a frame old and never shows the window around the page.

import { spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync, writeFileSync } from "node:fs";
import { createHash } from "node:crypto";
import { deflateSync, crc32 } from "node:zlib";
import { createInterface } from "node:readline";
import { until } from "./webdriver.mjs";

export class Screen {
	/** Starts a screen on the first free display; its framebuffer lies in `folder`. */
	static async start(folder, size = "1280x800x24") {
		const args = ["-displayfd", "3", "-screen", "0", size, "-fbdir", folder, "-nolisten", "tcp", "-noreset"];
		const server = spawn("Xvfb", args, { stdio: ["ignore", "ignore", "ignore", "pipe"] });
		server.once("error", (error) => {
			throw new Error(`Xvfb did not start: ${error.message}`);
		});
		const [number] = await once(createInterface(server.stdio[3]), "line");
		return new Screen(server, `:${number}`, `${folder}/Xvfb_screen0`);
	}

	constructor(server, display, file) {
		Object.assign(this, { server, display, file });
	}

	/** Writes a PNG once several looks in a row see the same. */
	async picture(path) {
		let last;
		let same = 0;
		await until("the screen to stand still", () => {
			const now = createHash("sha1").update(readFileSync(this.file)).digest("hex");
			same = now === last ? same + 1 : 0;
			last = now;
			return same >= 6;
		});
		writeFileSync(path, png(readFileSync(this.file)));
	}

	/** Returns the brightness of the screen at a point, from 0 to 255. */
	brightness(x, y) {
		const { pixels, stride } = this.pixels();
		const at = y * stride + x * 4;
		return (pixels[at] + pixels[at + 1] + pixels[at + 2]) / 3;
	}

	/** Reads the pixels of the screen: four bytes a pixel, blue first, `stride` bytes a line. */
	pixels() {
		return parsed(readFileSync(this.file));
	}

	async stop() {
		this.server.kill();
		await once(this.server, "exit");
	}
}

/** An X window dump of 32 bits a pixel, as a PNG. */
function png(dump) {
	const { pixels, width, height, stride } = parsed(dump);
	const rows = Buffer.alloc((width * 3 + 1) * height);
	for (let y = 0, at = 0; y < height; y++) {
		at += 1; // filter "none"
		for (let x = 0, from = y * stride; x < width; x++, from += 4) {
			rows[at++] = pixels[from + 2];
			rows[at++] = pixels[from + 1];
			rows[at++] = pixels[from];
		}
	}
	const shape = Buffer.alloc(13);
	shape.writeUInt32BE(width, 0);
	shape.writeUInt32BE(height, 4);
	shape.set([8, 2, 0, 0, 0], 8);
	const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
	return Buffer.concat([signature, chunk("IHDR", shape), chunk("IDAT", deflateSync(rows)), chunk("IEND", Buffer.alloc(0))]);
}

function parsed(dump) {
	const field = (index) => dump.readUInt32BE(index * 4);
	const pixels = dump.subarray(field(0) + field(19) * 12);
	return { pixels, width: field(4), height: field(5), stride: field(12) };
}

function chunk(kind, content) {
	const body = Buffer.concat([Buffer.from(kind, "latin1"), content]);
	const out = Buffer.alloc(body.length + 8);
	out.writeUInt32BE(content.length, 0);
	body.copy(out, 4);
	out.writeUInt32BE(crc32(body), body.length + 4);
	return out;
}
