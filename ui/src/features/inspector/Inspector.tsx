import { useQuery } from "@tanstack/react-query";
import { useEffect } from "react";
import { EmptyState } from "../../components/EmptyState";
import { ErrorNote } from "../../components/ErrorNote";
import { LoadingMark } from "../../components/LoadingMark";
import { usePaintedValue } from "../../components/usePaintedValue";
import { useWords } from "../../i18n/useWords";
import { client } from "../../ipc/client";
import { asAppError } from "../../ipc/error";
import type { Label } from "../../ipc/label";
import { entityQuery } from "../../ipc/pipelineQueries";
import { factQuery } from "../../ipc/queries";
import { kindOf } from "../../shared/cards/kinds";
import { StatePanel } from "../../shared/knowledge/StatePanel";
import { useNavigation, type ViewProps, viewsShowingState } from "../../state/navigation";
import { useSelection } from "../../state/selection";
import { EntityInspector } from "./entity/EntityInspector";
import { FactInspector } from "./FactInspector";

/** The one place that shows the selected thing, the same beside every view. */
export function Inspector({ detail }: ViewProps) {
	const showsState = useNavigation(({ view }) => viewsShowingState.has(view));
	const t = useWords();
	const discovery = detail.discovery.id;
	const selected = useSelection();
	useEffect(() => {
		if (selected.label !== null) void client.prefetchQuery(entityQuery(discovery, selected.label));
	}, [discovery, selected.label]);
	const painted = usePaintedValue(selected);
	// A fact that was let go of is gone at once, as with its discovery.
	const isNothing = selected.label === null && selected.factId === null;
	const { factId, label } = isNothing ? selected : painted;
	if (label !== null && kindOf(label) === "fact") {
		return <LiveFact key={label} discovery={discovery} label={label} />;
	}
	if (label !== null) return <EntityInspector key={label} discovery={discovery} label={label} />;
	if (factId === null) {
		// One thing at a time: what is known, each line of which opens its fact, or else that nothing is selected.
		if (detail.discovery.facts > 0 && !showsState) return <StatePanel detail={detail} item={null} />;
		return <EmptyState title={t("inspector.nothing")} text={t("inspector.nothingText")} />;
	}
	return <Fact key={factId} discovery={discovery} factId={factId} />;
}

/** A fact by its label is whatever version of it counts now; the keys of the window follow. */
function LiveFact({ discovery, label }: { discovery: string; label: Label }) {
	const t = useWords();
	const entity = useQuery(entityQuery(discovery, label));
	const selectEntity = useSelection((selection) => selection.selectEntity);
	const id = entity.data?.card.id;
	useEffect(() => {
		const now = useSelection.getState();
		if (id !== undefined && now.label === label && now.factId !== id)
			selectEntity(label, id, now.origin ?? "inspector");
	}, [id, label, selectEntity]);
	if (entity.isError) return <EmptyState title={t("pipeline.gone", { label })} />;
	if (id === undefined) return <LoadingMark />;
	return <Fact key={id} discovery={discovery} factId={id} />;
}

function Fact({ discovery, factId }: { discovery: string; factId: string }) {
	const t = useWords();
	const fact = useQuery(factQuery(factId));
	if (fact.isError) {
		if (asAppError(fact.error).code === "not_found") return <EmptyState title={t("inspector.gone")} />;
		return <ErrorNote title={t("inspector.couldNotLoad")} error={fact.error} onRetry={() => void fact.refetch()} />;
	}
	if (!fact.data) return <LoadingMark />;
	return <FactInspector discovery={discovery} detail={fact.data} />;
}
