import { create } from "zustand";
import type { HeldText, InputSummary } from "../../ipc/bindings";

/** Texts that Inputs have already, or nearly, are added only if the analyst says so, who is asked once for all of them. */

export type Answer = "anyway" | "show" | "none";

export interface Question {
	held: readonly HeldText[];
	answer: (answer: Answer, shown?: InputSummary) => void;
}

export const useAlikeText = create<{ question: Question | null }>()(() => ({ question: null }));

let turn: Promise<unknown> = Promise.resolve();

/** Asks for the fate of the texts. `show` is told which Input the analyst wants to see instead. */
export function askAlikeText(held: readonly HeldText[], show: (input: InputSummary) => void): Promise<Answer> {
	// One question at a time.
	const mine = turn.then(() => ask(held, show));
	turn = mine;
	return mine;
}

function ask(held: readonly HeldText[], show: (input: InputSummary) => void): Promise<Answer> {
	return new Promise((resolve) => {
		const answer = (given: Answer, shown?: InputSummary) => {
			useAlikeText.setState({ question: null });
			if (shown) show(shown);
			resolve(given);
		};
		useAlikeText.setState({ question: { held, answer } });
	});
}
