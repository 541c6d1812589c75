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
