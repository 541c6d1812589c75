import { create } from "zustand";
import type { Item } from "../../ipc/bindings";

/** The question which item a fact is about, and what may be answered. */

interface Asked {
	discovery: string;
	fact: string;
}

export const useAsked = create<{ asked: Asked | null }>()(() => ({ asked: null }));

export function askItem(discovery: string, fact: string): void {
	useAsked.setState({ asked: { discovery, fact } });
}

/** An item by its reference, the whole project, or a new item of the name that was typed. */
export type Answer = { kind: "item"; item: Item } | { kind: "project" } | { kind: "new"; name: string };

/** More are found by typing on. */
const SHOWN = 50;

/**
 * The answers that fit what was typed. Items that the words may mean come first: the host names them in its reason
 * as “Backdrop” (i1).
 */
export function answers(items: readonly Item[], typed: string, reason: string): Answer[] {
	const name = typed.trim();
	const words = name.toLowerCase().split(/\s+/);
	const fits = (item: Item) => {
		const names = `${item.reference} ${item.name} ${item.aliases.join(" ")}`.toLowerCase();
		return words.every((word) => names.includes(word));
	};
	const isMeant = ({ reference }: Item) => reason.includes(`(${reference})`);
	const found = items.filter((item) => !item.archived && fits(item));
	const ordered = [...found.filter(isMeant), ...found.filter((item) => !isMeant(item))];
	const isNew = name !== "" && !items.some((item) => item.name.toLowerCase() === name.toLowerCase());
	return [
		...ordered.slice(0, SHOWN).map((item): Answer => ({ kind: "item", item })),
		...(isNew ? [{ kind: "new", name } as const] : []),
		...(name === "" ? [{ kind: "project" } as const] : []),
	];
}

/** Returns the key of an answer among others. */
export function answerKey(answer: Answer): string {
	return answer.kind === "item" ? answer.item.reference : answer.kind;
}
