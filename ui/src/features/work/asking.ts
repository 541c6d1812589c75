import type { AnswerContent, Question, QuickAnswer } from "../../ipc/bindings";
import { answerTo, isAnswered } from "./answers";

/** Walking through the questions of a round, as pure functions. */

export interface GivenAnswer {
	name: string;
	said: AnswerContent;
}

/** Returns the content of a round: of the questions in view, those that are answered. */
export function givenAnswers(
	questions: readonly Question[],
	written: Readonly<Record<string, AnswerContent>>,
): GivenAnswer[] {
	return questions
		.map((question) => ({ name: question.name, said: answerTo(question, written) }))
		.filter(({ said }) => isAnswered(said));
}

/** The question that is `by` further on; at the ends it stays. */
export function questionAfter(questions: readonly Question[], current: string | null, by: 1 | -1): Question | null {
	const at = questions.findIndex(({ name }) => name === current);
	if (at < 0) return questions[0] ?? null;
	return questions[Math.min(questions.length - 1, Math.max(0, at + by))] ?? null;
}

/** The question that is at hand: the one chosen, as long as it is asked, else the first. */
export function currentQuestion(questions: readonly Question[], chosen: string | null): Question | null {
	return questions.find(({ name }) => name === chosen) ?? questions[0] ?? null;
}

const quicks: readonly QuickAnswer[] = ["yes", "no", "idk", "irrelevant"];

/** The answers that a question offers: the number keys press them in this order. */
export function offeredQuicks(question: Question): readonly QuickAnswer[] {
	return quicks.filter((quick) => acceptsQuick(question, quick));
}

/** A plain yes or no answers only what asks for it. */
export function acceptsQuick({ key }: Question, quick: QuickAnswer): boolean {
	return quick === "idk" || quick === "irrelevant" || key === null || key.valueType === "boolean";
}

/** The same quick answer again takes it back. */
export function withQuick(answer: AnswerContent, quick: QuickAnswer): AnswerContent {
	return { ...answer, quick: answer.quick === quick ? null : quick };
}
