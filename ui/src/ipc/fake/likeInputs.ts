import type { LikeInput } from "../bindings";
import type { FakeState } from "./state";
import { inputSummary } from "./views";

/** A stand-in for the host's comparison of Inputs: by whole sentences, of which three at least are the same. */

const sentencesOf = (text: string) => [...new Set(text.split(/(?<=[.!?])\s+/).filter((sentence) => sentence !== ""))];

export function inputsLike(state: FakeState, discovery: string, text: string): LikeInput[] {
	const own = sentencesOf(text);
	const others = state.content.inputs.filter((one) => one.discovery === discovery);
	return others
		.flatMap((one): LikeInput[] => {
			const input = inputSummary(state, one);
			if (one.text === text) return [{ input, score: 1, reason: "The same text.", onlyHere: [], onlyThere: [] }];
			const theirs = sentencesOf(one.text);
			const held = own.filter((sentence) => theirs.includes(sentence)).length;
			if (held < 3 || held < 0.7 * Math.min(own.length, theirs.length)) return [];
			const onlyHere = own.filter((sentence) => !theirs.includes(sentence));
			const onlyThere = theirs.filter((sentence) => !own.includes(sentence));
			const { label } = input;
			const reason = `${label} has ${held} of the ${own.length} sentences of this text; only in this text: ${onlyHere.length}, only in ${label}: ${onlyThere.length}.`;
			return [{ input, score: (2 * held) / (own.length + theirs.length), reason, onlyHere, onlyThere }];
		})
		.toSorted((a, b) => b.score - a.score)
		.slice(0, 5);
}
