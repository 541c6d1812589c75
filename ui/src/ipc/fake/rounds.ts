import type { AnswerGiven, QuestionKey } from "../bindings";
import { makeFact, makeTurn } from "./build";
import type { FakeFact, FakeState } from "./state";
import { factsOf } from "./views";

/** A round as the host takes it: a turn of its own, and the facts that stand in its answers. */
export function makeRound(
	state: FakeState,
	discovery: string,
	answers: readonly AnswerGiven[],
	free: string,
	keyOf: (name: string) => QuestionKey | undefined,
) {
	const ids = answers.map((_, at) => `q${at + 1}`);
	let text = `[TURN_META]\nsourceIds: ${JSON.stringify(ids)}\n[STRUCTURED_QUESTIONS]\n`;
	for (const [at, { name }] of answers.entries()) text += `Q${at + 1} key=${name}\n`;
	text += "[USER_ANSWERS]\n";
	const places = answers.map(({ said }, at) => {
		text += `A${at + 1}(qId=q${at + 1}): quick=`;
		const quick = { start: text.length, quote: said.quick?.toUpperCase() ?? "(none)" };
		text += `${quick.quote} text="`;
		const words = { start: text.length, quote: said.text };
		text += `${said.text}"\n`;
		return said.quick === null ? words : quick;
	});
	text += `[FREE_CHAT]\n${free === "" ? "(none)" : free}\n[AGENT_OUTPUT]\n(none)\n`;
	const turn = makeTurn(state, discovery, "structured_questions", text);
	const input = state.content.inputs.find((candidate) => candidate.discovery === discovery);

	/** The fact that an answer gives, if any. */
	const factOf = ({ name, said }: AnswerGiven, at: number): FakeFact | null => {
		const key = keyOf(name);
		const place = places[at];
		const value = said.quick === "yes" || said.quick === "no" ? said.quick : said.text;
		if (!key || !place || !input || !value || said.quick === "idk" || said.quick === "irrelevant") return null;
		const claim = {
			in: 0,
			quote: place.quote,
			key: key.path,
			keyLabel: key.label,
			valueType: key.valueType,
			value,
			text: `${key.label}: ${value}`,
			status: key.highRisk ? "proposed" : "accepted",
			confidence: 0.9,
		} as const;
		const { row, ...made } = makeFact(state, input, claim, factsOf(state, discovery).length + 1 + at, 0, null);
		return {
			...made,
			row: { ...row, inputId: null, inputLabel: null },
			place: null,
			answer: { bundle: turn.bundle.row.id, start: place.start, end: place.start + place.quote.length },
		};
	};
	return { ...turn, made: answers.map((answer, at) => ({ name: answer.name, fact: factOf(answer, at) })) };
}
