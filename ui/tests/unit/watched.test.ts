import { beforeEach, expect, test, vi } from "vitest";
import type { IngestEvent } from "../../src/ipc/bindings.ts";
import { stepOf, watched } from "../../src/ipc/watched.ts";

const { invoke } = vi.hoisted(() => ({
	invoke: vi.fn((_name: string, _args: { task: string }) => Promise.resolve(null)),
}));
vi.mock("@tauri-apps/api/core", () => ({
	invoke,
	Channel: class {
		onmessage: unknown = null;
	},
}));

const queryKey = ["coverage", "one"];
const step: IngestEvent = { kind: "progress", title: "Interview 3", done: 2, total: 14, facts: 0, file: 1, files: 1 };

beforeEach(() => invoke.mockClear());

test("a long reading shows its steps under the key of its query while it lasts", async () => {
	const { signal } = new AbortController();
	const read = await watched({ queryKey, signal }, async (_, progress) => {
		progress.onmessage(step);
		return stepOf(queryKey);
	});
	expect(read).toEqual(step);
	expect(stepOf(queryKey), "nothing is left of it").toBeUndefined();
	expect(invoke).not.toHaveBeenCalled();
});

test("a query that is called off stops its call in the host", async () => {
	const abort = new AbortController();
	let named = "";
	await watched({ queryKey, signal: abort.signal }, async (task) => {
		named = task;
		abort.abort();
	});
	expect(invoke.mock.calls.map(([name, { task }]) => [name, task])).toEqual([["task_cancel", named]]);
});
