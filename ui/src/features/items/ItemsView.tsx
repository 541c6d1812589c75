import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useListedActions } from "../../commands/listedActions";
import { ActionMenu } from "../../components/ActionMenu";
import { Button } from "../../components/Button";
import { EmptyState } from "../../components/EmptyState";
import { ErrorNote } from "../../components/ErrorNote";
import { LoadingMark } from "../../components/LoadingMark";
import { number } from "../../i18n/format";
import { usePackWords } from "../../i18n/packs";
import { useWords } from "../../i18n/useWords";
import { itemTableQuery } from "../../ipc/itemQueries";
import { Proposals } from "../../shared/items/Proposals";
import { useItems } from "../../shared/items/state";
import type { ViewProps } from "../../state/navigation";
import { saveTable } from "./actions";
import { ItemDialog } from "./ItemDialog";
import { ItemPage } from "./ItemPage";
import styles from "./ItemsView.module.css";
import { ItemTableGrid } from "./ItemTableGrid";
import { sortRows } from "./sortRows";

/** Shows the subjects of the discovery: a table of items by their fields, and a page of each. */
export default function ItemsView({ detail }: ViewProps) {
	const t = useWords();
	const label = usePackWords("label");
	const discovery = detail.discovery.id;
	const table = useQuery(itemTableQuery(discovery));
	const [adding, setAdding] = useState(false);
	const open = useItems((items) => items.open[discovery] ?? null);
	const { show, hidden, toggle, order, orderBy } = useItems();
	useListedActions(t("view.things"), [{ words: t("items.add"), run: () => setAdding(true) }]);

	if (table.isError)
		return <ErrorNote title={t("items.couldNotLoad")} error={table.error} onRetry={() => void table.refetch()} />;
	if (!table.data) return <LoadingMark />;
	const { columns, rows } = table.data;
	const item = rows.find((row) => row.item.reference === open)?.item;
	const add = adding && <ItemDialog discovery={discovery} onClose={() => setAdding(false)} />;
	if (item) {
		const others = rows.map((row) => row.item).filter((other) => other.id !== item.id);
		return <ItemPage detail={detail} item={item} others={others} onBack={() => show(discovery, null)} />;
	}
	if (rows.length === 0)
		return (
			<>
				<Proposals discovery={discovery} origin="items" />
				<EmptyState title={t("items.none")} text={t("items.noneText")}>
					<Button kind="primary" onClick={() => setAdding(true)}>
						{t("items.add")}
					</Button>
				</EmptyState>
				{add}
			</>
		);
	const shown = columns.filter((column) => !hidden.includes(column.key));
	const columnActions = columns.map((column) => ({
		words: t(hidden.includes(column.key) ? "items.showColumn" : "items.hideColumn", { field: label(column.label) }),
		run: () => toggle(column.key),
	}));
	const keys = shown.map((column) => column.key);
	const ordered = sortRows(table.data, order);
	const save = () => {
		const ids = ordered.map((row) => row.item.id);
		void saveTable(discovery, detail.discovery.title, keys, ids);
	};
	return (
		<>
			<header className={styles.bar}>
				<span className={styles.count}>{t("items.total", { count: rows.length, shown: number(rows.length) })}</span>
				<Button onClick={save}>{t("items.csv")}</Button>
				<Button kind="primary" onClick={() => setAdding(true)}>
					{t("items.add")}
				</Button>
				{columns.length > 0 && <ActionMenu name={t("items.columns")} actions={columnActions} />}
			</header>
			<Proposals discovery={discovery} origin="items" />
			<ItemTableGrid
				columns={columns}
				shown={shown}
				rows={ordered}
				order={order}
				onOrder={orderBy}
				onOpen={(row) => show(discovery, row.item.reference)}
				scrollKey={`items ${discovery}`}
			/>
			{add}
		</>
	);
}
