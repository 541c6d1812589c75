import { useInfiniteQuery } from "@tanstack/react-query";
import { useDeferredValue, useRef } from "react";
import { EmptyState } from "../../../components/EmptyState";
import { ErrorNote } from "../../../components/ErrorNote";
import { LoadingMark } from "../../../components/LoadingMark";
import { VirtualList } from "../../../components/VirtualList";
import { number } from "../../../i18n/format";
import { useWords } from "../../../i18n/useWords";
import { factsAsOfQuery } from "../../../ipc/auditQueries";
import type { PointInTime, Since } from "../../../ipc/bindings";
import type { ViewProps } from "../../../state/navigation";
import { useSelection } from "../../../state/selection";
import { FactsToolbar } from "../FactsToolbar";
import { asFactFilter, useFilters } from "../filter";
import styles from "./PastLedger.module.css";
import { PastRow } from "./PastRow";
import { usePast } from "./past";

/** The ledger as it stood, to be read: where each fact stood then, and where it stands now if that is elsewhere. */
export function PastLedger({ detail, point }: ViewProps & { point: PointInTime }) {
	const t = useWords();
	const search = useRef<HTMLInputElement>(null);
	const { shown, inputId, text } = useFilters();
	const filters = useDeferredValue({ shown, inputId, text });
	const onlyChanged = usePast((past) => past.onlyChanged);
	// Facts that were superseded since stood then.
	const filter = { ...asFactFilter(filters), ...(filters.shown === "all" && { statuses: null }) };
	const query = useInfiniteQuery(factsAsOfQuery(detail.discovery.id, point, filter, onlyChanged ? "changed" : "all"));
	const select = useSelection((selection) => selection.select);
	const selected = useSelection((selection) => selection.factId);
	const [first] = query.data?.pages ?? [];
	const rows = query.data?.pages.flatMap((page) => page.facts) ?? [];
	const reach = (last: number) => {
		if (last >= rows.length - 1 && query.hasNextPage && !query.isFetching) void query.fetchNextPage();
	};
	return (
		<>
			<FactsToolbar detail={detail} searchRef={search} />
			{query.isError && (
				<ErrorNote title={t("facts.couldNotLoad")} error={query.error} onRetry={() => void query.refetch()} />
			)}
			{query.isPending && <LoadingMark />}
			{first && <SinceLine since={first.since} total={first.total} />}
			{first && rows.length === 0 && <EmptyState title={t("past.none")} />}
			{rows.length > 0 && (
				<VirtualList
					count={first?.total ?? rows.length}
					rowHeight={34}
					name={t("past.ledger")}
					rowKey={(index) => rows[index]?.fact.id ?? `unread ${index}`}
					onRange={(_, last) => reach(last)}
					render={(index) => {
						const row = rows[index];
						if (!row) return null;
						const { id } = row.fact;
						return <PastRow row={row} selected={id === selected} onSelect={() => select(id, "facts")} />;
					}}
				/>
			)}
		</>
	);
}

const kinds = ["added", "accepted", "rejected", "superseded", "conflict", "proposed", "removed"] as const;

function SinceLine({ since, total }: { since: Since; total: number | null }) {
	const t = useWords();
	const onlyChanged = usePast((past) => past.onlyChanged);
	const showChanged = usePast((past) => past.showChanged);
	const changedKinds = kinds.filter((kind) => since[kind] > 0);
	return (
		<div className={styles.since}>
			<p>
				{total !== null && `${t("facts.total", { count: total, shown: number(total) })}. `}
				{changedKinds.length === 0
					? t("past.nothingChanged")
					: t("past.changed", {
							list: changedKinds.map((kind) => t(`past.kind.${kind}`, { shown: number(since[kind]) })).join(", "),
						})}
			</p>
			<label>
				<input type="checkbox" checked={onlyChanged} onChange={(event) => showChanged(event.target.checked)} />{" "}
				{t("past.onlyChanged")}
			</label>
		</div>
	);
}
