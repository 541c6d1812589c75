import { useDeferredValue, useRef } from "react";
import { runCommand } from "../../commands/bindings";
import { useCommand } from "../../commands/useCommand";
import { Button } from "../../components/Button";
import { EmptyState } from "../../components/EmptyState";
import { ErrorNote } from "../../components/ErrorNote";
import { LoadingMark } from "../../components/LoadingMark";
import type { VirtualListHandle } from "../../components/VirtualList";
import { number } from "../../i18n/format";
import { useWords } from "../../i18n/useWords";
import type { FactRow } from "../../ipc/bindings";
import { openEvidence } from "../../shared/facts/origin";
import { TickBar } from "../../shared/facts/TickBar";
import { useTicks } from "../../shared/facts/useTicks";
import type { ViewProps } from "../../state/navigation";
import { useSelection } from "../../state/selection";
import { emptyColumns, useTable } from "./columns";
import { FactsTable } from "./FactsTable";
import { FactsToolbar } from "./FactsToolbar";
import { asFactFilter, isFiltering, useFilters } from "./filter";
import { PastView } from "./past/PastView";
import { usePointInTime } from "./past/past";
import { groupRows, sortRows } from "./rowOrder";
import { saveFacts } from "./save";
import { useFactRows } from "./useFactRows";
import { useGroupName } from "./useGroupName";
import { useTriage } from "./useTriage";

/** The ledger: as it is, or as it stood at the point that is looked back to. */
export default function FactsView({ detail }: ViewProps) {
	const point = usePointInTime(detail.discovery.id);
	return point === null ? <Ledger detail={detail} /> : <PastView detail={detail} point={point} />;
}

/** Every fact of the ledger in one list: filter, read, decide on one or on many. */
function Ledger({ detail }: ViewProps) {
	const t = useWords();
	const search = useRef<HTMLInputElement>(null);
	const list = useRef<VirtualListHandle>(null);
	const { shown, inputId, text, clear } = useFilters();
	const filters = useDeferredValue({ shown, inputId, text });
	const order = useTable((table) => table.order);
	const grouping = useTable((table) => table.grouping);
	const filter = asFactFilter(filters);
	const isWhole = order !== null || grouping !== "none";
	const found = useFactRows(detail.discovery.id, filter, isWhole);
	const { query, total, reach } = found;
	const groupName = useGroupName(detail, grouping);
	const lines = groupRows(sortRows(found.rows, order), grouping, groupName);
	const rows = lines.flatMap((line) => (line.kind === "fact" ? [line.row] : []));
	const empty = emptyColumns(rows);
	const selected = useSelection((selection) => selection.factId);
	const select = useSelection((selection) => selection.select);
	const ticks = useTicks(rows);
	const reveal = (row: FactRow) =>
		list.current?.scrollTo(lines.findIndex((line) => line.kind === "fact" && line.row.id === row.id));
	const triage = useTriage({ discovery: detail.discovery.id, rows, ticks, reveal, search });
	const step = (by: number) => {
		triage.step(by);
		// What is not read yet comes into view, and is read.
		if (by === total && !isWhole) list.current?.scrollTo(total - 1);
	};
	const save = () => void saveFacts(detail.discovery, filter, isWhole ? rows.map((row) => row.id) : []);
	useCommand("facts.csv", save, total > 0);

	return (
		<>
			<FactsToolbar detail={detail} searchRef={search} empty={empty} onSave={save} />
			{query.isError && (
				<ErrorNote title={t("facts.couldNotLoad")} error={query.error} onRetry={() => void query.refetch()} />
			)}
			{found.isWaiting && <LoadingMark />}
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
			{total > 0 && !found.isWaiting && (
				<>
					<FactsTable
						key={JSON.stringify([filters, order, grouping])}
						lines={lines}
						total={isWhole ? lines.length : total}
						selected={selected}
						ticked={ticks.ticked}
						onReach={reach}
						onSelect={(row) => select(row.id, "facts")}
						onOpen={(row) => void openEvidence(row.id, "facts")}
						onTick={ticks.toggle}
						onStep={step}
						list={list}
						empty={empty}
						scrollKey={`facts ${detail.discovery.id} ${JSON.stringify([filters, order, grouping])}`}
					/>
					<TickBar
						idle={t("facts.total", { count: total, shown: number(total) })}
						ticked={ticks.ticked.size}
						acceptable={triage.acceptable}
						rejectable={triage.rejectable}
						onAccept={triage.accept}
						onReject={triage.reject}
						onInsight={triage.insight}
						onClear={ticks.clear}
					/>
				</>
			)}
		</>
	);
}
