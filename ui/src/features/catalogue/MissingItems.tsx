import { useQuery } from "@tanstack/react-query";
import { useId, useRef } from "react";
import { useCommand } from "../../commands/useCommand";
import { Button } from "../../components/Button";
import { Keys } from "../../components/Keys";
import { VirtualList, type VirtualListHandle } from "../../components/VirtualList";
import { number } from "../../i18n/format";
import { useWords, words } from "../../i18n/useWords";
import type { WaitingItem, WaitingItems } from "../../ipc/bindings";
import { waitingQuery } from "../../ipc/catalogueQueries";
import { useUnitName } from "../../shared/items/units";
import { addAllToCatalogue, addToCatalogue } from "./actions";
import styles from "./MissingItems.module.css";
import { useMemory } from "./state";

const ROW_HEIGHT = 52;
/** More of them scroll, so that the catalogue below stays in view. */
const ROWS_SHOWN = 4;

/** Lists the meanings of lines of discoveries that the catalogue does not have, since a file that is imported does not
 * change it. */
export function MissingItems() {
	const waiting = useQuery(waitingQuery);
	// One that cannot be read says so in the list below, which is read from the same place.
	return waiting.data && waiting.data.total > 0 ? <Missing found={waiting.data} /> : null;
}

function Missing({ found }: { found: WaitingItems }) {
	const t = useWords();
	const title = useId();
	const list = useRef<VirtualListHandle>(null);
	const { missing, change } = useMemory();
	const { items, total } = found;
	const at = Math.max(
		0,
		items.findIndex(({ id }) => id === missing),
	);
	const inHand = items[at];
	const take = (index: number) => {
		const next = items[index % items.length];
		if (!next) return;
		change({ missing: next.id });
		list.current?.scrollTo(index % items.length);
	};
	const takeIn = (item: WaitingItem) => {
		// The next one is in hand before this one is gone, so that the key can be pressed again at once.
		if (item === inHand) change({ missing: (items[at + 1] ?? items[at - 1])?.id ?? null });
		void addToCatalogue(item);
	};
	useCommand("list.toggle", () => take(at + 1), items.length > 1);
	useCommand("fact.accept", () => inHand && takeIn(inHand));
	useCommand("memory.adoptAll", () => void addAllToCatalogue());

	return (
		<section className={styles.missing} aria-labelledby={title}>
			<header className={styles.header}>
				<h2 id={title} className={styles.title}>
					{t("memory.missing", { count: total, shown: number(total) })}
				</h2>
				{total > 1 && <Button onClick={() => void addAllToCatalogue()}>{t("memory.adoptAll")}</Button>}
			</header>
			<p className={styles.text}>{t("memory.missingText", { what: waitingCounts(found) })}</p>
			<p className={styles.keys}>
				{items.length > 1 && (
					<>
						<Keys written="X" /> {t("memory.keyNextMissing")} ·{" "}
					</>
				)}
				<Keys written="A" /> {t("memory.keyAdopt")}
			</p>
			<div className={styles.list} style={{ height: `${(Math.min(items.length, ROWS_SHOWN) * ROW_HEIGHT) / 16}rem` }}>
				<VirtualList
					handle={list}
					count={items.length}
					rowHeight={ROW_HEIGHT}
					measured
					rowKey={(index) => items[index]?.id ?? `${index}`}
					render={(index) => {
						const item = items[index];
						return item && <Row item={item} inHand={item === inHand} onTakeIn={() => takeIn(item)} />;
					}}
				/>
			</div>
		</section>
	);
}

function Row({ item, inHand, onTakeIn }: { item: WaitingItem; inHand: boolean; onTakeIn: () => void }) {
	const t = useWords();
	const unitName = useUnitName();
	const { name, unit, note } = item;
	return (
		<article className={styles.row} data-in-hand={inHand} aria-label={name}>
			<div>
				<p className={styles.name}>
					{name}
					{unit && ` (${unitName(unit)})`}
				</p>
				<p className={styles.small}>{[waitingCounts(item), note].filter(Boolean).join(" · ")}</p>
			</div>
			<Button onClick={onTakeIn} aria-label={t("memory.adoptName", { name })}>
				{t("memory.adopt")}
			</Button>
		</article>
	);
}

function waitingCounts({ lines, prices }: { lines: number; prices: number }): string {
	const parts = [
		lines > 0 && words("memory.lineCount", { count: lines, shown: number(lines) }),
		prices > 0 && words("memory.priceCount", { count: prices, shown: number(prices) }),
	];
	return parts.filter(Boolean).join(", ");
}
