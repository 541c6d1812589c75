import { expect, test } from "vitest";
import { asFactFilter, asFilterBarState, isFiltering, type StatusFilter } from "../../../src/features/facts/filter.ts";

const nothing = { statuses: null, needsReview: null, acceptedBy: null, inputId: null, text: null };

test.each<[StatusFilter, Partial<ReturnType<typeof asFactFilter>>]>([
	["all", { statuses: ["proposed", "accepted", "rejected", "conflict"] }],
	["superseded", { statuses: ["superseded"] }],
	["accepted", { statuses: ["accepted"] }],
	["byAnalyst", { acceptedBy: "analyst" }],
	["byRules", { acceptedBy: "rules" }],
	["needsReview", { statuses: ["accepted"], needsReview: true }],
])("the choice %s of the bar is a filter, and is read back from it", (shown, filter) => {
	const bar = { shown, inputId: "", text: "" };
	expect(asFactFilter(bar)).toEqual({ ...nothing, ...filter });
	expect(asFilterBarState(asFactFilter(bar))).toEqual(bar);
	expect(isFiltering(bar)).toBe(shown !== "all");
});
