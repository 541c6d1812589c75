import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { EmptyState } from "../../components/EmptyState";
import { ErrorNote } from "../../components/ErrorNote";
import { VirtualList } from "../../components/VirtualList";
import { Waiting } from "../../components/Waiting";
import { number } from "../../i18n/format";
import { useWords } from "../../i18n/useWords";
import type { ItemThen, PointInTime } from "../../ipc/bindings";
import { itemsAsOfQuery } from "../../ipc/itemQueries";
import { BlocksThen } from "./PastBlocks";
import { PastFields } from "./PastFields";
import styles from "./PastItems.module.css";

/** The items as they stood, and of one of them its fields and blocks. */
export function PastItems({ discovery, point }: { discovery: string; point: PointInTime }) {
	const t = useWords();
	const then = useQuery(itemsAsOfQuery(discovery, point));
	const [chosen, setChosen] = useState<string | null>(null);
	if (then.isError) return <ErrorNote error={then.error} onRetry={() => void then.refetch()} />;
	if (!then.data) return <Waiting />;
	const { items, came } = then.data;
	const since = came > 0 ? t("past.itemsCame", { count: came, shown: number(came) }) : "";
	const one = items.find(({ item }) => item.id === chosen) ?? items[0];
	if (!one) return <EmptyState title={t("past.noItems")} text={since} />;
	const { reference, name, description } = one.item;
	return (
		<div className={styles.split}>
			<div className={styles.list}>
				<VirtualList
					count={items.length}
					rowHeight={44}
					rowKey={(index) => items[index]?.item.id ?? String(index)}
					render={(index) => {
						const row = items[index];
						return row && <Row row={row} isChosen={row === one} onChoose={() => setChosen(row.item.id)} />;
					}}
				/>
				{since !== "" && <p className={styles.came}>{since}</p>}
			</div>
			{/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reached by the keyboard. */}
			<div className={styles.page} tabIndex={0} role="region" aria-label={`${reference} ${name}`}>
				<h2 className={styles.name}>
					{reference} {name}
				</h2>
				{description !== "" && <p dir="auto">{description}</p>}
				<PastFields discovery={discovery} item={reference} point={point} />
				<BlocksThen discovery={discovery} item={reference} point={point} heading="h3" />
			</div>
		</div>
	);
}

function Row({ row, isChosen, onChoose }: { row: ItemThen; isChosen: boolean; onChoose: () => void }) {
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

function becameOf(t: ReturnType<typeof useWords>, { item, now }: ItemThen): string {
	if (now === null) return t("past.goneNow");
	if (now.reference !== item.reference) return t("past.itemMerged", { into: `${now.reference} ${now.name}` });
	if (now.name !== item.name) return t("past.itemNamed", { name: now.name });
	return now.archived && !item.archived ? t("past.itemArchived") : "";
}
