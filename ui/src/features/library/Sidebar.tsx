import { useQuery } from "@tanstack/react-query";
import { ChevronRight, Plus, Search } from "lucide-react";
import { useDeferredValue, useState } from "react";
import { runCommand } from "../../commands/bindings";
import { ActionMenu } from "../../components/ActionMenu";
import { Button } from "../../components/Button";
import { ErrorNote } from "../../components/ErrorNote";
import { Keys } from "../../components/Keys";
import { SearchField } from "../../components/SearchField";
import { useWords } from "../../i18n/useWords";
import { discoveriesQuery } from "../../ipc/queries";
import { openSearchFor } from "../../state/searchFor";
import { DiscoveryList } from "./DiscoveryList";
import styles from "./Sidebar.module.css";

/** All discoveries: search, open, rename, archive, delete, and a new one. */
export function Sidebar({ current }: { current: string | null }) {
	const t = useWords();
	const [search, setSearch] = useState("");
	const [showArchived, setShowArchived] = useState(false);
	// Whoever goes on into the texts leaves the list, which would else go without the open discovery.
	const searchTexts = (typed: string) => {
		openSearchFor(typed);
		setSearch("");
	};
	const deferredSearch = useDeferredValue(search.trim());
	const active = useQuery(discoveriesQuery(deferredSearch, false));
	const archived = useQuery({ ...discoveriesQuery(deferredSearch, true), enabled: showArchived });

	return (
		<>
			<div className={styles.top}>
				<h2 className={styles.title}>{t("library.title")}</h2>
				<SearchField
					name={t("library.search")}
					value={search}
					onChange={setSearch}
					onEnter={() => searchTexts(search.trim())}
				/>
			</div>
			<nav className={styles.lists} aria-label={t("library.title")}>
				{active.isError && <ErrorNote error={active.error} onRetry={() => void active.refetch()} />}
				{active.data && <DiscoveryList discoveries={active.data} current={current} />}
				{active.data?.length === 0 && (
					<p className={styles.none}>
						{deferredSearch === "" ? t("library.empty") : t("library.noMatch", { search: deferredSearch })}
					</p>
				)}
				{deferredSearch !== "" && (
					<button type="button" className={styles.texts} onClick={() => searchTexts(deferredSearch)}>
						<Search size={14} aria-hidden />
						<span className={styles.textsWords}>{t("library.searchTexts", { search: deferredSearch })}</span>
						<Keys written="Enter" />
					</button>
				)}
				{!active.isPending && (
					<button
						type="button"
						className={styles.fold}
						aria-expanded={showArchived}
						onClick={() => setShowArchived(!showArchived)}
					>
						<ChevronRight size={14} aria-hidden className={styles.chevron} />
						{t("library.archived")}
					</button>
				)}
				{showArchived && archived.data && <DiscoveryList discoveries={archived.data} current={current} />}
				{showArchived && archived.data?.length === 0 && <p className={styles.none}>{t("library.noneArchived")}</p>}
			</nav>
			<div className={styles.bottom}>
				<Button kind="quiet" onClick={() => runCommand("discovery.new")} className={styles.new}>
					<Plus size={16} aria-hidden />
					{t("library.new")}
				</Button>
				<ActionMenu
					name={t("library.menu")}
					actions={[
						{ words: t("command.libraryImport"), run: () => runCommand("library.import") },
						{ words: t("command.libraryExportSome"), run: () => runCommand("library.exportSome") },
						{ words: t("command.libraryExport"), run: () => runCommand("library.export") },
						{ words: t("command.libraryCopies"), run: () => runCommand("library.copies") },
					]}
				/>
			</div>
		</>
	);
}
