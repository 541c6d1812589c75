import { useQueries } from "@tanstack/react-query";
import { useDeferredValue, useRef, useState } from "react";
import { useCommand } from "../../commands/useCommand";
import { ActionMenu } from "../../components/ActionMenu";
import { Button } from "../../components/Button";
import { EmptyState } from "../../components/EmptyState";
import { ErrorNote } from "../../components/ErrorNote";
import { LoadingMark } from "../../components/LoadingMark";
import { SearchField } from "../../components/SearchField";
import { VirtualList, type VirtualListHandle } from "../../components/VirtualList";
import { number } from "../../i18n/format";
import { useWords } from "../../i18n/useWords";
import type { CanonicalSummary } from "../../ipc/bindings";
import { CATALOGUE_PAGE, catalogueQuery } from "../../ipc/catalogueQueries";
import { useMoney } from "../../shared/items/money";
import { useUnitName } from "../../shared/items/units";
import { chooseCsv, exportCsv } from "./actions";
import styles from "./CatalogueList.module.css";
import { MissingItems } from "./MissingItems";
import { useMemory } from "./state";

/** The whole library's catalogue: searched, paged by what is in view. */
export function CatalogueList() {
	const t = useWords();
	const field = useRef<HTMLInputElement>(null);
	const { search, archived, change } = useMemory();
	const words = useDeferredValue(search);
	useCommand("list.search", () => field.current?.focus());
	return (
		<>
			<div className={styles.bar}>
				<SearchField
					fieldRef={field}
					name={t("memory.search")}
					value={search}
					onChange={(next) => change({ search: next })}
				/>
				<Button onClick={() => change({ editing: { item: null, name: search } })}>{t("memory.add")}</Button>
				<ActionMenu
					name={t("memory.more")}
					listedAs={t("view.prices")}
					actions={[
						{ words: t("memory.importCatalogue"), run: () => void chooseCsv("catalogue") },
						{ words: t("memory.importPrices"), run: () => void chooseCsv("prices") },
						{ words: t("memory.exportCatalogue"), run: () => void exportCsv("catalogue") },
						{ words: t("memory.exportPrices"), run: () => void exportCsv("prices") },
						{
							words: t(archived ? "memory.showActive" : "memory.showArchived"),
							run: () => change({ archived: !archived }),
						},
					]}
				/>
			</div>
			<MissingItems />
			<FoundItems key={`${words} ${archived}`} words={words} archived={archived} />
		</>
	);
}

function FoundItems({ words, archived }: { words: string; archived: boolean }) {
	const t = useWords();
	const list = useRef<VirtualListHandle>(null);
	const [range, setRange] = useState<readonly [number, number]>([0, 0]);
	const { canonical, change } = useMemory();
	const firstPage = Math.floor(range[0] / CATALOGUE_PAGE);
	const lastPage = Math.floor(range[1] / CATALOGUE_PAGE);
	const pages = Array.from({ length: lastPage - firstPage + 1 }, (_, at) => firstPage + at);
	const answers = useQueries({ queries: pages.map((page) => catalogueQuery(words, archived, page)) });
	const failed = answers.find(({ isError }) => isError);
	const known = answers.find(({ data }) => data)?.data;
	const rowAt = (index: number): CanonicalSummary | undefined => {
		const page = pages.indexOf(Math.floor(index / CATALOGUE_PAGE));
		const answer = answers[page];
		return answer?.isPlaceholderData ? undefined : answer?.data?.items[index % CATALOGUE_PAGE];
	};
	const total = known?.total ?? 0;
	const step = (by: number) => {
		const loaded = Array.from({ length: range[1] - range[0] + 1 }, (_, at) => range[0] + at);
		const at = loaded.find((index) => rowAt(index)?.item.id === canonical);
		const next = at === undefined ? range[0] : Math.min(Math.max(at + by, 0), total - 1);
		const row = rowAt(next);
		if (!row) return;
		change({ canonical: row.item.id });
		list.current?.scrollTo(next);
	};
	useCommand("list.next", () => step(1), total > 0);
	useCommand("list.previous", () => step(-1), total > 0);

	if (failed)
		return <ErrorNote title={t("memory.couldNotLoad")} error={failed.error} onRetry={() => void failed.refetch()} />;
	if (!known) return <LoadingMark />;
	if (known.all === 0)
		return (
			<EmptyState title={t("memory.noCatalogue")} text={t("memory.noCatalogueText")}>
				<Button kind="primary" onClick={() => void chooseCsv("catalogue")}>
					{t("memory.importCatalogue")}
				</Button>
			</EmptyState>
		);
	if (total === 0)
		return (
			<EmptyState title={t("memory.noMatch")}>
				<Button onClick={() => change({ search: "", archived: false })}>{t("facts.filter.clear")}</Button>
			</EmptyState>
		);
	return (
		<>
			<p className={styles.count}>{t("memory.itemCount", { count: total, shown: number(total) })}</p>
			<VirtualList
				handle={list}
				count={total}
				rowHeight={44}
				scrollKey={`catalogue ${words} ${archived}`}
				rowKey={(index) => rowAt(index)?.item.id ?? `unread ${index}`}
				onRange={(first, last) => setRange([first, last])}
				render={(index) => {
					const row = rowAt(index);
					return row ? (
						<ItemRow row={row} open={row.item.id === canonical} onOpen={() => change({ canonical: row.item.id })} />
					) : (
						<div className={styles.row} aria-busy />
					);
				}}
			/>
		</>
	);
}

function ItemRow({ row, open, onOpen }: { row: CanonicalSummary; open: boolean; onOpen: () => void }) {
	const t = useWords();
	const unitName = useUnitName();
	const { per } = useMoney();
	const { item, last, prices } = row;
	const synonyms = Object.values(item.synonyms).flat().join(", ");
	return (
		<button type="button" className={styles.row} aria-current={open} onClick={onOpen}>
			<span className={styles.name}>
				{item.name}
				{item.unit && ` (${unitName(item.unit)})`}
			</span>
			<span className={styles.last}>
				{last ? [per(last.price, last.unit), last.tax && t(`memory.tax.${last.tax}`)].filter(Boolean).join(" ") : ""}
			</span>
			<span className={styles.small}>{synonyms}</span>
			<span className={styles.last}>
				{prices > 0 && t("memory.priceCount", { count: prices, shown: number(prices) })}
			</span>
		</button>
	);
}
