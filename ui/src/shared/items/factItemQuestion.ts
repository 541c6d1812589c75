import { create } from "zustand";
import type { Item } from "../../ipc/bindings";

/** The question which item a fact is about, and what may be answered. */

interface FactItemQuestion {
	discovery: string;
	fact: string;
}

export const useFactItemQuestion = create<{ question: FactItemQuestion | null }>()(() => ({ question: null }));

export function askItemOfFact(discovery: string, fact: string): void {
	useFactItemQuestion.setState({ question: { discovery, fact } });
}

/** An item by its reference, the whole project, or a new item of the name that was typed. */
export type ItemAnswer = { kind: "item"; item: Item } | { kind: "project" } | { kind: "new"; name: string };

/** More are found by typing on. */
const SHOWN = 50;

/**
 * The answers that fit what was typed. Items that the words may mean come first: the host names them in its reason
 * as “Backdrop” (i1).
 */
export function matchingAnswers(items: readonly Item[], typed: string, reason: string): ItemAnswer[] {
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
		...ordered.slice(0, SHOWN).map((item): ItemAnswer => ({ kind: "item", item })),
		...(isNew ? [{ kind: "new", name } as const] : []),
		...(name === "" ? [{ kind: "project" } as const] : []),
	];
}

/** Returns the key of an answer among others. */
export function answerKey(answer: ItemAnswer): string {
	return answer.kind === "item" ? answer.item.reference : answer.kind;
}
