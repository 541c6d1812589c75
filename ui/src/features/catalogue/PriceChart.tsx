import { number } from "../../i18n/format";
import { useWords } from "../../i18n/useWords";
import type { PricePoint, PriceSeries } from "../../ipc/bindings";
import { useMoney } from "../../shared/items/money";
import { openQuote } from "./actions";
import { chartOf, type Shape } from "./chart";
import styles from "./PriceChart.module.css";

interface PriceChartProps {
	series: PriceSeries;
	points: readonly PricePoint[];
}

/** Prices over time; shape and colour tell the vendor, and each point is a button that opens its quote. */
export function PriceChart({ series, points }: PriceChartProps) {
	const t = useWords();
	const money = useMoney();
	const { marks, vendors, ticks, days, left } = chartOf(series, points);
	const digits = series.all.last.digits;
	return (
		<figure className={styles.chart} aria-label={t("memory.chart")}>
			<div className={styles.area}>
				{ticks.map(({ minor, y }) => (
					<div key={minor} className={styles.tick} style={{ top: `${y * 100}%` }} aria-hidden>
						<span>{money.amount({ minor, currency: series.currency, digits })}</span>
					</div>
				))}
				<div className={styles.plot}>
					{marks.map(({ point, x, y, shape, colour }) => {
						const seen = points[point];
						return (
							seen && (
								<PointButton
									key={point}
									seen={seen}
									shape={shape}
									colour={colour}
									position={{ left: `${x * 100}%`, top: `${y * 100}%` }}
								/>
							)
						);
					})}
				</div>
			</div>
			<div className={styles.days} aria-hidden>
				{days.map(({ day, x }) => (
					<span key={day} style={{ left: `${x * 100}%`, transform: `translateX(${-x * 100}%)` }}>
						{money.day(day)}
					</span>
				))}
			</div>
			<figcaption className={styles.legend}>
				{vendors.map(({ vendor, shape, colour }) => (
					<span key={vendor} className={styles.vendor}>
						<ShapeMark shape={shape} colour={colour} />
						{vendor || t("memory.noVendor")}
					</span>
				))}
				{left > 0 && <span>{t("memory.notCharted", { count: left, shown: number(left) })}</span>}
			</figcaption>
		</figure>
	);
}

interface PointButtonProps {
	seen: PricePoint;
	shape: Shape;
	colour: number;
	position: { left: string; top: string };
}

function PointButton({ seen, shape, colour, position }: PointButtonProps) {
	const t = useWords();
	const money = useMoney();
	const { fact, price, converted, unit, vendor, date, day } = seen;
	const description = [
		money.per(converted?.price ?? price, unit),
		vendor || t("memory.noVendor"),
		money.date(date, day),
	].join(", ");
	const name = fact ? t("memory.pointQuote", { told: description, label: fact.label }) : description;
	return (
		<button
			type="button"
			className={styles.point}
			style={position}
			aria-label={name}
			title={name}
			data-quote={fact !== null}
			onClick={() => fact && openQuote(fact)}
		>
			<ShapeMark shape={shape} colour={colour} />
		</button>
	);
}

const outlines: Record<Shape, string> = {
	circle: "M6 1.5a4.5 4.5 0 1 1 0 9a4.5 4.5 0 1 1 0-9Z",
	square: "M2 2h8v8H2Z",
	triangle: "M6 1.2L11 10H1Z",
	diamond: "M6 0.8L11.2 6L6 11.2L0.8 6Z",
	cross: "M3 1L6 4L9 1L11 3L8 6L11 9L9 11L6 8L3 11L1 9L4 6L1 3Z",
	plus: "M4.5 1h3v3.5H11v3H7.5V11h-3V7.5H1v-3h3.5Z",
};

function ShapeMark({ shape, colour }: { shape: Shape; colour: number }) {
	return (
		<svg viewBox="0 0 12 12" width="12" height="12" aria-hidden className={styles.shape} data-colour={colour}>
			<path d={outlines[shape]} />
		</svg>
	);
}
