import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { EmptyState } from "../../../components/EmptyState";
import { ErrorNote } from "../../../components/ErrorNote";
import { useWords } from "../../../i18n/useWords";
import { coverageQuery } from "../../../ipc/auditQueries";
import { ReadingMark } from "../../../shared/reading/ReadingMark";
import { useReadingWords } from "../../../shared/reading/useReadingWords";
import type { ViewProps } from "../../../state/navigation";
import styles from "./Coverage.module.css";
import { CoveredInputs } from "./CoveredInputs";
import { InputCoverage } from "./InputCoverage";

/** For every Input what was read and what came of it: "nothing found" is not "not read". */
export default function CoverageView({ detail }: ViewProps) {
	const t = useWords();
	const { queryKey } = coverageQuery(detail.discovery.id);
	const coverage = useQuery(coverageQuery(detail.discovery.id));
	const readingWords = useReadingWords();
	const [chosen, choose] = useState<string | null>(null);
	if (coverage.isError) {
		return (
			<ErrorNote title={t("coverage.couldNotLoad")} error={coverage.error} onRetry={() => void coverage.refetch()} />
		);
	}
	if (!coverage.data) return <ReadingMark query={coverage} queryKey={queryKey} words={readingWords} />;
	const open = coverage.data.find(({ inputId }) => inputId === chosen) ?? coverage.data[0];
	if (!open) return <EmptyState title={t("audit.none")} text={t("audit.noneText")} />;
	return (
		<div className={styles.frame}>
			<CoveredInputs all={coverage.data} open={open.inputId} onOpen={choose} discovery={detail.discovery.id} />
			<InputCoverage key={open.inputId} discovery={detail.discovery.id} input={open.inputId} />
		</div>
	);
}
