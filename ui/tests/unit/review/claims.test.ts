import { describe, expect, test } from "vitest";
import { differenceWords, helpfulPropositions } from "../../../src/features/review/claims";
import type { FactRow, PropositionView } from "../../../src/ipc/bindings";

describe("a negation on one side only", () => {
	test.each([
		["We have data.", "Then you don’t have data.", "don’t", "review.quoteDenies"],
		["We do not have data.", "We have data.", "not", "review.statementDenies"],
		["Nothing is done.", "It is no longer done.", "no", "review.quoteDenies"],
		["It is not so.", "It is not so, is it not?", "not", "review.missingNegation"],
		["It is so.", "It is so.", "never", "review.missingNegation"],
	])("%s – %s", (statement, quote, text, expected) => {
		expect(differenceWords({ kind: "negation", text }, statement, quote)).toBe(expected);
	});
});

test("a quote that may not say a value of its key is not said to lack the value", () => {
	const missing = { kind: "value", text: "Zahlungsbedingungen: 14 Tage" } as const;
	const quote = "zahlbar in 14 Tagen";
	expect(differenceWords(missing, "Zahlbar in 14 Tagen.", quote, "Zahlungsbedingungen: 14 Tage")).toBe(
		"review.missingAll",
	);
	expect(differenceWords({ kind: "date", text: "15. Mai 2027" }, "", quote, "Eröffnung: 15. Mai 2027")).toBe(
		"review.missingOne",
	);
});

test("of a fact that contradicts nothing only propositions with a typed value are shown", () => {
	const said = (property: string, value: string | null, typed: boolean): PropositionView => {
		return { subject: "wall", property, value, typed, tax: null, negated: value === null };
	};
	const propositions = [said("is", null, false), said("scenes", "105", false), said("cost", "€ 1,200", true)];
	const shown = (status: FactRow["status"], isRival: boolean) =>
		helpfulPropositions({ propositions, status } as FactRow, isRival).map(({ property }) => property);
	expect(shown("proposed", false)).toEqual(["cost"]);
	expect(shown("conflict", false)).toEqual(["is", "scenes", "cost"]);
	expect(shown("accepted", true), "held against another").toHaveLength(3);
});
