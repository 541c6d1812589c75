import { QueryClient } from "@tanstack/react-query";
import { beforeEach, describe, expect, test, vi } from "vitest";
import { commands } from "../../src/ipc/bindings.ts";
import { call } from "../../src/ipc/call.ts";
import { followChanges } from "../../src/ipc/changes.ts";
import { asAppError, HostError } from "../../src/ipc/error.ts";
import { followFileDrop, listenForFileDrops } from "../../src/ipc/file-drop.ts";
import { progressChannel } from "../../src/ipc/progress.ts";
import { openHost, waitUntil } from "./onHost.ts";

let id: string;
beforeEach(async () => {
	({ discovery: id } = await openHost("sample"));
});

describe("call", () => {
	test("gives the value of a reply", async () => {
		const found = await call(commands.discoveryList(null, false));
		expect(found.map((discovery) => discovery.title)).toEqual(["Harbour festival stage"]);
	});

	test("throws what the host refused with, every word of it", async () => {
		const failed = call(commands.discoveryOpen("00000000-0000-0000-0000-000000000000"));
		await expect(failed).rejects.toBeInstanceOf(HostError);
		const thrown: unknown = await failed.catch((error: unknown) => error);
		expect(asAppError(thrown)).toMatchObject({
			code: "not_found",
			message: { template: "There is no such discovery." },
		});
	});
});

test("a change notice refreshes what it names, once for a burst", async () => {
	const client = new QueryClient();
	const invalidate = vi.spyOn(client, "invalidateQueries");
	const stop = followChanges(client);
	for (let turn = 0; turn < 5; turn++)
		await call(commands.discoveryUpdate(id, { title: `T${turn}`, goal: null, stage: null, packs: null, kind: null }));
	const names = () => invalidate.mock.calls.map(([filters]) => String(filters?.queryKey?.[0]));
	await waitUntil(() => names().includes("discovery"));
	const payload = { discovery: id, topics: ["discovery"], launchFiles: false };
	invalidate.mockClear();
	for (let turn = 0; turn < 5; turn++) window.testDoor?.hear({ event: "changed", payload });
	await waitUntil(() => names().includes("discovery"));
	expect(names().length, "five notices, one refresh of each").toBe(new Set(names()).size);
	stop();
});

test("a long call reports its progress and can be stopped", async () => {
	const heard: number[] = [];
	const channel = progressChannel((event) => {
		heard.push(event.done);
		if (event.done > 0) void call(commands.taskCancel("t1"));
	});
	const text = "A station stood at 4 m.\n\n".repeat(6000);
	const report = await call(commands.inputAddText(id, { title: null, text, html: null }, false, "t1", channel));
	expect(report.cancelled, "the call ends by itself once it was stopped").toBe(true);
	expect(report.added.length, "what was added is kept").toBe(1);
	expect(heard[0]).toBe(0);
	expect(heard.length).toBeGreaterThan(1);
});

test("files dropped on the window come as paths", async () => {
	const onHover = vi.fn();
	const onDrop = vi.fn();
	await listenForFileDrops();
	const drag = (does: "enter" | "drop", paths: string[]) =>
		window.testDoor?.hear({ event: `tauri://drag-${does}`, payload: { paths, position: { x: 0, y: 0 } } });
	drag("drop", ["/early.txt"]);
	const stop = followFileDrop({ onHover, onDrop });
	expect(onDrop).toHaveBeenCalledWith(["/early.txt"]);
	drag("enter", ["/a.txt"]);
	expect(onHover).toHaveBeenCalledWith(true);
	drag("drop", ["/a.txt", "/b.md"]);
	expect(onHover).toHaveBeenLastCalledWith(false);
	expect(onDrop).toHaveBeenCalledWith(["/a.txt", "/b.md"]);
	stop();
});
