import { Channel } from "@tauri-apps/api/core";
import { commands, type RunWords } from "./bindings";
import { call } from "./call";

/** Hears the words of a run's calls, at most ten times a second a job. What it returns ends it. */
export function followRun(run: string, onWords: (words: RunWords) => void): () => void {
	const channel = new Channel<RunWords>();
	channel.onmessage = onWords;
	const task = crypto.randomUUID();
	// Output that is not heard is read once it is stored.
	void call(commands.documentRunFollow(run, task, channel)).catch(() => {});
	return () => {
		channel.onmessage = () => {};
		void commands.taskCancel(task);
	};
}
