import type { ReportSection, ReportSuggestion, SuggestionChoice } from "../../ipc/bindings";
import type { OpenSection } from "./find";

/** Decisions that wait, one by one in the order of the report: hunks of a text, and changes of a whole section. */
export interface Step {
	id: string;
	/** Of a hunk, its number in its suggestion. */
	hunk: number | null;
	section: string;
	/** Of a hunk, where it stands in the body, in UTF-16 units. */
	from: number;
	to: number;
	after: string;
}

export function stepsOf(
	suggestions: readonly ReportSuggestion[],
	sections: readonly Pick<ReportSection, "id">[],
): Step[] {
	const rank = new Map(sections.map(({ id }, at) => [id, at]));
	const steps = suggestions
		.filter(({ state }) => state === "pending")
		.flatMap(({ id, section, hunks }): Step[] => {
			if (hunks.length === 0) return [{ id, hunk: null, section, from: -1, to: -1, after: "" }];
			return hunks.map(({ number, at, before, after }) => {
				return { id, hunk: number, section, from: at, to: at + before.length, after };
			});
		});
	const rankOf = ({ section }: Step) => rank.get(section) ?? sections.length;
	return steps.toSorted((one, other) => rankOf(one) - rankOf(other) || one.from - other.from);
}

export const isStep = (one: Step | null, other: Step | null) =>
	one !== null && other !== null && one.id === other.id && one.hunk === other.hunk;

export const choiceOf = ({ id, hunk }: Step): SuggestionChoice =>
	hunk === null ? { type: "ids", ids: [id] } : { type: "hunks", id, hunks: [hunk] };

/** The one behind another, and round from the end; the first from a section on where there is none. */
export function stepAfter(
	steps: readonly Step[],
	at: Step | null,
	order: readonly string[],
	open: string,
): Step | null {
	const now = steps.findIndex((step) => isStep(step, at));
	if (now >= 0) return steps[(now + 1) % steps.length] ?? null;
	const from = order.indexOf(open);
	return steps.find(({ section }) => order.indexOf(section) >= from) ?? steps[0] ?? null;
}

/** The hunks of a body that is as the suggestions were told for. */
export function hunksIn(suggestions: readonly ReportSuggestion[], { id, bodyMd }: Pick<OpenSection, "id" | "bodyMd">) {
	const here = suggestions.filter(({ section, before }) => section === id && before === bodyMd);
	return stepsOf(here, [{ id }]).filter(({ hunk }) => hunk !== null);
}
