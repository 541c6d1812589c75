import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { ActionMenu } from "../../components/ActionMenu";
import { Button } from "../../components/Button";
import { EmptyState } from "../../components/EmptyState";
import { ErrorNote } from "../../components/ErrorNote";
import { LoadingMark } from "../../components/LoadingMark";
import { Select } from "../../components/Select";
import { scrollIntoView } from "../../components/scrollIntoView";
import { useWords } from "../../i18n/useWords";
import type { PricePanel, PriceSeries } from "../../ipc/bindings";
import { pricesQuery, ratesQuery } from "../../ipc/catalogueQueries";
import { asAppError } from "../../ipc/error";
import { useUnitName } from "../../shared/items/units";
import { AddPrice } from "./AddPrice";
import { archiveItem } from "./actions";
import { PriceChart } from "./PriceChart";
import styles from "./PricePane.module.css";
import { PriceStats } from "./PriceStats";
import { PriceTable } from "./PriceTable";
import { RatesDialog } from "./RatesDialog";
import { useMemory } from "./state";

/** Shows the prices of one canonical item: the newest, the middle, the range, and every price with where it is said. */
export function PricePane({ canonical }: { canonical: string }) {
	const t = useWords();
	const unitName = useUnitName();
	const { currency, change } = useMemory();
	const prices = useQuery(pricesQuery(canonical, currency));
	const [adding, setAdding] = useState(false);
	const [rates, setRates] = useState(false);
	// Undo took it out of the catalogue.
	if (prices.isError && asAppError(prices.error).code === "not_found")
		return <EmptyState title={t("memory.pick")} text={t("memory.pickText")} />;
	if (prices.isError)
		return <ErrorNote title={t("memory.couldNotLoad")} error={prices.error} onRetry={() => void prices.refetch()} />;
	if (!prices.data) return <LoadingMark />;
	const { item, points, lines } = prices.data;
	const synonyms = Object.entries(item.synonyms).map(([language, names]) => `${language}: ${names.join(", ")}`);
	return (
		<section className={styles.pane} aria-label={item.name}>
			{/* Where the view is too low for both, that something stands below the list is seen. */}
			<header ref={scrollIntoView} className={styles.header}>
				<h2 className={styles.title}>
					{item.name}
					{item.unit && ` (${unitName(item.unit)})`}
					{item.archived && ` · ${t("memory.isArchived")}`}
				</h2>
				<Button onClick={() => setAdding(true)}>{t("memory.addPrice")}</Button>
				<ActionMenu
					name={t("memory.more")}
					listedAs={item.name}
					actions={[
						{ words: t("memory.edit"), run: () => change({ editing: { item, name: item.name } }) },
						{ words: t("memory.rates"), run: () => setRates(true) },
						{
							words: t(item.archived ? "memory.restore" : "memory.archive"),
							run: () => void archiveItem(item.id, !item.archived),
						},
					]}
				/>
			</header>
			{synonyms.length > 0 && <p className={styles.small}>{synonyms.join(" · ")}</p>}
			{item.note && <p className={styles.small}>{item.note}</p>}
			{points.length === 0 ? (
				<EmptyState title={t("memory.noPrices")} text={t("memory.noPricesText")}>
					<Button kind="primary" onClick={() => setAdding(true)}>
						{t("memory.addPrice")}
					</Button>
				</EmptyState>
			) : (
				<Prices panel={prices.data} />
			)}
			{lines.length > 0 && (
				<section className={styles.lines} aria-label={t("memory.meantBy")}>
					<h3>{t("memory.meantBy")}</h3>
					<ul>
						{lines.map((line) => (
							<li key={line.link}>
								{t("memory.quoted", { text: line.line })} <span className={styles.small}>{line.discoveryTitle}</span>
							</li>
						))}
					</ul>
				</section>
			)}
			{adding && <AddPrice item={item} onClose={() => setAdding(false)} />}
			{rates && <RatesDialog onClose={() => setRates(false)} />}
		</section>
	);
}

/** "EUR / m², net". */
function useSeriesName() {
	const t = useWords();
	const unitName = useUnitName();
	return ({ currency, unit, tax }: PriceSeries) =>
		[unit === "" ? currency : `${currency} / ${unitName(unit)}`, tax && t(`memory.tax.${tax}`)]
			.filter(Boolean)
			.join(", ");
}

/** Currencies and units stand side by side and are never mixed; telling all in one currency is asked for by name. */
function Prices({ panel }: { panel: PricePanel }) {
	const t = useWords();
	const { currency, change } = useMemory();
	const rates = useQuery(ratesQuery);
	const seriesName = useSeriesName();
	const [chosen, setChosen] = useState("");
	const known = (rates.data ?? []).flatMap(({ from, to }) => [from, to]);
	const currencies = [...new Set([...panel.currencies, ...known, ...(currency ? [currency] : [])])].toSorted();
	const series = panel.series.find((one) => seriesName(one) === chosen) ?? panel.series[0];
	const leftOut = panel.points.filter((point) => point.leftOut).length;
	return (
		<>
			<div className={styles.choices}>
				{panel.series.length > 1 && series && (
					<Select
						name={t("memory.series")}
						value={seriesName(series)}
						onChange={setChosen}
						options={panel.series.map((one) => ({
							value: seriesName(one),
							words: `${seriesName(one)} (${one.all.points.length})`,
						}))}
					/>
				)}
				{currencies.length > 1 && (
					<Select
						name={t("memory.toldIn")}
						value={currency ?? ""}
						onChange={(code) => change({ currency: code === "" ? null : code })}
						options={[
							{ value: "", words: t("memory.asGiven") },
							...currencies.map((code) => ({ value: code, words: t("memory.convertedTo", { code }) })),
						]}
					/>
				)}
			</div>
			{leftOut > 0 && <p role="status">{t("memory.leftOut", { count: leftOut })}</p>}
			{series && (
				<>
					<PriceStats series={series} />
					<PriceChart series={series} points={panel.points} />
				</>
			)}
			<PriceTable points={panel.points} />
		</>
	);
}
