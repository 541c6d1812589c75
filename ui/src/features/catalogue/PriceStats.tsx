import { number } from "../../i18n/format";
import { useWords } from "../../i18n/useWords";
import type { PriceSeries, PriceSummary } from "../../ipc/bindings";
import { useMoney } from "../../shared/items/money";
import styles from "./PriceStats.module.css";

/** Last, median, range and age: of all, and by vendor. */
export function PriceStats({ series }: { series: PriceSeries }) {
	const t = useWords();
	return (
		<table className={styles.table}>
			<caption className="visually-hidden">{t("memory.stats")}</caption>
			<thead>
				<tr>
					<th scope="col">{t("memory.vendor")}</th>
					<th scope="col">{t("memory.last")}</th>
					<th scope="col">{t("memory.median")}</th>
					<th scope="col">{t("memory.range")}</th>
					<th scope="col">{t("memory.age")}</th>
					<th scope="col">{t("memory.prices")}</th>
				</tr>
			</thead>
			<tbody>
				<Row name={t("memory.allVendors")} unit={series.unit} summary={series.all} />
				{series.vendors.length > 1 &&
					series.vendors.map(({ vendor, summary }) => (
						<Row key={vendor} name={vendor || t("memory.noVendor")} unit={series.unit} summary={summary} />
					))}
			</tbody>
		</table>
	);
}

function Row({ name, unit, summary }: { name: string; unit: string; summary: PriceSummary }) {
	const t = useWords();
	const { amount, per } = useMoney();
	const { last, median, medianRounded, low, high, ageDays, points } = summary;
	return (
		<tr>
			<th scope="row">{name}</th>
			<td>{per(last, unit)}</td>
			<td title={medianRounded ? t("memory.rounded") : undefined}>
				{medianRounded && "≈ "}
				{amount(median)}
			</td>
			<td>{low.minor === high.minor ? amount(low) : `${amount(low)} – ${amount(high)}`}</td>
			<td>{t("memory.days", { count: ageDays, shown: number(ageDays) })}</td>
			<td>{number(points.length)}</td>
		</tr>
	);
}
