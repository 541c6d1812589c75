import { Popover } from "@base-ui/react/popover";
import { ListFilter } from "lucide-react";
import { Button } from "../../components/Button";
import { Choice } from "../../components/Choice";
import { SearchField } from "../../components/SearchField";
import { number } from "../../i18n/format";
import { useWords } from "../../i18n/useWords";
import type { ColumnSort, ColumnSummary, EntityStatus, Kind } from "../../ipc/bindings";
import { isFiltered, usePipeline } from "../../shared/cards/state";
import { statusesByWord } from "../../shared/cards/status";
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
	const countOf = (all: readonly EntityStatus[]) =>
		all.reduce((sum, status) => sum + (state?.byStatus.find((one) => one.status === status)?.count ?? 0), 0);
	const isOn = (all: readonly EntityStatus[]) => all.some((status) => filter.statuses.includes(status));
	const offered = statusesByWord(kind).filter(({ all }) => countOf(all) > 0 || isOn(all));
	const toggle = (all: readonly EntityStatus[], on: boolean) => {
		const rest = filter.statuses.filter((one) => !all.includes(one));
		change(kind, { statuses: on ? [...rest, ...all] : rest });
	};
	return (
		<fieldset className={styles.statuses}>
			<legend className={styles.legend}>{t("facts.filter.status")}</legend>
			{offered.map(({ word, sign, all }) => (
				<label key={word} className={styles.option}>
					<input type="checkbox" checked={isOn(all)} onChange={(event) => toggle(all, event.target.checked)} />
					<span aria-hidden>{sign}</span>
					{t(word)}
					<span className={styles.count}>{number(countOf(all))}</span>
				</label>
			))}
		</fieldset>
	);
}
