import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { EmptyState } from "../../../components/EmptyState";
import { ErrorNote } from "../../../components/ErrorNote";
import { LoadingMark } from "../../../components/LoadingMark";
import { VirtualList } from "../../../components/VirtualList";
import { useWords } from "../../../i18n/useWords";
import type { Item, ItemThen, PointInTime } from "../../../ipc/bindings";
import { itemsAsOfQuery } from "../../../ipc/itemQueries";
import { BlocksThen } from "./PastBlocks";
import { PastFields } from "./PastFields";
import styles from "./PastItems.module.css";

type Row = ItemThen & { hasCome?: boolean };

/** The items as they stood, and of one of them its fields and blocks. */
export function PastItems({ discovery, point }: { discovery: string; point: PointInTime }) {
	const t = useWords();
	const then = useQuery(itemsAsOfQuery(discovery, point));
	const [chosen, setChosen] = useState<string | null>(null);
	if (then.isError) return <ErrorNote error={then.error} onRetry={() => void then.refetch()} />;
	if (!then.data) return <LoadingMark />;
	// Those that came since stand behind those of then.
	const rows: Row[] = [...then.data.items, ...then.data.came.map((item) => ({ item, now: item, hasCome: true }))];
	const one = rows.find(({ item }) => item.id === chosen) ?? rows[0];
	if (!one) return <EmptyState title={t("past.noItems")} text="" />;
	const { reference, name } = one.item;
	return (
		<div className={styles.split}>
			<div className={styles.list}>
				<VirtualList
					count={rows.length}
					rowHeight={44}
					rowKey={(index) => rows[index]?.item.id ?? String(index)}
					render={(index) => {
						const row = rows[index];
						return row && <ItemRow row={row} isChosen={row === one} onChoose={() => setChosen(row.item.id)} />;
					}}
				/>
			</div>
			{/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reached by the keyboard. */}
			<div className={styles.page} tabIndex={0} role="region" aria-label={`${reference} ${name}`}>
				<h2 className={styles.name}>
					{reference} {name}
				</h2>
				{one.hasCome ? (
					<p>{t("past.itemCame")}</p>
				) : (
					<>
						<Described row={one} />
						<PastFields discovery={discovery} item={reference} point={point} />
						<BlocksThen discovery={discovery} item={reference} point={point} heading="h3" />
					</>
				)}
			</div>
		</div>
	);
}

/** Shows its aliases, and its description; beside each the present one, where that is another. */
function Described({ row: { item, now } }: { row: Row }) {
	const t = useWords();
	const of = ({ aliases, description }: Item) => [aliases.join(", "), description];
	const later = now === null || now.reference !== item.reference ? null : of(now);
	return of(item).map((words, at) => {
		const changed = later !== null && later[at] !== words;
		if (words === "" && !changed) return null;
		return (
			<p key={at === 0 ? "aliases" : "description"} dir="auto">
				{at === 0 && <span className={styles.muted}>{t("past.alsoCalled")} </span>}
				{words === "" ? t("past.nothing") : words}
				{changed && <span className={styles.now}> {t("past.now", { status: later[at] || t("past.nothing") })}</span>}
			</p>
		);
	});
}

function ItemRow({ row, isChosen, onChoose }: { row: Row; isChosen: boolean; onChoose: () => void }) {
	const t = useWords();
	return (
		<button type="button" className={styles.row} aria-current={isChosen} onClick={onChoose}>
			<span className={styles.words}>
				{row.item.reference} {row.item.name}
			</span>
			<span className={styles.now}>{becameOf(t, row)}</span>
		</button>
	);
}

function becameOf(t: ReturnType<typeof useWords>, { item, now, hasCome }: Row): string {
	if (hasCome) return t("past.cameSince");
	if (now === null) return t("past.goneNow");
	if (now.reference !== item.reference) return t("past.itemMerged", { into: `${now.reference} ${now.name}` });
	if (now.name !== item.name) return t("past.itemNamed", { name: now.name });
	if (now.archived !== item.archived) return t(now.archived ? "past.itemArchived" : "past.itemUnarchived");
	const isSame = now.description === item.description && now.aliases.join("\n") === item.aliases.join("\n");
	return isSame ? "" : t("past.itemChanged");
}
