import type { ReportExport, ReportSuggestion, ReportSummary } from "../bindings";
import { fault } from "./reply";

/** The fake library has no reports: the real window tests them. */
export function reportHandlers() {
	const none = (): never => {
		throw fault("not_found", "There is no such report.");
	};
	return {
		reportList: (): ReportSummary[] => [],
		reportShow: none,
		reportCreate: none,
		reportCall: none,
		reportChooseFile: (): string | null => null,
		reportSave: (): null => null,
		reportChooseExport: (): string | null => null,
		reportExport: (): ReportExport => ({ stale: 0, missingImages: [] }),
		reportSuggestions: (): ReportSuggestion[] => [],
		reportSuggestionAccept: none,
		reportSuggestionReject: none,
		reportSuggestionEdit: none,
		reportApplyAtOnce: none,
		reportConversation: none,
	};
}
