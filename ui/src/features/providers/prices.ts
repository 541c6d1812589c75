import type { ProviderPrice } from "../../ipc/bindings";

/** The price of a model at an address, while it is written. Factly brings no prices along. */

/** As typed. */
export interface TypedPrice {
	origin: string;
	model: string;
	/** Of a million tokens. */
	input: string;
	output: string;
	currency: string;
	/** "2026-11-22". */
	since: string;
}

export const priceKey = (origin: string, model: string): string => `${origin} ${model}`;

/** The newest price of a model as a draft has it; blank where there is none. */
export function priceOf(
	typed: Readonly<Record<string, TypedPrice>>,
	known: readonly ProviderPrice[],
	origin: string,
	model: string,
): TypedPrice {
	const written = typed[priceKey(origin, model)];
	if (written) return written;
	const own = known.filter((price) => price.origin === origin && price.model === model);
	const newest = own.toSorted((a, b) => a.since.localeCompare(b.since)).at(-1);
	if (!newest) return { origin, model, input: "", output: "", currency: "USD", since: "" };
	const { currency, since } = newest;
	return { origin, model, input: amount(newest.input), output: amount(newest.output), currency, since };
}

/** Another amount holds from today on, so that what was sent before keeps the one it had. */
export function withAmount(
	price: TypedPrice,
	part: "input" | "output" | "currency",
	typed: string,
	now: Date,
): TypedPrice {
	return { ...price, [part]: typed, since: today(now) };
}

export type PriceFault = "input" | "output" | "currency" | "since";

/** Returns the invalid parts of a price; a blank one has no fault. */
export function faultsOf(price: TypedPrice): readonly PriceFault[] {
	if (isBlank(price)) return [];
	const faults: PriceFault[] = [];
	if (amountOf(price.input) === null) faults.push("input");
	if (amountOf(price.output) === null) faults.push("output");
	if (!/^[A-Za-z]{3}$/.test(price.currency.trim())) faults.push("currency");
	if (!isDay(price.since.trim())) faults.push("since");
	return faults;
}

/** Returns the prices that a draft would save; null while one of its prices is none. A blank one takes the model's
 * prices away. */
export function pricesOf(
	typed: Readonly<Record<string, TypedPrice>>,
	known: readonly ProviderPrice[],
): readonly ProviderPrice[] | null {
	let prices = known;
	for (const price of Object.values(typed)) {
		const { origin, model } = price;
		if (faultsOf(price).length > 0) return null;
		const isOwn = (other: ProviderPrice) => other.origin === origin && other.model === model;
		if (isBlank(price)) {
			prices = prices.filter((other) => !isOwn(other));
			continue;
		}
		const next: ProviderPrice = {
			origin,
			model,
			input: amountOf(price.input) ?? 0,
			output: amountOf(price.output) ?? 0,
			currency: price.currency.trim().toUpperCase(),
			since: price.since.trim(),
		};
		prices = [...prices.filter((other) => !(isOwn(other) && other.since === next.since)), next];
	}
	return prices;
}

function isBlank({ input, output }: TypedPrice): boolean {
	return input.trim() === "" && output.trim() === "";
}

/** As people write it, with a comma or a point. */
function amountOf(typed: string): number | null {
	const text = typed.trim().replace(",", ".");
	return /^\d{1,6}(\.\d{1,6})?$/.test(text) ? Number(text) : null;
}

function amount(price: number | null): string {
	return price === null ? "" : String(price);
}

function isDay(text: string): boolean {
	if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) return false;
	const at = Date.parse(`${text}T00:00:00Z`);
	return !Number.isNaN(at) && today(new Date(at)) === text;
}

/** In UTC, as the host reckons. */
function today(now: Date): string {
	return now.toISOString().slice(0, 10);
}
