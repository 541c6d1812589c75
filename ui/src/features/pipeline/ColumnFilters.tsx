import { Popover } from "@base-ui/react/popover";
import { ListFilter } from "lucide-react";
import { Button } from "../../components/Button";
import { Choice } from "../../components/Choice";
import { SearchField } from "../../components/SearchField";
import { number } from "../../i18n/format";
import { useWords } from "../../i18n/useWords";
import type { ColumnSort, ColumnSummary, EntityStatus, Kind } from "../../ipc/bindings";
import { isFiltered, usePipeline } from "../../shared/cards/state";
import { markOf, statuses } from "../../shared/cards/status";
import styles from "./ColumnFilters.module.css";

const sorts: readonly ColumnSort[] = ["manual", "label", "status", "newest"];

/** Search, status, orphans and order of one column. */
export function ColumnFilters({ kind, state }: { kind: Kind; state: ColumnSummary | undefined }) {
	const t = useWords();
	const filter = usePipeline((now) => now.filters[kind]);
	const change = usePipeline((now) => now.filter);
	const name = t(`pipeline.kind.${kind}`);
	const isOn = isFiltered(filter);
	return (
		<Popover.Root>
			<Popover.Trigger
				className={styles.trigger}
				data-on={isOn}
				aria-label={isOn ? t("pipeline.filterOn", { name }) : t("pipeline.filter", { name })}
			>
				<ListFilter size={14} aria-hidden />
			</Popover.Trigger>
			<Popover.Portal>
				<Popover.Positioner sideOffset={4} align="end" className={styles.positioner}>
					<Popover.Popup className={styles.popup} aria-label={t("pipeline.filter", { name })}>
						<SearchField
							name={t("pipeline.searchIn", { name })}
							value={filter.search}
							onChange={(search) => change(kind, { search })}
						/>
						<Statuses kind={kind} state={state} />
						<label className={styles.option}>
							<input
								type="checkbox"
								checked={filter.orphans}
								onChange={(event) => change(kind, { orphans: event.target.checked })}
							/>
							{t("pipeline.orphansOnly")}
						</label>
						<Choice
							name={t("pipeline.sort")}
							value={filter.sort}
							options={sorts.map((sort) => ({ value: sort, words: t(`pipeline.sort.${sort}`) }))}
							onChange={(sort) => change(kind, { sort })}
						/>
						{isOn && (
							<Button onClick={() => change(kind, { search: "", statuses: [], orphans: false })}>
								{t("facts.filter.clear")}
							</Button>
						)}
					</Popover.Popup>
				</Popover.Positioner>
			</Popover.Portal>
		</Popover.Root>
	);
}

function Statuses({ kind, state }: { kind: Kind; state: ColumnSummary | undefined }) {
	const t = useWords();
	const filter = usePipeline((now) => now.filters[kind]);
	const change = usePipeline((now) => now.filter);
	const countOf = (status: EntityStatus) => state?.byStatus.find((one) => one.status === status)?.count ?? 0;
	const offered = statuses.filter((status) => countOf(status) > 0 || filter.statuses.includes(status));
	const toggle = (status: EntityStatus, on: boolean) =>
		change(kind, {
			statuses: on ? [...filter.statuses, status] : filter.statuses.filter((one) => one !== status),
		});
	return (
		<fieldset className={styles.statuses}>
			<legend className={styles.legend}>{t("facts.filter.status")}</legend>
			{offered.map((status) => (
				<label key={status} className={styles.option}>
					<input
						type="checkbox"
						checked={filter.statuses.includes(status)}
						onChange={(event) => toggle(status, event.target.checked)}
					/>
					<span aria-hidden>{markOf(status).sign}</span>
					{t(`pipeline.status.${status}`)}
					<span className={styles.count}>{number(countOf(status))}</span>
				</label>
			))}
		</fieldset>
	);
}
