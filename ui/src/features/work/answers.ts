import { notifyManager } from "@tanstack/react-query";
import { create } from "zustand";
import { type AnswerContent, commands, type Question } from "../../ipc/bindings";
import { call } from "../../ipc/call";
import { client } from "../../ipc/client";
import { roots } from "../../ipc/keys";
import { onBeforeUndo } from "../../state/history";
import { reportError } from "../../state/toasts";

/** Answers as they are written. The host keeps them a moment later, so that a half-answered round survives a restart. */

const KEEP_AFTER_MS = 250;
/** The name of what is said freely. */
export const FREE = "";

const nothing: AnswerContent = { quick: null, text: "" };

interface Answers {
	/** By discovery and by the question's name; what is not here is as the host keeps it. */
	written: Readonly<Record<string, Readonly<Record<string, AnswerContent>>>>;
}

const useAnswers = create<Answers>()(() => ({ written: {} }));

/** Returns the text written so far, by the question's name. */
export function useWrittenAnswers(discovery: string): Readonly<Record<string, AnswerContent>> {
	return useAnswers(({ written }) => written[discovery]) ?? unwritten;
}

const unwritten: Readonly<Record<string, AnswerContent>> = {};

export function answerTo(question: Question, written: Readonly<Record<string, AnswerContent>>): AnswerContent {
	return written[question.name] ?? question.draft ?? nothing;
}

export function isAnswered({ quick, text }: AnswerContent): boolean {
	return quick !== null || text.trim() !== "";
}

/** Drafts that the host does not have yet, or could not store. */
const waiting = new Map<string, { timer: ReturnType<typeof setTimeout>; keep: () => Promise<void> }>();
const answerKey = (discovery: string, name: string) => `${discovery} ${name}`;

/** The host is given one answer after another, so that no older one comes after a newer one or after its round. */
let last: Promise<unknown> = Promise.resolve();

function inTurn(keep: () => Promise<unknown>): Promise<void> {
	const done = last.then(keep).then(() => undefined);
	last = done.catch(() => undefined);
	return done;
}

export function writeAnswer(discovery: string, name: string, answer: AnswerContent): void {
	useAnswers.setState(({ written }) => ({
		written: { ...written, [discovery]: { ...written[discovery], [name]: answer } },
	}));
	const key = answerKey(discovery, name);
	clearTimeout(waiting.get(key)?.timer);
	const keep = () => {
		waiting.delete(key);
		return inTurn(() => saveAtHost(discovery, name, answer)).catch((error: unknown) => {
			if (!waiting.has(key)) waiting.set(key, { timer, keep });
			throw error;
		});
	};
	const timer = setTimeout(() => void keep().catch((error: unknown) => reportError(error)), KEEP_AFTER_MS);
	waiting.set(key, { timer, keep });
}

const saveAtHost = (discovery: string, name: string, answer: AnswerContent) =>
	call(commands.questionKeep(discovery, name === FREE ? null : name, answer));

/** Lets nothing wait: the host has what is written when this ends. */
export async function saveAllAnswers(): Promise<void> {
	const all = [...waiting.values()];
	for (const { timer } of all) clearTimeout(timer);
	await Promise.all([last, ...all.map(({ keep }) => keep())]);
}

/** As `forgetAnswers`, of what the host itself still keeps. */
export async function clearAnswer(discovery: string, sent: Sent): Promise<void> {
	const now = useAnswers.getState().written[discovery]?.[sent.name];
	if (now && !isSame(now, sent.said)) return;
	await inTurn(() => saveAtHost(discovery, sent.name, nothing));
	await forgetAnswers(discovery, [sent]);
}

/** Drops sent text, but for what was written while it was sent: undo gives it back as the host's draft. */
export async function forgetAnswers(discovery: string, sent: readonly Sent[]): Promise<void> {
	await dropWritten(discovery, (name, answer) => sent.some((one) => one.name === name && isSame(one.said, answer)));
}

interface Sent {
	name: string;
	said: AnswerContent;
}

const isSame = (one: AnswerContent, other: AnswerContent) => one.quick === other.quick && one.text === other.text;

/**
 * From then on the host's draft is shown, so it is read anew first: until it is here, the field would show an older one.
 */
async function dropWritten(discovery: string, goes: (name: string, answer: AnswerContent) => boolean): Promise<void> {
	const queryKey = [...roots.questions, discovery];
	client.removeQueries({ queryKey, type: "inactive" });
	await client.refetchQueries({ queryKey, type: "active" });
	// The views hear of what was read by this queue, so the field has it before what was written goes.
	await new Promise<void>((done) =>
		notifyManager.schedule(() => {
			drop(discovery, goes);
			done();
		}),
	);
}

function drop(discovery: string, goes: (name: string, answer: AnswerContent) => boolean): void {
	useAnswers.setState(({ written }) => {
		const left = Object.entries(written[discovery] ?? {}).filter(([name, answer]) => !goes(name, answer));
		return { written: { ...written, [discovery]: Object.fromEntries(left) } };
	});
}

// The host tells newer drafts from those that a step gives back or takes along, so it has to know all, and is right then
// of all but what was written while it turned the step.
onBeforeUndo(async (discovery) => {
	await saveAllAnswers();
	const { written } = useAnswers.getState();
	const known = (discovery !== null && written[discovery]) || unwritten;
	return async () => {
		if (discovery !== null) await dropWritten(discovery, (name, answer) => known[name] === answer);
	};
});
