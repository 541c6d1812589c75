import { ActionMenu } from "../../components/ActionMenu";
import { number } from "../../i18n/format";
import { useWords, words } from "../../i18n/useWords";
import { commands, type ReportFormat } from "../../ipc/bindings";
import { call } from "../../ipc/call";
import { note, reportError } from "../../state/toasts";
import { keepAll } from "./writing";

interface ExportMenuProps {
	report: string;
	title: string;
}

/** What a report can be written as. */
export function ExportMenu({ report, title }: ExportMenuProps) {
	const t = useWords();
	const write = (format: ReportFormat, tracked = false) => void exportReport(report, title, format, tracked);
	const actions = [
		{ words: t("report.exportDocx"), run: () => write("docx"), leads: true },
		{ words: t("report.exportTracked"), run: () => write("docx", true), leads: true },
		{ words: t("report.exportHtml"), run: () => write("html"), leads: true },
		{ words: t("report.exportMarkdown"), run: () => write("markdown"), leads: true },
	];
	return <ActionMenu name={t("report.export")} actions={actions} />;
}

async function exportReport(report: string, title: string, format: ReportFormat, tracked: boolean): Promise<void> {
	try {
		const path = await call(commands.reportChooseExport(title, format));
		if (path === null) return;
		await keepAll();
		const { stale } = await call(commands.reportExport(report, format, tracked, path));
		const said =
			stale > 0 ? words("report.exportedStale", { count: stale, shown: number(stale) }) : words("report.exported");
		note({ title: said, description: path });
	} catch (error) {
		reportError(error);
	}
}
