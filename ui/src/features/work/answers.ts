import { notifyManager } from "@tanstack/react-query";
import { create } from "zustand";
import { type AnswerSaid, commands, type Question } from "../../ipc/bindings";
import { call } from "../../ipc/call";
import { client } from "../../ipc/client";
import { roots } from "../../ipc/keys";
import { aroundTurns } from "../../state/history";
import { reportError } from "../../state/toasts";

/** Answers as they are written. The host keeps them a moment later, so that a half-answered round survives a restart. */

const KEEP_AFTER_MS = 250;
/** The name of what is said freely. */
export const FREE = "";

const nothing: AnswerSaid = { quick: null, text: "" };

interface Answers {
	/** By discovery and by the question's name; what is not here is as the host keeps it. */
	written: Readonly<Record<string, Readonly<Record<string, AnswerSaid>>>>;
}

const useAnswers = create<Answers>()(() => ({ written: {} }));

/** Returns the text written so far, by the question's name. */
export function useWritten(discovery: string): Readonly<Record<string, AnswerSaid>> {
	return useAnswers(({ written }) => written[discovery]) ?? unwritten;
}

const unwritten: Readonly<Record<string, AnswerSaid>> = {};

export function saidTo(question: Question, written: Readonly<Record<string, AnswerSaid>>): AnswerSaid {
	return written[question.name] ?? question.draft ?? nothing;
}

export function isGiven({ quick, text }: AnswerSaid): boolean {
	return quick !== null || text.trim() !== "";
}

/** Drafts that the host does not have yet, or could not store. */
const waiting = new Map<string, { timer: ReturnType<typeof setTimeout>; keep: () => Promise<void> }>();
const placeOf = (discovery: string, name: string) => `${discovery} ${name}`;

/** The host is given one answer after another, so that no older one comes after a newer one or after its round. */
let last: Promise<unknown> = Promise.resolve();

function inTurn(keep: () => Promise<unknown>): Promise<void> {
	const done = last.then(keep).then(() => undefined);
	last = done.catch(() => undefined);
	return done;
}

export function write(discovery: string, name: string, said: AnswerSaid): void {
	useAnswers.setState(({ written }) => ({
		written: { ...written, [discovery]: { ...written[discovery], [name]: said } },
	}));
	const place = placeOf(discovery, name);
	clearTimeout(waiting.get(place)?.timer);
	const keep = () => {
		waiting.delete(place);
		return inTurn(() => keepAtHost(discovery, name, said)).catch((error: unknown) => {
			if (!waiting.has(place)) waiting.set(place, { timer, keep });
			throw error;
		});
	};
	const timer = setTimeout(() => void keep().catch((error: unknown) => reportError(error)), KEEP_AFTER_MS);
	waiting.set(place, { timer, keep });
}

const keepAtHost = (discovery: string, name: string, said: AnswerSaid) =>
	call(commands.questionKeep(discovery, name === FREE ? null : name, said));

/** Lets nothing wait: the host has what is written when this ends. */
export async function keepAll(): Promise<void> {
	const all = [...waiting.values()];
	for (const { timer } of all) clearTimeout(timer);
	await Promise.all([last, ...all.map(({ keep }) => keep())]);
}

/** As `forget`, of what the host itself still keeps. */
export async function clear(discovery: string, sent: Sent): Promise<void> {
	const now = useAnswers.getState().written[discovery]?.[sent.name];
	if (now && !isSame(now, sent.said)) return;
	await inTurn(() => keepAtHost(discovery, sent.name, nothing));
	await forget(discovery, [sent]);
}

/** Drops sent text, but for what was written while it was sent: undo gives it back as the host's draft. */
export async function forget(discovery: string, sent: readonly Sent[]): Promise<void> {
	await letGo(discovery, (name, said) => sent.some((one) => one.name === name && isSame(one.said, said)));
}

interface Sent {
	name: string;
	said: AnswerSaid;
}

const isSame = (one: AnswerSaid, other: AnswerSaid) => one.quick === other.quick && one.text === other.text;

/**
 * From then on the host's draft is shown, so it is read anew first: until it is here, the field would show an older one.
 */
async function letGo(discovery: string, goes: (name: string, said: AnswerSaid) => boolean): Promise<void> {
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

function drop(discovery: string, goes: (name: string, said: AnswerSaid) => boolean): void {
	useAnswers.setState(({ written }) => {
		const left = Object.entries(written[discovery] ?? {}).filter(([name, said]) => !goes(name, said));
		return { written: { ...written, [discovery]: Object.fromEntries(left) } };
	});
}

// The host tells newer drafts from those that a step gives back or takes along, so it has to know all, and is right then
// of all but what was written while it turned the step.
aroundTurns(async (discovery) => {
	await keepAll();
	const { written } = useAnswers.getState();
	const known = (discovery !== null && written[discovery]) || unwritten;
	return async () => {
		if (discovery !== null) await letGo(discovery, (name, said) => known[name] === said);
	};
});
