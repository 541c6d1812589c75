import { create } from "zustand";
import type { HeldText, InputSummary } from "../../ipc/bindings";

/** Texts that Inputs have already, or nearly, are added only if the analyst says so, who is asked once for all of them. */

export type SimilarTextAnswer = "anyway" | "show" | "none";

export interface SimilarTextQuestion {
	held: readonly HeldText[];
	answer: (answer: SimilarTextAnswer, shown?: InputSummary) => void;
}

export const useSimilarTexts = create<{ question: SimilarTextQuestion | null }>()(() => ({ question: null }));

let turn: Promise<unknown> = Promise.resolve();

/** Asks for the fate of the texts. `show` is told which Input the analyst wants to see instead. */
export function askAboutSimilarTexts(
	held: readonly HeldText[],
	show: (input: InputSummary) => void,
): Promise<SimilarTextAnswer> {
	// One question at a time.
	const mine = turn.then(() => ask(held, show));
	turn = mine;
	return mine;
}

function ask(held: readonly HeldText[], show: (input: InputSummary) => void): Promise<SimilarTextAnswer> {
	return new Promise((resolve) => {
		const answer = (given: SimilarTextAnswer, shown?: InputSummary) => {
			useSimilarTexts.setState({ question: null });
			if (shown) show(shown);
			resolve(given);
		};
		useSimilarTexts.setState({ question: { held, answer } });
	});
}
