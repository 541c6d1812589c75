import { create } from "zustand";
import { commands, type ProviderTask, type SendTo } from "../ipc/bindings";
import { call } from "../ipc/call";
import { client } from "../ipc/client";
import { asAppError } from "../ipc/error";
import { discoveryQuery } from "../ipc/queries";

/** Before a discovery's text goes to an address for the first time, the analyst sees to whom. */

export interface Question {
	discovery: string;
	title: string;
	task: ProviderTask;
	to: SendTo;
	answer: (allowed: boolean) => void;
}

export const useQuestion = create<{ question: Question | null }>()(() => ({ question: null }));

const waiting = new Map<string, Promise<boolean>>();
let turn: Promise<unknown> = Promise.resolve();

/** True if a task may send the text of a discovery: it may already, or the analyst has just allowed it. */
export function askConsent(discovery: string, task: ProviderTask): Promise<boolean> {
	const name = `${discovery} ${task}`;
	const asked = waiting.get(name);
	if (asked) return asked;
	// One question at a time: an answer often settles the next one too.
	const mine = turn.then(() => ask(discovery, task)).finally(() => waiting.delete(name));
	turn = mine.catch(() => false);
	waiting.set(name, mine);
	return mine;
}

/** Does what may need consent; where it does, asks and does it again. Null if the analyst did not allow it. */
export async function withConsent<T>(discovery: string, task: ProviderTask, work: () => Promise<T>): Promise<T | null> {
	try {
		return await work();
	} catch (error) {
		if (asAppError(error).code !== "consent_needed") throw error;
		return (await askConsent(discovery, task)) ? await work() : null;
	}
}

async function ask(discovery: string, task: ProviderTask): Promise<boolean> {
	const to = await call(commands.wouldSend(discovery, task));
	if (to === null || to.isAllowed) return true;
	const { discovery: open } = await client.ensureQueryData(discoveryQuery(discovery));
	return new Promise((resolve) => {
		const answer = (allowed: boolean) => {
			useQuestion.setState({ question: null });
			resolve(allowed);
		};
		useQuestion.setState({ question: { discovery, title: open.title, task, to, answer } });
	});
}

/** Allows what the question shows, and nothing else: if it would go elsewhere by now, the question is put anew. */
export async function allow({ discovery, task, to, answer, title }: Question): Promise<void> {
	const now = await call(commands.wouldSend(discovery, task));
	if (now && (now.origin !== to.origin || now.provider !== to.provider)) {
		useQuestion.setState({ question: { discovery, title, task, to: now, answer } });
		return;
	}
	await call(commands.allowSending(discovery, task));
	answer(true);
}
