import { useQuery } from "@tanstack/react-query";
import { number } from "../../i18n/format";
import { useWords } from "../../i18n/useWords";
import type { EntityStatus } from "../../ipc/bindings";
import type { Label } from "../../ipc/label";
import { reportsQuery } from "../../ipc/reportQueries";
import { needsRecheck } from "./status";

/** The Outputs whose reports cite what does not hold any more: each with how much, and the first of it. */
export function useStaleReports(discovery: string): ReadonlyMap<Label, string> {
	const t = useWords();
	const reports = useQuery(reportsQuery(discovery)).data ?? [];
	return new Map(
		reports.flatMap(({ label, stale, firstStale }) => {
			if (!firstStale?.stale) return [];
			const first = { label: firstStale.label, why: t(`report.${firstStale.stale}`) };
			return [[label, t("pipeline.staleCitations", { count: stale, shown: number(stale), ...first })]];
		}),
	);
}

/** The status of a card whose report may be stale: what has a mark keeps it. */
export const statusOf = (status: EntityStatus, stale: string | undefined): EntityStatus =>
	stale === undefined || needsRecheck(status) ? status : "needs_review";
