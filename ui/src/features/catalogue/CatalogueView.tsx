import { useQuery } from "@tanstack/react-query";
import { Button } from "../../components/Button";
import { EmptyState } from "../../components/EmptyState";
import { Tabbed } from "../../components/Tabbed";
import { useWords } from "../../i18n/useWords";
import { waitingQuery } from "../../ipc/catalogueQueries";
import type { ViewProps } from "../../state/navigation";
import { chooseCsv } from "./actions";
import { CatalogueList } from "./CatalogueList";
import styles from "./CatalogueView.module.css";
import { CsvDialog } from "./CsvDialog";
import { ItemDialog } from "./ItemDialog";
import { PricePane } from "./PricePane";
import { Suggestions } from "./Suggestions";
import { useMemory } from "./state";

/** Shows the names that hold everywhere, the lines of the discovery that mean them, and their prices. */
export default function CatalogueView({ detail }: ViewProps) {
	const t = useWords();
	const { tab, canonical, csv, editing, change } = useMemory();
	const { id } = detail.discovery;
	const missing = useQuery(waitingQuery).data?.total ?? 0;
	return (
		<div className={styles.memory}>
			<section className={styles.lists} aria-label={t("view.prices")}>
				<Tabbed
					name={t("view.prices")}
					open={tab}
					onOpen={(next) => change({ tab: next })}
					tabs={[
						{ id: "lines", title: t("memory.lines"), panel: <Suggestions discovery={id} /> },
						{
							id: "catalogue",
							title: missing > 0 ? t("memory.catalogueMissing", { count: missing }) : t("memory.catalogue"),
							panel: <CatalogueList />,
						},
					]}
				/>
			</section>
			{canonical ? (
				<PricePane key={canonical} canonical={canonical} />
			) : (
				<EmptyState title={t("memory.pick")} text={t("memory.pickText")}>
					<Button onClick={() => void chooseCsv("prices")}>{t("memory.importPrices")}</Button>
				</EmptyState>
			)}
			{csv && <CsvDialog key={`${csv.kind} ${csv.path}`} kind={csv.kind} path={csv.path} />}
			{editing && <ItemDialog key={`item ${editing.item?.id ?? "new"}`} item={editing.item} name={editing.name} />}
		</div>
	);
}
