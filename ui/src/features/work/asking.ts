import type { AnswerSaid, Question, QuickAnswer } from "../../ipc/bindings";
import { isGiven, saidTo } from "./answers";

/** Walking through the questions of a round, as pure functions. */

export interface Given {
	name: string;
	said: AnswerSaid;
}

/** Returns the content of a round: of the questions in view, those that are answered. */
export function givenIn(questions: readonly Question[], written: Readonly<Record<string, AnswerSaid>>): Given[] {
	return questions
		.map((question) => ({ name: question.name, said: saidTo(question, written) }))
		.filter(({ said }) => isGiven(said));
}

/** The question that is `by` further on; at the ends it stays. */
export function step(questions: readonly Question[], current: string | null, by: 1 | -1): Question | null {
	const at = questions.findIndex(({ name }) => name === current);
	if (at < 0) return questions[0] ?? null;
	return questions[Math.min(questions.length - 1, Math.max(0, at + by))] ?? null;
}

/** The question that is at hand: the one chosen, as long as it is asked, else the first. */
export function currentOf(questions: readonly Question[], chosen: string | null): Question | null {
	return questions.find(({ name }) => name === chosen) ?? questions[0] ?? null;
}

/** A plain yes or no answers only what asks for it. */
export function takes({ key }: Question, quick: QuickAnswer): boolean {
	return quick === "idk" || quick === "irrelevant" || key === null || key.valueType === "boolean";
}

/** The same quick answer again takes it back. */
export function withQuick(said: AnswerSaid, quick: QuickAnswer): AnswerSaid {
	return { ...said, quick: said.quick === quick ? null : quick };
}
