import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { ActionMenu } from "../../components/ActionMenu";
import { Button } from "../../components/Button";
import { EmptyState } from "../../components/EmptyState";
import { ErrorNote } from "../../components/ErrorNote";
import { LoadingMark } from "../../components/LoadingMark";
import { useWords } from "../../i18n/useWords";
import type { Item, ProjectedField } from "../../ipc/bindings";
import { fieldsQuery, itemStatementsQuery } from "../../ipc/itemQueries";
import type { ViewProps } from "../../state/navigation";
import { archiveItem, deleteItem } from "./actions";
import { FieldRow } from "./FieldRow";
import { ItemDialog } from "./ItemDialog";
import { ItemStatements } from "./ItemStatements";
import styles from "./ItemsView.module.css";
import { MergeDialog } from "./MergeDialog";
import { SplitDialog } from "./SplitDialog";

interface ItemPageProps extends ViewProps {
	item: Item;
	others: readonly Item[];
	onBack: () => void;
}

/** One item: every field with its value, who says so, and the way to where that is said. */
export function ItemPage({ detail, item, others, onBack }: ItemPageProps) {
	const t = useWords();
	const discovery = detail.discovery.id;
	const fields = useQuery(fieldsQuery(discovery, item.reference));
	const statements = useQuery(itemStatementsQuery(discovery, item.reference)).data;
	const [asks, setAsks] = useState<"name" | "merge" | "split" | null>(null);
	const close = () => setAsks(null);
	const held = fields.data?.filter((field) => field.value !== null) ?? [];
	const empty = fields.data?.filter((field) => field.value === null) ?? [];
	const row = (field: ProjectedField) => (
		<FieldRow key={field.key} discovery={discovery} item={item.reference} field={field} />
	);
	const actions = [
		{ words: t("items.edit"), run: () => setAsks("name") },
		...(others.length > 0 ? [{ words: t("items.mergeWith"), run: () => setAsks("merge") }] : []),
		...(held.length > 0 ? [{ words: t("items.splitOff"), run: () => setAsks("split") }] : []),
		{ words: t(item.archived ? "items.takeBack" : "items.archive"), run: () => void archiveItem(discovery, item) },
		{ words: t("items.delete"), run: () => void deleteItem(discovery, item), grave: true },
	];

	return (
		<article className={styles.page} aria-label={item.name}>
			<header className={styles.title}>
				<Button onClick={onBack}>{t("items.back")}</Button>
				<h2>
					{item.reference} {item.name}
				</h2>
				<ActionMenu name={t("items.actions", { name: item.name })} listedAs={item.name} actions={actions} />
			</header>
			{item.archived && <p className={styles.archived}>{t("items.isArchived")}</p>}
			{item.aliases.length > 0 && (
				<p className={styles.aliases}>{t("items.alsoCalled", { names: item.aliases.join(", ") })}</p>
			)}
			{item.description !== "" && (
				<p className={styles.description} dir="auto" data-selectable>
					{item.description}
				</p>
			)}
			{fields.isError && <ErrorNote error={fields.error} onRetry={() => void fields.refetch()} />}
			{fields.isPending && <LoadingMark />}
			{fields.isSuccess && held.length === 0 && statements?.length === 0 && (
				<EmptyState title={t("items.noFields")} text={t("items.noFieldsText", { name: item.name })} />
			)}
			{held.length > 0 && <div className={styles.held}>{held.map(row)}</div>}
			{statements !== undefined && statements.length > 0 && <ItemStatements facts={statements} />}
			{empty.length > 0 && (
				<details className={styles.empty}>
					<summary>{t("items.emptyFields", { count: empty.length })}</summary>
					{empty.map(row)}
				</details>
			)}
			{asks === "name" && <ItemDialog discovery={discovery} item={item} onClose={close} />}
			{asks === "merge" && <MergeDialog discovery={discovery} item={item} others={others} onClose={close} />}
			{asks === "split" && <SplitDialog discovery={discovery} item={item} fields={held} onClose={close} />}
		</article>
	);
}
