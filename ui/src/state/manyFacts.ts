import { create } from "zustand";

/** A key acts on a few ticked facts at once, and asks first where they are many. */

const FEW = 20;

interface ManyQuestion {
	/** The question, and the words of the button that says yes. */
	title: string;
	yes: string;
	run: () => void;
}

export const useManyQuestion = create<{ question: ManyQuestion | null }>()(() => ({ question: null }));

export function askIfMany(count: number, question: () => Omit<ManyQuestion, "run">, run: () => void): void {
	if (count <= FEW) run();
	else useManyQuestion.setState({ question: { ...question(), run } });
}

export function answerManyQuestion(isYes: boolean): void {
	const { question } = useManyQuestion.getState();
	useManyQuestion.setState({ question: null });
	if (isYes) question?.run();
}
