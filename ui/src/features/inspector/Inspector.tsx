import { useQuery } from "@tanstack/react-query";
import { useSelection } from "../../app/selection";
import type { ViewProps } from "../../app/views";
import { EmptyState } from "../../components/EmptyState";
import { ErrorNote } from "../../components/ErrorNote";
import { Waiting } from "../../components/Waiting";
import { useWords } from "../../i18n/useWords";
import { asAppError } from "../../ipc/error";
import { factQuery } from "../../ipc/queries";
import { FactInspector } from "./FactInspector";

/** The one place that shows the selected thing, the same beside every view. */
export default function Inspector({ detail }: ViewProps) {
	const t = useWords();
	const factId = useSelection((selection) => selection.factId);
	const fact = useQuery({ ...factQuery(factId ?? ""), enabled: factId !== null });

	if (factId === null) return <EmptyState title={t("inspector.nothing")} text={t("inspector.nothingText")} />;
	if (fact.isError) {
		if (asAppError(fact.error).code === "not_found") return <EmptyState title={t("inspector.gone")} />;
		return <ErrorNote title={t("inspector.couldNotLoad")} error={fact.error} onRetry={() => void fact.refetch()} />;
	}
	if (!fact.data) return <Waiting />;
	return <FactInspector key={factId} discovery={detail.discovery.id} detail={fact.data} />;
}
