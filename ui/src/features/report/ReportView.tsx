import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { Button } from "../../components/Button";
import { EmptyState } from "../../components/EmptyState";
import { ErrorNote } from "../../components/ErrorNote";
import { Select } from "../../components/Select";
import { Waiting } from "../../components/Waiting";
import { number } from "../../i18n/format";
import { useWords } from "../../i18n/useWords";
import { reportsQuery } from "../../ipc/reportQueries";
import type { ViewProps } from "../../state/navigation";
import { createReport, saveReport } from "./actions";
import { ExportMenu } from "./ExportMenu";
import { ReportPage } from "./ReportPage";
import styles from "./ReportView.module.css";

/** The reports of a discovery, one of them open: its outline, a section and what the section cites. */
export default function ReportView({ detail }: ViewProps) {
	const t = useWords();
	const discovery = detail.discovery.id;
	const reports = useQuery(reportsQuery(discovery));
	const [chosen, setChosen] = useState<string | null>(null);

	if (reports.isError)
		return <ErrorNote title={t("report.couldNotLoad")} error={reports.error} onRetry={() => void reports.refetch()} />;
	if (!reports.data) return <Waiting />;
	const create = async (fromGraph: boolean) => {
		const made = await createReport(discovery, fromGraph ? detail.discovery.title : t("report.title"), fromGraph);
		if (made) setChosen(made.id);
	};
	const open = reports.data.find((report) => report.id === chosen) ?? reports.data[0];
	if (!open)
		return (
			<EmptyState title={t("report.none")} text={t("report.noneText")}>
				<Button kind="primary" onClick={() => void create(true)}>
					{t("report.fromGraph")}
				</Button>
				<Button onClick={() => void create(false)}>{t("report.empty")}</Button>
			</EmptyState>
		);
	const options = reports.data.map((report) => ({ value: report.id, words: `${report.label} ${report.title}` }));
	return (
		<>
			<header className={styles.bar}>
				<Select name={t("report.choose")} value={open.id} options={options} onChange={setChosen} />
				<span className={styles.stale}>
					{open.stale > 0 && t("report.stale", { count: open.stale, shown: number(open.stale) })}
				</span>
				<Button onClick={() => void create(true)}>{t("report.fromGraph")}</Button>
				<Button onClick={() => void create(false)}>{t("report.empty")}</Button>
				<Button kind="primary" onClick={() => void saveReport(open.id, open.title)}>
					{t("report.save")}
				</Button>
				<ExportMenu report={open.id} title={open.title} />
			</header>
			<ReportPage key={open.id} discovery={discovery} report={open.id} />
		</>
	);
}
