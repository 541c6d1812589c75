import { number } from "../../i18n/format";
import { useWords } from "../../i18n/useWords";
import type { Tallies } from "../../ipc/bindings";
import styles from "./TallyTable.module.css";

const kinds = ["inputs", "facts", "insights", "recommendations", "outputs"] as const;

interface TallyTableProps {
	name: string;
	tallies: Tallies;
	/** Nothing of it can be here already, so there is no second row. */
	isNew: boolean;
}

/** Shows the count of each kind in a file, and of those here already. */
export function TallyTable({ name, tallies, isNew }: TallyTableProps) {
	const t = useWords();
	const rows = isNew ? (["added"] as const) : (["added", "known"] as const);
	return (
		<table className={styles.table} aria-label={name}>
			{tallies.waiting > 0 && (
				<caption>{t("transfer.waiting", { count: tallies.waiting, shown: number(tallies.waiting) })}</caption>
			)}
			<thead>
				<tr>
					<td />
					{kinds.map((kind) => (
						<th key={kind} scope="col">
							{t(`transfer.kind.${kind}`)}
						</th>
					))}
					{tallies.chat > 0 && <th scope="col">{t("transfer.kind.chat")}</th>}
				</tr>
			</thead>
			<tbody>
				{rows.map((row) => (
					<tr key={row}>
						<th scope="row">{t(`transfer.${row}`)}</th>
						{kinds.map((kind) => (
							<td key={kind} data-zero={tallies[kind][row] === 0}>
								{number(tallies[kind][row])}
							</td>
						))}
						{tallies.chat > 0 && <td>{row === "added" ? number(tallies.chat) : ""}</td>}
					</tr>
				))}
			</tbody>
		</table>
	);
}
