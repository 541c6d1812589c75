import { queryOptions } from "@tanstack/react-query";
import { commands } from "./bindings";
import { call } from "./call";
import { roots } from "./keys";

export const reportsQuery = (discovery: string) =>
	queryOptions({
		queryKey: [...roots.reports, discovery, "list"],
		queryFn: () => call(commands.reportList(discovery)),
	});

/** A report with its sections in reading order. */
export const reportQuery = (report: string) =>
	queryOptions({
		queryKey: [...roots.reports, report, "sections"],
		queryFn: () => call(commands.reportShow(report)),
		placeholderData: (previous) => previous,
	});

/** What carries each sentence of a section, as it is kept. */
export const reportSupportQuery = (report: string, section: string) =>
	queryOptions({
		queryKey: [...roots.reports, report, "support", section],
		queryFn: () => call(commands.reportSupport(report, section)),
	});

/** What is suggested of a report: what waits, and what its text was edited away from. */
export const reportSuggestionsQuery = (report: string) =>
	queryOptions({
		queryKey: [...roots.reports, report, "suggestions"],
		queryFn: () => call(commands.reportSuggestions(report)),
	});

/** The named versions, the newest first. */
export const reportVersionsQuery = (report: string) =>
	queryOptions({
		queryKey: [...roots.reports, report, "versions"],
		queryFn: () => call(commands.reportVersions(report)),
	});

/** What one version has otherwise than another; none is the report as it is. */
export const reportCompareQuery = (report: string, old: string | null, now: string | null) =>
	queryOptions({
		queryKey: [...roots.reports, report, "compare", old, now],
		queryFn: () => call(commands.reportCompare(report, old, now)),
	});
