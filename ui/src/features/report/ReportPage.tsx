import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { Button } from "../../components/Button";
import { EmptyState } from "../../components/EmptyState";
import { ErrorNote } from "../../components/ErrorNote";
import { Waiting } from "../../components/Waiting";
import { useWords } from "../../i18n/useWords";
import { reportQuery } from "../../ipc/reportQueries";
import { changeReport } from "./actions";
import { Outline } from "./Outline";
import styles from "./ReportView.module.css";
import { SectionPane } from "./SectionPane";

interface ReportPageProps {
	discovery: string;
	report: string;
}

/** One report: the outline beside the section that is read and written. */
export function ReportPage({ discovery, report }: ReportPageProps) {
	const t = useWords();
	const query = useQuery(reportQuery(report));
	const [chosen, setChosen] = useState<string | null>(null);

	if (query.isError)
		return <ErrorNote title={t("report.couldNotLoad")} error={query.error} onRetry={() => void query.refetch()} />;
	if (!query.data) return <Waiting />;
	const { sections } = query.data;
	const change = (tool: string, given: Readonly<Record<string, string>>) =>
		changeReport(discovery, report, tool, given);
	const add = async (place: Readonly<Record<string, string>>) => {
		const known = new Set(sections.map((section) => section.id));
		const changed = await change("add_section", { title: t("report.newSection"), ...place });
		const added = changed?.sections.find((section) => !known.has(section.id));
		if (added) setChosen(added.id);
	};
	const open = sections.find((section) => section.id === chosen) ?? sections[0];
	if (!open)
		return (
			<EmptyState title={t("report.noSections")} text={t("report.noSectionsText")}>
				<Button kind="primary" onClick={() => void add({})}>
					{t("report.addSection")}
				</Button>
			</EmptyState>
		);
	return (
		<div className={styles.page}>
			<Outline sections={sections} open={open.id} onOpen={setChosen} onAdd={add} onChange={change} />
			<SectionPane key={open.id} section={open} onChange={change} />
		</div>
	);
}
