import { useQuery } from "@tanstack/react-query";
import { useWords } from "../../i18n/useWords";
import { recheckQuery } from "../../ipc/pipelineQueries";
import { reportsQuery } from "../../ipc/reportQueries";
import type { Lead } from "./filter";

/** Returns all that waits elsewhere: entities that are stale, and reports that cite such, or that changes are suggested
 * of. */
export function useLeads(discovery: string): readonly Lead[] {
	const t = useWords();
	const stale = useQuery(recheckQuery(discovery)).data ?? [];
	const reports = useQuery(reportsQuery(discovery)).data ?? [];
	const entities = stale.map(({ label, text, status }): Lead => {
		return { id: label, of: "recheck", label, text, status, report: null };
	});
	const inReports = reports.flatMap(({ id, label, title, stale: cites, suggestions }) => {
		const lead = (of: Lead["of"], text: string): Lead => {
			return { id: `${of} ${id}`, of, label, text: `${title}: ${text}`, status: null, report: id };
		};
		return [
			...(cites > 0 ? [lead("recheck", t("inbox.staleCitations", { count: cites }))] : []),
			...(suggestions > 0 ? [lead("suggestion", t("inbox.suggestions", { count: suggestions }))] : []),
		];
	});
	return [...entities, ...inReports];
}
