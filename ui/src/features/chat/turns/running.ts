import { create } from "zustand";
import type { Turn } from "./turn";

/** The turns that run, by conversation; at most one each. They go on while the panel is closed. */

interface Running {
	turns: Readonly<Record<string, Turn>>;
	/** The reason that a conversation's last question was not taken. It is back in the input. */
	refused: Readonly<Record<string, unknown>>;
	/** The announcement of a screen reader when an answer has come. */
	announcement: string;
}

export const useRunning = create<Running>()(() => ({ turns: {}, refused: {}, announcement: "" }));

export function turnOf(conversation: string): Turn | undefined {
	return useRunning.getState().turns[conversation];
}

export function setTurn(conversation: string, turn: Turn): void {
	useRunning.setState(({ turns }) => ({ turns: { ...turns, [conversation]: turn } }));
}

export function changeTurn(conversation: string, task: string, change: (turn: Turn) => Turn): void {
	const turn = turnOf(conversation);
	if (turn?.head.task === task) setTurn(conversation, change(turn));
}

export function endTurn(conversation: string): void {
	useRunning.setState(({ turns }) => ({ turns: without(turns, conversation) }));
}

export function setRefusal(conversation: string, why: unknown): void {
	useRunning.setState(({ refused }) => ({ refused: { ...refused, [conversation]: why } }));
}

export function clearRefusal(conversation: string): void {
	useRunning.setState(({ refused }) => ({ refused: without(refused, conversation) }));
}

function without<T>(record: Readonly<Record<string, T>>, key: string): Record<string, T> {
	return Object.fromEntries(Object.entries(record).filter(([one]) => one !== key));
}
