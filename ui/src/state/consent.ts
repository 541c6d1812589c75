import { create } from "zustand";
import { commands, type ProviderTask, type SendTo } from "../ipc/bindings";
import { call } from "../ipc/call";
import { client } from "../ipc/client";
import { asAppError } from "../ipc/error";
import { discoveryQuery } from "../ipc/queries";

/** Before a discovery's text goes to an address for the first time, the analyst sees to whom. */

/** The sender: a task by what is set for it, or a long document by a model of this name, where null is the chat's. */
type Sender = { task: ProviderTask } | { model: string | null };

export interface ConsentQuestion {
	discovery: string;
	title: string;
	sender: Sender;
	to: SendTo;
	answer: (allowed: boolean) => void;
}

export const useConsentQuestion = create<{ question: ConsentQuestion | null }>()(() => ({ question: null }));

const waiting = new Map<string, Promise<boolean>>();
let turn: Promise<unknown> = Promise.resolve();

/** True if a task may send the text of a discovery: it may already, or the analyst has just allowed it. */
export const askConsent = (discovery: string, task: ProviderTask) => requestConsent(discovery, { task });

/** True if every model of a long document may be sent the text of a discovery. Without a name it is the chat's own. */
export async function askConsentOfModels(discovery: string, models: readonly (string | null)[]): Promise<boolean> {
	for (const model of models.length === 0 ? [null] : models) {
		if (!(await requestConsent(discovery, { model }))) return false;
	}
	return true;
}

function requestConsent(discovery: string, sender: Sender): Promise<boolean> {
	const name = JSON.stringify([discovery, sender]);
	const before = waiting.get(name);
	if (before) return before;
	// One question at a time: an answer often settles the next one too.
	const mine = turn.then(() => ask(discovery, sender)).finally(() => waiting.delete(name));
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

const wouldSend = (discovery: string, sender: Sender): Promise<SendTo | null> =>
	"task" in sender
		? call(commands.wouldSend(discovery, sender.task))
		: call(commands.modelWouldSend(discovery, sender.model));

async function ask(discovery: string, sender: Sender): Promise<boolean> {
	const to = await wouldSend(discovery, sender);
	if (to === null || to.isAllowed) return true;
	const { discovery: open } = await client.ensureQueryData(discoveryQuery(discovery));
	return new Promise((resolve) => {
		const answer = (allowed: boolean) => {
			useConsentQuestion.setState({ question: null });
			resolve(allowed);
		};
		useConsentQuestion.setState({ question: { discovery, title: open.title, sender, to, answer } });
	});
}

/** Allows what the question shows, and nothing else: if it would go elsewhere by now, the question is put anew. */
export async function allowSending({ discovery, sender, to, answer, title }: ConsentQuestion): Promise<void> {
	const now = await wouldSend(discovery, sender);
	if (now && (now.origin !== to.origin || now.provider !== to.provider)) {
		useConsentQuestion.setState({ question: { discovery, title, sender, to: now, answer } });
		return;
	}
	await ("task" in sender
		? call(commands.allowSending(discovery, sender.task))
		: call(commands.allowSendingToModel(discovery, sender.model)));
	answer(true);
}
