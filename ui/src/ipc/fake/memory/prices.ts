import type { PriceInput, PricePanel, RateInput } from "../../bindings";
import { fault, found, type Handlers } from "../reply";
import { type ChangeMemory, type Memory, pointOf, seriesOf, TODAY } from "./seed";

/** Prices, as far as tests look: euros for a square metre, and nothing is converted. */
export function priceHandlers(memory: () => Memory, change: ChangeMemory) {
	const itemOf = (id: string) =>
		found(
			memory().items.find((one) => one.id === id),
			"The item",
		);
	const pointsOf = (id: string) => (memory().prices.get(id) ?? []).toSorted((a, b) => a.day - b.day);
	return {
		pricePanel: ({ canonical }: { canonical: string }): PricePanel => {
			const points = pointsOf(canonical);
			return { item: itemOf(canonical), points, series: seriesOf(points), currencies: ["EUR"], lines: [] };
		},
		priceAdd: ({ canonical, price }: { canonical: string; price: PriceInput }) => {
			const written = /(\d+)[.,](\d\d)/u.exec(price.price);
			if (!written) throw fault("invalid", `“${price.price}” is not a price.`);
			const made = pointOf(Number(written[1]) * 100 + Number(written[2]), price.vendor, TODAY);
			return change(null, `Add a price of “${itemOf(canonical).name}”`, ({ prices }) => {
				prices.set(canonical, [...(prices.get(canonical) ?? []), made]);
				return made.id ?? "";
			});
		},
		priceRemove: ({ price }: { price: string }) =>
			change(null, "Remove a price", ({ prices }) => {
				for (const [id, points] of prices)
					prices.set(
						id,
						points.filter((point) => point.id !== price),
					);
				return null;
			}),
		rateList: () => memory().rates,
		rateAdd: ({ rate }: { rate: RateInput }) =>
			change(null, "Add an exchange rate", (now) => {
				const made = { ...rate, id: `rate ${now.serial++}` };
				now.rates.push(made);
				return made;
			}),
		rateRemove: ({ rate }: { rate: string }) =>
			change(null, "Remove an exchange rate", (now) => {
				now.rates = now.rates.filter(({ id }) => id !== rate);
				return null;
			}),
	} satisfies Partial<Handlers<never>>;
}
