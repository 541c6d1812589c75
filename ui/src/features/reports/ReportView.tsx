import { useQuery } from "@tanstack/react-query";
import { Download, Search } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import { runCommand } from "../../commands/bindings";
import { useListedActions } from "../../commands/listedActions";
import { useCommand } from "../../commands/useCommand";
import { ActionMenu } from "../../components/ActionMenu";
import { Button } from "../../components/Button";
import { EmptyState } from "../../components/EmptyState";
import { ErrorNote } from "../../components/ErrorNote";
import { LoadingMark } from "../../components/LoadingMark";
import { Select } from "../../components/Select";
import { number } from "../../i18n/format";
import { useWords } from "../../i18n/useWords";
import type { ReportFormat } from "../../ipc/bindings";
import { conclusionsQuery } from "../../ipc/pipelineQueries";
import { reportQuery, reportsQuery } from "../../ipc/reportQueries";
import { kindOf } from "../../shared/cards/kinds";
import { openAsReport } from "../../shared/cards/openAsReport";
import type { ViewProps } from "../../state/navigation";
import { useOpenReport } from "../../state/openReport";
import { applyAtOnce, createReport, exportReport, importReport, writeByChat } from "./actions";
import { type PageHandle, ReportPage } from "./ReportPage";
import styles from "./ReportView.module.css";
import { VersionsDialog } from "./VersionsDialog";

/** The reports of a discovery, one of them open: its outline, a section and what carries it. */
export default function ReportView({ detail }: ViewProps) {
	const t = useWords();
	const discovery = detail.discovery.id;
	const reports = useQuery(reportsQuery(discovery));
	const chosen = useOpenReport((state) => state[discovery]);
	const setChosen = (report: string) => useOpenReport.setState({ [discovery]: report });
	const [isVersions, setVersions] = useState(false);
	const page = useRef<PageHandle>(null);
	const open = reports.data?.find((report) => report.id === chosen) ?? reports.data?.[0];
	const openId = open?.id;
	const shown = useQuery({ ...reportQuery(openId ?? ""), enabled: openId !== undefined });
	const isAtOnce = shown.data?.id === openId && shown.data?.applyAtOnce === true;
	useEffect(() => {
		if (openId) useOpenReport.setState({ [discovery]: openId });
	}, [discovery, openId]);
	const conclusions = useQuery({ ...conclusionsQuery(discovery), enabled: reports.data?.length === 0 });
	const outputs = conclusions.data?.filter(({ label }) => kindOf(label) === "output") ?? [];
	const isRecommended = conclusions.data?.some(({ label }) => kindOf(label) === "recommendation") ?? false;
	useCommand("report.nextStale", () => page.current?.nextStale(), (open?.stale ?? 0) > 0);
	useCommand("report.versions", () => setVersions(true), open !== undefined);
	useListedActions(
		t("command.groupReports"),
		openId ? [{ words: t("report.writeByChat"), run: () => void writeByChat(discovery, openId) }] : [],
	);

	if (reports.isError)
		return <ErrorNote title={t("report.couldNotLoad")} error={reports.error} onRetry={() => void reports.refetch()} />;
	if (!reports.data || (!open && conclusions.isPending)) return <LoadingMark />;
	const create = async (fromGraph: boolean) => {
		const made = await createReport(discovery, fromGraph ? detail.discovery.title : t("report.title"), fromGraph);
		if (made) setChosen(made);
	};
	if (!open)
		return (
			<EmptyState
				title={t("report.none")}
				text={t(isRecommended || outputs.length > 0 ? "report.noneText" : "report.noneYet")}
			>
				{outputs.slice(0, 3).map(({ label }) => (
					<Button key={label} kind="primary" onClick={() => void openAsReport(discovery, label)}>
						{t("report.openOutput", { label })}
					</Button>
				))}
				{isRecommended ? (
					<Button kind={outputs.length === 0 ? "primary" : "plain"} onClick={() => void create(true)}>
						{t("report.fromGraph")}
					</Button>
				) : (
					<Button onClick={() => runCommand("view.pipeline")}>{t("app.openMap")}</Button>
				)}
				<Button onClick={() => void create(false)}>{t("report.empty")}</Button>
			</EmptyState>
		);
	const options = reports.data.map((report) => ({ value: report.id, words: `${report.label} ${report.title}` }));
	const write = (format: ReportFormat, tracked = false) => void exportReport(open.id, open.title, format, tracked);
	const exports = [
		{ words: t("report.exportDocx"), run: () => write("docx"), leads: true },
		{ words: t("report.exportTracked"), run: () => write("docx", true), leads: true },
		{ words: t("report.exportPdf"), run: () => write("pdf"), leads: true },
		{ words: t("report.exportHtml"), run: () => write("html"), leads: true },
		{ words: t("report.exportMarkdown"), run: () => write("markdown"), leads: true },
	];
	const actions = [
		{ words: t("report.versionsMenu"), run: () => setVersions(true), leads: true },
		{ words: t("report.import"), run: () => void importReport(discovery, open.id), leads: true },
		{
			words: t(isAtOnce ? "report.askBefore" : "report.applyAtOnce"),
			run: () => void applyAtOnce({ discovery, report: open.id }, !isAtOnce),
		},
		{ words: t("report.fromGraph"), run: () => void create(true) },
		{ words: t("report.empty"), run: () => void create(false) },
	];
	return (
		<>
			<header className={styles.bar}>
				<Select name={t("report.choose")} value={open.id} options={options} onChange={setChosen} />
				<span className={styles.rest} />
				{open.stale > 0 && (
					<Button className={styles.stale} onClick={() => page.current?.nextStale()}>
						{t("report.stale", { count: open.stale, shown: number(open.stale) })}
					</Button>
				)}
				<Button className={styles.short} aria-label={t("report.findMenu")} onClick={() => page.current?.find()}>
					<Search size={16} aria-hidden />
					<span>{t("report.findMenu")}</span>
				</Button>
				<Button onClick={() => void writeByChat(discovery, open.id)}>{t("report.writeByChat")}</Button>
				<ActionMenu
					name={t("report.export")}
					listedAs={t("command.groupReports")}
					actions={exports}
					className={styles.export}
				>
					<Download size={16} aria-hidden />
					{t("report.export")}
				</ActionMenu>
				<ActionMenu name={t("report.actions")} listedAs={t("command.groupReports")} actions={actions} />
			</header>
			<ReportPage key={open.id} discovery={discovery} report={open.id} words={open.words} handle={page} />
			{isVersions && <VersionsDialog discovery={discovery} report={open.id} onClose={() => setVersions(false)} />}
		</>
	);
}
