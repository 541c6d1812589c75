import { create } from "zustand";
import { commands, type IngestEvent } from "../ipc/bindings";
import { call } from "../ipc/call";
import { progressChannel } from "../ipc/progress";

/** Long work that goes on while the window stays usable. What is over before anyone would wonder is never shown. */

const SHOWN_AFTER_MS = 400;

/** The unit of the progress of the work. */
export type Measure = "parts" | "kilobytes";

interface Task {
	id: string;
	title: string;
	measure: Measure;
	progress: IngestEvent | null;
	cancelling: boolean;
	/** The action that ends the work, and its button; without it, the host is asked to cancel. */
	stop?: { words: string; run: () => Promise<unknown> };
}

export const useTasks = create<{ running: readonly Task[] }>()(() => ({ running: [] }));

function patch(id: string, change: Partial<Task>): void {
	useTasks.setState(({ running }) => ({
		running: running.map((task) => (task.id === id ? { ...task, ...change } : task)),
	}));
}

type Progress = ReturnType<typeof progressChannel>;

/** Runs one long call with a task id to cancel it by and a channel for its progress. */
export async function runTask<T>(
	title: string,
	work: (task: string, progress: Progress) => Promise<T>,
	measure: Measure = "parts",
): Promise<T> {
	const id = crypto.randomUUID();
	let progress: IngestEvent | null = null;
	const channel = progressChannel((event) => {
		progress = event;
		patch(id, { progress: event });
	});
	const timer = setTimeout(() => {
		useTasks.setState(({ running }) => ({
			running: [...running, { id, title, measure, progress, cancelling: false }],
		}));
	}, SHOWN_AFTER_MS);
	try {
		return await work(id, channel);
	} finally {
		clearTimeout(timer);
		useTasks.setState(({ running }) => ({ running: running.filter((task) => task.id !== id) }));
	}
}

/** The share that is done, over all files; the total is 0 while it is not known. */
export function shareOf(progress: IngestEvent | null): { done: number; total: number } {
	if (!progress) return { done: 0, total: 0 };
	const { done, total, file, files } = progress;
	if (files > 1) return { done: file - 1 + (total > 0 ? done / total : 0), total: files };
	return { done, total };
}

/** Shows work that somebody else began; what is returned takes it away. */
export function showTask(title: string, stop: NonNullable<Task["stop"]>): () => void {
	const id = crypto.randomUUID();
	const task: Task = { id, title, measure: "parts", progress: null, cancelling: false, stop };
	useTasks.setState(({ running }) => ({ running: [...running, task] }));
	return () => useTasks.setState(({ running }) => ({ running: running.filter((one) => one.id !== id) }));
}

/** Asks the host to stop; the call itself then ends with what it has kept. */
export function cancelTask(id: string): void {
	const task = useTasks.getState().running.find((one) => one.id === id);
	patch(id, { cancelling: true });
	(task?.stop?.run() ?? call(commands.taskCancel(id))).catch(() => patch(id, { cancelling: false }));
}
