import type { ChatMessage } from "../../../ipc/bindings";
import type { Ask, TurnHead } from "./turn";

/** An entry of the list of messages: the stored ones, with the running turn in the place that it takes. */

export type Entry =
	| { kind: "message"; key: string; message: ChatMessage }
	/** Sent, and not yet stored. */
	| { kind: "question"; key: string; ask: Ask }
	/** Being written. */
	| { kind: "answering"; key: string };

export function entriesOf(stored: readonly ChatMessage[], head: TurnHead | null): Entry[] {
	const entries = remaining(stored, head).map(entryOf);
	if (head === null) return entries;
	if (head.user !== null) entries.push(entryOf(head.user));
	else if (head.replaces.kind !== "answer")
		entries.push({ kind: "question", key: `question ${head.task}`, ask: head.ask });
	entries.push({ kind: "answering", key: head.assistant ?? `answer ${head.task}` });
	return entries;
}

function remaining(stored: readonly ChatMessage[], head: TurnHead | null): readonly ChatMessage[] {
	if (head === null) return stored;
	const own = new Set([head.user?.id, head.assistant]);
	const others = stored.filter(({ id }) => !own.has(id));
	const { replaces } = head;
	if (replaces.kind === "answer") return others.filter(({ id }) => id !== replaces.id);
	if (replaces.kind === "nothing") return others;
	const at = others.findIndex(({ id }) => id === replaces.id);
	return at < 0 ? others : others.slice(0, at);
}

function entryOf(message: ChatMessage): Entry {
	return { kind: "message", key: message.id, message };
}
