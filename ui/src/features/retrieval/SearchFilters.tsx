import { useQuery } from "@tanstack/react-query";
import { FilterButton } from "../../components/FilterButton";
import { Select } from "../../components/Select";
import { useWords } from "../../i18n/useWords";
import type { WordKey } from "../../i18n/words";
import type { SearchGroup } from "../../ipc/bindings";
import { discoveriesQuery } from "../../ipc/queries";
import styles from "./SearchDialog.module.css";
import { groups } from "./state";

export const groupTitles: Record<SearchGroup, WordKey> = {
	inputs: "search.inputs",
	facts: "search.facts",
	conclusions: "search.conclusions",
	chats: "search.chats",
	reports: "search.reports",
};

interface FiltersProps {
	group: SearchGroup | null;
	discovery: string | null;
	onGroup: (group: SearchGroup | null) => void;
	onDiscovery: (discovery: string | null) => void;
}

/** Narrows a search to one group, and to one discovery. */
export function SearchFilters({ group, discovery, onGroup, onDiscovery }: FiltersProps) {
	const t = useWords();
	const { data } = useQuery(discoveriesQuery("", false));
	const all = { value: "", words: t("search.everywhere") };
	const options = [all, ...(data ?? []).map(({ id, title }) => ({ value: id, words: title }))];
	return (
		<div className={styles.filters}>
			<FilterButton pressed={group === null} onClick={() => onGroup(null)}>
				{t("search.all")}
			</FilterButton>
			{groups.map((one) => (
				<FilterButton key={one} pressed={group === one} onClick={() => onGroup(group === one ? null : one)}>
					{t(groupTitles[one])}
				</FilterButton>
			))}
			<span className={styles.where}>
				<Select
					name={t("search.where")}
					value={options.some(({ value }) => value === discovery) ? (discovery ?? "") : ""}
					options={options}
					onChange={(value) => onDiscovery(value === "" ? null : value)}
				/>
			</span>
		</div>
	);
}
