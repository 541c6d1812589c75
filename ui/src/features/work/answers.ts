import { create } from "zustand";
import { reportError } from "../../app/toasts";
import { type AnswerSaid, commands, type Question } from "../../ipc/bindings";
import { call } from "../../ipc/call";

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

/** What is written so far, by the question's name. */
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

const waiting = new Map<string, { timer: ReturnType<typeof setTimeout>; keep: () => Promise<void> }>();

export function write(discovery: string, name: string, said: AnswerSaid): void {
	useAnswers.setState(({ written }) => ({
		written: { ...written, [discovery]: { ...written[discovery], [name]: said } },
	}));
	const place = `${discovery} ${name}`;
	clearTimeout(waiting.get(place)?.timer);
	const keep = async () => {
		waiting.delete(place);
		await call(commands.questionKeep(discovery, name === FREE ? null : name, said));
	};
	const timer = setTimeout(() => void keep().catch((error: unknown) => reportError(error)), KEEP_AFTER_MS);
	waiting.set(place, { timer, keep });
}

/** Lets nothing wait: the host has what is written when this ends. */
export async function keepAll(): Promise<void> {
	const all = [...waiting.values()];
	for (const { timer } of all) clearTimeout(timer);
	await Promise.all(all.map(({ keep }) => keep()));
}

/** What was sent is no longer written here; undo gives it back as the host's draft. */
export function forget(discovery: string, names: readonly string[]): void {
	useAnswers.setState(({ written }) => {
		const left = Object.entries(written[discovery] ?? {}).filter(([name]) => !names.includes(name));
		return { written: { ...written, [discovery]: Object.fromEntries(left) } };
	});
}
