import { words } from "../i18n/useWords";
import { commands } from "../ipc/bindings";
import { call } from "../ipc/call";
import { showTask } from "./tasks";

/** Delay in ms until a model's judgement of an edit or an addition is reported: only once it takes long. */

const SHOWN_AFTER_MS = 800;

/** Waits for work in which a model may judge texts, and offers not to wait for the model. */
export async function withModelProgress<T>(discovery: string, work: Promise<T>): Promise<T> {
	let isOver = false;
	let takeAway = () => {};
	const timer = setTimeout(async () => {
		const to = await call(commands.wouldSend(discovery, "derivation")).catch(() => null);
		if (isOver || !to?.isAllowed) return;
		const stop = { words: words("pipeline.judgeWithout"), run: () => call(commands.judgingStop()) };
		takeAway = showTask(words("pipeline.judging", { origin: to.origin }), stop);
	}, SHOWN_AFTER_MS);
	try {
		return await work;
	} finally {
		isOver = true;
		clearTimeout(timer);
		takeAway();
	}
}
