import { queryOptions } from "@tanstack/react-query";
import { commands } from "./bindings";
import { call } from "./call";
import { roots } from "./keys";

export const reportsQuery = (discovery: string) =>
	queryOptions({
		queryKey: [...roots.reports, discovery, "list"],
		queryFn: () => call(commands.reportList(discovery)),
	});

/** A report with its outline. */
export const reportQuery = (report: string) =>
	queryOptions({
		queryKey: [...roots.reports, report, "outline"],
		queryFn: () => call(commands.reportShow(report)),
		placeholderData: (previous) => previous,
	});

/** The text of one section, with its citations. */
export const reportBodyQuery = (report: string, section: string) =>
	queryOptions({
		queryKey: [...roots.reports, report, "body", section],
		queryFn: () => call(commands.reportBody(report, section)),
	});

/** Query for the ranges of a text in the bodies, in reading order. */
export const reportFindQuery = (report: string, text: string, matchCase: boolean) =>
	queryOptions({
		queryKey: [...roots.reports, report, "find", text, matchCase],
		queryFn: () => call(commands.reportFind(report, text, matchCase)),
	});

/** Query for the support of each sentence of a section, as it is stored. */
export const reportSupportQuery = (report: string, section: string) =>
	queryOptions({
		queryKey: [...roots.reports, report, "support", section],
		queryFn: () => call(commands.reportSupport(report, section)),
	});

/** Query for the suggestions for a report: those that wait, and those that its text was edited away from. */
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

/** Query for the differences of one version from another; none is the report as it is. */
export const reportCompareQuery = (report: string, old: string | null, now: string | null) =>
	queryOptions({
		queryKey: [...roots.reports, report, "compare", old, now],
		queryFn: () => call(commands.reportCompare(report, old, now)),
	});
