import { useDeferredValue, useRef } from "react";
import { runCommand } from "../../commands/bindings";
import { Button } from "../../components/Button";
import { EmptyState } from "../../components/EmptyState";
import { ErrorNote } from "../../components/ErrorNote";
import type { VirtualListHandle } from "../../components/VirtualList";
import { Waiting } from "../../components/Waiting";
import { useWords } from "../../i18n/useWords";
import { openWords } from "../../shared/facts/origin";
import type { ViewProps } from "../../state/navigation";
import { useSelection } from "../../state/selection";
import { FactsTable } from "./FactsTable";
import { FactsToolbar } from "./FactsToolbar";
import { asFactFilter, isFiltering, useFilters } from "./filter";
import { PastView } from "./past/PastView";
import { usePointOf } from "./past/past";
import { TickBar } from "./TickBar";
import { useFactRows } from "./useFactRows";
import { useTicks } from "./useTicks";
import { useTriage } from "./useTriage";

/** The ledger: as it is, or as it stood at the point that is looked back to. */
export default function FactsView({ detail }: ViewProps) {
	const point = usePointOf(detail.discovery.id);
	return point === null ? <Ledger detail={detail} /> : <PastView detail={detail} point={point} />;
}

/** Every fact of the ledger in one list: filter, read, decide on one or on many. */
function Ledger({ detail }: ViewProps) {
	const t = useWords();
	const search = useRef<HTMLInputElement>(null);
	const list = useRef<VirtualListHandle>(null);
	const { shown, inputId, text, clear } = useFilters();
	const filters = useDeferredValue({ shown, inputId, text });
	const { query, rows, total, reach } = useFactRows(detail.discovery.id, asFactFilter(filters));
	const selected = useSelection((selection) => selection.factId);
	const select = useSelection((selection) => selection.select);
	const ticks = useTicks(rows);
	const triage = useTriage({ discovery: detail.discovery.id, rows, ticks, list, search });

	return (
		<>
			<FactsToolbar detail={detail} searchRef={search} />
			{query.isError && (
				<ErrorNote title={t("facts.couldNotLoad")} error={query.error} onRetry={() => void query.refetch()} />
			)}
			{query.isPending && <Waiting />}
			{query.isSuccess && total === 0 && isFiltering(filters) && (
				<EmptyState title={t("facts.noMatch")}>
					<Button onClick={clear}>{t("facts.filter.clear")}</Button>
				</EmptyState>
			)}
			{query.isSuccess && total === 0 && !isFiltering(filters) && (
				<EmptyState title={t("facts.none")} text={t("facts.noneText")}>
					<Button onClick={() => runCommand("input.addText")}>{t("inputs.addText")}</Button>
				</EmptyState>
			)}
			{total > 0 && (
				<>
					<FactsTable
						key={JSON.stringify(filters)}
						rows={rows}
						total={total}
						selected={selected}
						ticked={ticks.ticked}
						onReach={reach}
						onSelect={(row) => select(row.id, "facts")}
						onOpen={(row) => void openWords(row.id, "facts")}
						onTick={ticks.toggle}
						onStep={triage.step}
						list={list}
						keptAs={`facts ${detail.discovery.id} ${JSON.stringify(filters)}`}
					/>
					<TickBar
						total={total}
						ticked={ticks.ticked.size}
						acceptable={triage.acceptable}
						rejectable={triage.rejectable}
						onAccept={triage.accept}
						onReject={triage.reject}
						onClear={ticks.clear}
					/>
				</>
			)}
		</>
	);
}
