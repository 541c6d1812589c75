import { Columns3 } from "lucide-react";
import { ActionMenu } from "../../components/ActionMenu";
import { Select } from "../../components/Select";
import { useWords } from "../../i18n/useWords";
import { type ColumnId, columns, fixedColumns, groupings, isWanted, useTable } from "./columns";

interface TableMenuProps {
	empty: ReadonlySet<ColumnId>;
	onSave: () => void;
}

/** By what the rows are grouped, which columns there are, and the way out to a spreadsheet. */
export function TableMenu({ empty, onSave }: TableMenuProps) {
	const t = useWords();
	const chosen = useTable((table) => table.chosen);
	const grouping = useTable((table) => table.grouping);
	const choose = useTable((table) => table.choose);
	const group = useTable((table) => table.group);
	const choices = columns
		.filter(({ id }) => !fixedColumns.includes(id))
		.map(({ id, words }) => {
			const shown = isWanted(id, chosen, empty);
			return {
				words: t(shown ? "items.hideColumn" : "items.showColumn", { field: t(words) }),
				run: () => choose(id, !shown),
			};
		});
	return (
		<>
			<Select
				name={t("facts.group")}
				value={grouping}
				onChange={group}
				options={groupings.map((by) => ({ value: by, words: t(`facts.group.${by}`) }))}
			/>
			<ActionMenu name={t("facts.tableMenu")} actions={[...choices, { words: t("facts.csv"), run: onSave }]}>
				<Columns3 size={16} aria-hidden />
			</ActionMenu>
		</>
	);
}
