import { QueryClient } from "@tanstack/react-query";
import { beforeEach, describe, expect, test, vi } from "vitest";
import { commands } from "../../src/ipc/bindings.ts";
import { call } from "../../src/ipc/call.ts";
import { followChanges } from "../../src/ipc/changes.ts";
import { asAppError, HostError } from "../../src/ipc/error.ts";
import { type FakeHost, installFakeHost } from "../../src/ipc/fake/install.ts";
import { followFileDrop, hearFileDrops } from "../../src/ipc/file-drop.ts";
import { progressChannel } from "../../src/ipc/progress.ts";

let host: FakeHost;
beforeEach(() => {
	host = installFakeHost("sample");
});

describe("call", () => {
	test("gives the value of a reply", async () => {
		const found = await call(commands.discoveryList(null, false));
		expect(found.map((discovery) => discovery.title)).toEqual(["Harbour festival stage"]);
	});

	test("throws what the host refused with, every word of it", async () => {
		host.failNext("discoveryList", {
			code: "disk_full",
			message: "The disk is full.",
			kept: "Nothing was changed.",
			hint: "Free some space.",
		});
		const failed = call(commands.discoveryList(null, false));
		await expect(failed).rejects.toBeInstanceOf(HostError);
		const thrown: unknown = await failed.catch((error: unknown) => error);
		expect(asAppError(thrown)).toEqual({
			code: "disk_full",
			message: "The disk is full.",
			kept: "Nothing was changed.",
			hint: "Free some space.",
		});
	});
});

test("a change notice refreshes what it names, once for a burst", async () => {
	vi.useFakeTimers();
	const client = new QueryClient();
	const invalidate = vi.spyOn(client, "invalidateQueries");
	const stop = followChanges(client);
	await vi.advanceTimersByTimeAsync(1);
	const [discovery] = await call(commands.discoveryList(null, false));
	if (!discovery) throw new Error("the sample is missing");
	for (let turn = 0; turn < 5; turn++)
		await call(commands.discoveryUpdate(discovery.id, { title: `T${turn}`, goal: null, stage: null }));
	await vi.advanceTimersByTimeAsync(100);
	const names = invalidate.mock.calls.map(([filters]) => String(filters?.queryKey?.[0]));
	expect(names.length, "five notices, one refresh of each").toBe(new Set(names).size);
	expect(names).toContain("discovery");
	stop();
	vi.useRealTimers();
});

test("a long call reports its progress and can be stopped", async () => {
	const [discovery] = await call(commands.discoveryList(null, false));
	const heard: number[] = [];
	const channel = progressChannel((event) => {
		heard.push(event.done);
		if (event.done === 2) void call(commands.taskCancel("t1"));
	});
	const text = "A station stood at 4 m.\n\n".repeat(4000);
	const report = await call(
		commands.inputAddText(discovery?.id ?? "", { title: null, text, html: null }, false, "t1", channel),
	);
	expect(report.cancelled, "the call ends by itself once it was stopped").toBe(true);
	expect(report.added.length, "what was added is kept").toBe(1);
	expect(heard.slice(0, 3)).toEqual([0, 1, 2]);
});

test("files dropped on the window come as paths", async () => {
	const onHover = vi.fn();
	const onDrop = vi.fn();
	await hearFileDrops();
	await host.drag("drop", ["/early.txt"]);
	const stop = followFileDrop({ onHover, onDrop });
	expect(onDrop).toHaveBeenCalledWith(["/early.txt"]);
	await host.drag("enter", ["/a.txt"]);
	expect(onHover).toHaveBeenCalledWith(true);
	await host.drag("drop", ["/a.txt", "/b.md"]);
	expect(onHover).toHaveBeenLastCalledWith(false);
	expect(onDrop).toHaveBeenCalledWith(["/a.txt", "/b.md"]);
	stop();
});

test("undo and redo give back exactly what was there", async () => {
	const [discovery] = await call(commands.discoveryList(null, false));
	const id = discovery?.id ?? "";
	const filter = { statuses: ["proposed" as const], inputId: null, needsReview: null, text: null };
	const before = await call(commands.factsPage(id, filter, null, 50));
	await call(
		commands.factAccept(
			before.facts.slice(0, 2).map((fact) => fact.id),
			false,
		),
	);
	expect((await call(commands.factsPage(id, filter, null, 50))).total).toBe((before.total ?? 0) - 2);
	expect((await call(commands.undo(id, null))).done).toBe("Accept 2 facts");
	expect(await call(commands.factsPage(id, filter, null, 50))).toEqual(before);
	await call(commands.redo(id));
	expect((await call(commands.factsPage(id, filter, null, 50))).total).toBe((before.total ?? 0) - 2);
});
