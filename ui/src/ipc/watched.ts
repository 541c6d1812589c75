import { hashKey, type QueryKey } from "@tanstack/react-query";
import { commands, type IngestEvent } from "./bindings";
import { call } from "./call";
import { progressChannel } from "./progress";

/** Long reading that a view waits for: its progress by the key of its query, and called off with the query. */

const steps = new Map<string, IngestEvent>();
const listeners = new Set<() => void>();

/** Calls `listener` after every step, until the returned function is called. */
export function onStep(listener: () => void): () => void {
	listeners.add(listener);
	return () => listeners.delete(listener);
}

/** Returns the last step of the reading of a query; none before the first and once it has ended. */
export function stepOf(queryKey: QueryKey): IngestEvent | undefined {
	return steps.get(hashKey(queryKey));
}

/** Runs the long call of a query; the signal of the query asks the host to stop. */
export async function watched<T>(
	{ queryKey, signal }: { queryKey: QueryKey; signal: AbortSignal },
	run: (task: string, progress: ReturnType<typeof progressChannel>) => Promise<T>,
): Promise<T> {
	const key = hashKey(queryKey);
	const task = crypto.randomUUID();
	const show = (step: IngestEvent | null) => {
		if (step === null) steps.delete(key);
		else steps.set(key, step);
		for (const listener of listeners) listener();
	};
	const stop = () => void call(commands.taskCancel(task)).catch(() => {});
	signal.addEventListener("abort", stop);
	try {
		return await run(task, progressChannel(show));
	} finally {
		signal.removeEventListener("abort", stop);
		show(null);
	}
}
