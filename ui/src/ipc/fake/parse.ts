import { makeFact } from "./build";
import type { FakeFact, FakeInput, FakeState } from "./state";
import { factsOf } from "./views";

/** The fake parser: each sentence with a digit in it is a fact. */
export function factsIn(state: FakeState, made: FakeInput, run: string | null): FakeFact[] {
	const claims = [...made.text.matchAll(/[^.\n]*\d[^.\n]*\./g)].slice(0, 2000);
	const first = factsOf(state, made.discovery).length + 1;
	return claims.map((match, index) => {
		const quote = match[0].trim().slice(0, 250);
		const claim = {
			in: 0,
			quote,
			key: "note",
			keyLabel: "Note",
			valueType: "note",
			value: "",
			text: quote,
			status: "proposed",
			confidence: 0.6,
		} as const;
		return makeFact(state, made, claim, first + index, match.index + match[0].indexOf(quote), run);
	});
}
