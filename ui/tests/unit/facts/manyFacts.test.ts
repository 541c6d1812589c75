import { beforeEach, expect, test, vi } from "vitest";
import { openNewCard, useNewCard } from "../../../src/shared/cards/newCard.ts";
import { answerManyQuestion, askIfMany, useManyQuestion } from "../../../src/state/manyFacts.ts";

const question = () => ({ title: "Accept them?", yes: "Accept" });
const labels = (count: number) => Array.from({ length: count }, (_, at) => `F-${at + 1}`);

beforeEach(() => {
	useManyQuestion.setState({ question: null });
	useNewCard.setState({ request: null });
});

test("a key acts on a few facts at once, and on many once it was answered", () => {
	const run = vi.fn();
	askIfMany(20, question, run);
	expect(run).toHaveBeenCalledTimes(1);
	askIfMany(21, question, run);
	expect(run, "it waits for the answer").toHaveBeenCalledTimes(1);
	answerManyQuestion(false);
	expect(run).toHaveBeenCalledTimes(1);
	askIfMany(21, question, run);
	answerManyQuestion(true);
	expect(run).toHaveBeenCalledTimes(2);
	expect(useManyQuestion.getState().question).toBeNull();
});

test("an insight of very many facts is asked for before its form opens", () => {
	openNewCard("insight", labels(500));
	expect(useNewCard.getState().request).toBeNull();
	expect(useManyQuestion.getState().question).not.toBeNull();
	answerManyQuestion(true);
	expect(useNewCard.getState().request?.from).toHaveLength(500);
});
