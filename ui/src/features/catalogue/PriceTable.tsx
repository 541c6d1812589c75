import { LinkButton } from "../../components/LinkButton";
import { useWords } from "../../i18n/useWords";
import type { PricePoint } from "../../ipc/bindings";
import { useMoney } from "../../shared/items/money";
import { openQuote, removePrice } from "./actions";
import styles from "./PriceStats.module.css";

/** More rows than these are in the exported file. */
const ROWS_SHOWN = 300;

/** Every price that was seen, newest first, and where it is said. */
export function PriceTable({ points }: { points: readonly PricePoint[] }) {
	const t = useWords();
	const rows = points.toReversed();
	return (
		<>
			<table className={styles.table}>
				<caption className="visually-hidden">{t("memory.allPrices")}</caption>
				<thead>
					<tr>
						<th scope="col">{t("memory.date")}</th>
						<th scope="col">{t("memory.price")}</th>
						<th scope="col">{t("memory.vendor")}</th>
						<th scope="col">{t("memory.origin")}</th>
					</tr>
				</thead>
				<tbody>
					{rows.slice(0, ROWS_SHOWN).map((point) => (
						<PriceRow key={`${point.id ?? point.fact?.id ?? point.day} ${point.price.minor}`} point={point} />
					))}
				</tbody>
			</table>
			{rows.length > ROWS_SHOWN && <p>{t("memory.moreRows", { count: rows.length - ROWS_SHOWN })}</p>}
		</>
	);
}

function PriceRow({ point }: { point: PricePoint }) {
	const t = useWords();
	const money = useMoney();
	const { id, fact, price, unit, vendor, date, day, recorded, origin, converted, quantity, note, tax, terms } = point;
	const until = terms.validUntil;
	const more = [
		tax && t(`memory.tax.${tax}`),
		terms.vat && t("memory.vat", { rate: terms.vat }),
		quantity && t("memory.quantityOf", { quantity }),
		...terms.discounts.map(({ value }) => t("memory.discount", { value })),
		until && t("memory.validUntil", { date: money.date(until, Date.parse(until) / 86_400_000) }),
		note,
	]
		.filter(Boolean)
		.join(" · ");
	return (
		<tr>
			<td title={recorded ? t("memory.recordedText") : undefined}>
				{money.date(date, day)}
				{recorded && ` · ${t("memory.recorded")}`}
			</td>
			<td>
				{money.per(price, unit)}
				{converted && (
					<small>
						{" "}
						= {money.amount(converted.price)} (
						{t(converted.inverse ? "memory.byInverse" : "memory.byRate", {
							from: converted.rate.from,
							to: converted.rate.to,
							rate: converted.rate.rate,
							date: converted.rate.date,
						})}
						)
					</small>
				)}
				{more && <small> {more}</small>}
			</td>
			<td>{vendor || t("memory.noVendor")}</td>
			<td>
				{fact ? (
					<LinkButton onClick={() => openQuote(fact)}>{t("memory.openQuote", { label: fact.label })}</LinkButton>
				) : (
					t(`memory.origin.${origin}`)
				)}
				{id && (
					<>
						{" "}
						· <LinkButton onClick={() => void removePrice(id)}>{t("memory.remove")}</LinkButton>
					</>
				)}
			</td>
		</tr>
	);
}
