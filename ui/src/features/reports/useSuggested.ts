import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useCommand } from "../../commands/useCommand";
import type { ReportSection } from "../../ipc/bindings";
import { reportSuggestionsQuery } from "../../ipc/reportQueries";
import { acceptSuggestions, rejectSuggestions } from "./actions";
import type { BodyRange, OpenSection } from "./find";
import { choiceOf, hunksIn, isStep, type Step, stepAfter, stepsOf } from "./steps";

interface Suggested {
	of: { discovery: string; report: string };
	sections: readonly ReportSection[];
	open: OpenSection | null;
	/** The position of the caret, and its section. */
	caret: { section: string; at: number };
	onOpen: (section: string) => void;
	onShow: (range: BodyRange) => void;
}

/** Returns the suggestions for a report, gone through and decided one by one, in the text or where a section changes.
 * */
export function useSuggestionSteps({ of, sections, open, caret, onOpen, onShow }: Suggested) {
	const suggestions = useQuery(reportSuggestionsQuery(of.report));
	/** The one that was gone to. */
	const [visited, setVisited] = useState<Step | null>(null);
	const all = suggestions.data ?? [];
	const steps = stepsOf(all, sections);
	const order = sections.map(({ id }) => id);
	const hunks = open ? hunksIn(all, open) : [];
	const at =
		hunks.find((hunk) => hunk.section === caret.section && hunk.from <= caret.at && caret.at <= hunk.to) ??
		steps.find((step) => isStep(step, visited)) ??
		null;
	const goTo = (step: Step | null) => {
		setVisited(step);
		if (!step) return;
		if (order.includes(step.section)) onOpen(step.section);
		if (step.hunk !== null) onShow({ section: step.section, from: step.from, to: step.to });
	};
	const goToNext = () => goTo(stepAfter(steps, at, order, open?.id ?? ""));
	const decide = async (step: Step, isTaken: boolean) => {
		const next = steps.length > 1 ? stepAfter(steps, step, order, step.section) : null;
		await (isTaken ? acceptSuggestions : rejectSuggestions)(of, choiceOf(step));
		setVisited(next);
	};
	const decideHere = (isTaken: boolean) => (at ? void decide(at, isTaken) : goToNext());
	useCommand("report.nextSuggestion", goToNext, steps.length > 0);
	useCommand("report.acceptSuggestion", () => decideHere(true), steps.length > 0);
	useCommand("report.rejectSuggestion", () => decideHere(false), steps.length > 0);
	const goToSuggestion = (id: string) => goTo(steps.find((step) => step.id === id) ?? null);
	return { all, hunks, at, goToSuggestion, decide };
}
