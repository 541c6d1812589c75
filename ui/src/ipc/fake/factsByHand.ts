import type { FactSaid } from "../bindings";
import { makeFact } from "./build";
import { boardOf } from "./pipeline/board";
import { duplicatesOf } from "./pipeline/likeness";
import { fault, found, type Handlers } from "./reply";
import type { FakeFact, FakeState } from "./state";
import { factsOf } from "./views";

type Put = (scope: string, name: string, changed: FakeFact[]) => void;

/** What the analyst makes of words marked in an Input. */
export function byHandHandlers(state: FakeState, put: Put) {
	return {
		factAdd: ({
			input: id,
			start,
			end,
			said: { statement, key, value },
			anyway,
		}: {
			input: string;
			start: number;
			end: number;
			said: FactSaid;
			anyway: boolean;
		}) => {
			const input = found(
				state.content.inputs.find((i) => i.summary.id === id),
				"The Input",
			);
			const quote = input.text.slice(start, end);
			if (Array.from(quote).length > 250)
				throw fault("too_large", "A quote has at most 250 characters.", "Select fewer words.");
			const text = statement ?? quote;
			const duplicates = anyway ? [] : duplicatesOf(boardOf(state.content, input.discovery), "fact", text);
			if (duplicates.length > 0) return { added: null, duplicates, note: null };
			const made = makeFact(
				state,
				input,
				{
					in: 0,
					quote,
					key: key ?? "note",
					keyLabel: key ?? "Note",
					valueType: "note",
					value: value ?? "",
					text,
					status: "accepted",
					confidence: 1,
					sourceKind: "manual",
				},
				factsOf(state, input.discovery).length + 1,
				start,
				null,
			);
			put(input.discovery, `Add ${made.row.label}`, [made]);
			return { added: made.row, duplicates: [], note: null };
		},
		factReaffirm: ({ input: id, label }: { input: string; start: number; end: number; label: string }) => {
			const input = found(
				state.content.inputs.find((i) => i.summary.id === id),
				"The Input",
			);
			const known = found(
				factsOf(state, input.discovery).findLast((one) => one.row.label === label),
				"The fact",
			);
			put(input.discovery, `Add evidence to ${label}`, [{ ...known, reaffirmed: known.reaffirmed + 1 }]);
			return known.row;
		},
	} satisfies Handlers<"factAdd" | "factReaffirm">;
}
