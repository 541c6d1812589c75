// A document of Word with other words in it, as if somebody had edited it elsewhere.

import { readFileSync, writeFileSync } from "node:fs";
import { crc32, inflateRawSync } from "node:zlib";

/** Puts words in the place of others in the text of a document. */
export function edit(file, changes) {
	const parts = read(readFileSync(file));
	const text = parts.find(({ name }) => name === "word/document.xml");
	let xml = text.bytes.toString("utf8");
	for (const [old, now] of changes) {
		if (!xml.includes(old)) throw new Error(`“${old}” does not stand in the document`);
		xml = xml.replace(old, now);
	}
	text.bytes = Buffer.from(xml);
	writeFileSync(file, written(parts));
}

/** The parts of an archive, by its list at the end. */
function read(bytes) {
	const end = bytes.lastIndexOf("PK\x05\x06", undefined, "latin1");
	let at = bytes.readUInt32LE(end + 16);
	return Array.from({ length: bytes.readUInt16LE(end + 10) }, () => {
		const [method, size] = [bytes.readUInt16LE(at + 10), bytes.readUInt32LE(at + 20)];
		const [named, extra, comment] = [28, 30, 32].map((field) => bytes.readUInt16LE(at + field));
		const name = bytes.toString("utf8", at + 46, at + 46 + named);
		const local = bytes.readUInt32LE(at + 42);
		const start = local + 30 + bytes.readUInt16LE(local + 26) + bytes.readUInt16LE(local + 28);
		const packed = bytes.subarray(start, start + size);
		at += 46 + named + extra + comment;
		return { name, bytes: method === 0 ? packed : inflateRawSync(packed) };
	});
}

/** The parts as an archive that packs nothing. */
function written(parts) {
	const [files, list] = [[], []];
	let at = 0;
	for (const { name, bytes } of parts) {
		const shared = Buffer.alloc(26);
		shared.writeUInt16LE(20, 0);
		shared.writeUInt16LE(0x21, 8);
		shared.writeUInt32LE(crc32(bytes), 10);
		shared.writeUInt32LE(bytes.length, 14);
		shared.writeUInt32LE(bytes.length, 18);
		shared.writeUInt16LE(Buffer.byteLength(name), 22);
		const rest = Buffer.alloc(14);
		rest.writeUInt32LE(at, 10);
		list.push(Buffer.from("PK\x01\x02\x14\x00", "latin1"), shared, rest, Buffer.from(name));
		const file = Buffer.concat([Buffer.from("PK\x03\x04", "latin1"), shared, Buffer.from(name), bytes]);
		files.push(file);
		at += file.length;
	}
	const index = Buffer.concat(list);
	const end = Buffer.alloc(18);
	end.writeUInt16LE(parts.length, 4);
	end.writeUInt16LE(parts.length, 6);
	end.writeUInt32LE(index.length, 8);
	end.writeUInt32LE(at, 12);
	return Buffer.concat([...files, index, Buffer.from("PK\x05\x06", "latin1"), end]);
}
