// Owners of the ends of a connection on this machine, as the kernel tells it.

import { readFileSync, readdirSync, readlinkSync } from "node:fs";

const LISTENS = "0A";

/** The listening sockets of a process. */
export function listening(pid) {
	const inodes = new Set(["tcp", "tcp6"].flatMap((table) => rows(`/proc/${pid}/net/${table}`)).filter(({ state }) => state === LISTENS).map(({ inode }) => inode));
	return sockets(pid).filter((inode) => inodes.has(inode)).map((inode) => `${pid} socket:[${inode}]`);
}

/** The process at the other end of a connection over IPv4, if it still holds it; those of `first` are looked at first. */
export function peer({ remotePort, localPort }, first = []) {
	const own = rows("/proc/net/tcp").find(({ from, to }) => from === remotePort && to === localPort);
	if (!own || own.inode === "0") return undefined;
	const all = readdirSync("/proc").filter((name) => /^\d+$/.test(name)).map(Number);
	return [...first, ...all].find((pid) => sockets(pid).includes(own.inode));
}

function rows(table) {
	const lines = read(table).split("\n").map((line) => line.trim().split(/\s+/));
	const port = (address) => Number.parseInt(address?.split(":").at(-1) ?? "", 16);
	return lines.map((fields) => ({ from: port(fields[1]), to: port(fields[2]), state: fields[3], inode: fields[9] }));
}

/** The inodes of a process's sockets. */
function sockets(pid) {
	const folder = `/proc/${pid}/fd`;
	const target = (fd) => orElseWhenGone(() => readlinkSync(`${folder}/${fd}`), "");
	return orElseWhenGone(() => readdirSync(folder), []).flatMap((fd) => /^socket:\[(\d+)\]$/.exec(target(fd))?.[1] ?? []);
}

const read = (path) => orElseWhenGone(() => readFileSync(path, "utf8"), "");

/** A process may end, and close a file, while it is looked at. */
function orElseWhenGone(look, otherwise) {
	try {
		return look();
	} catch {
		return otherwise;
	}
}
