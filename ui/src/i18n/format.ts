import i18next from "i18next";

/** Numbers, dates and sizes by the language of the window. */

const made = new Map<string, Intl.NumberFormat | Intl.DateTimeFormat | Intl.RelativeTimeFormat>();

function once<T extends Intl.NumberFormat | Intl.DateTimeFormat>(name: string, make: (language: string) => T): T {
	const language = i18next.language ?? "en";
	const key = `${language} ${name}`;
	const known = made.get(key) ?? make(language);
	made.set(key, known);
	return known as T;
}

export function number(value: number): string {
	return once("number", (language) => new Intl.NumberFormat(language)).format(value);
}

export function percent(share: number): string {
	return once(
		"percent",
		(language) => new Intl.NumberFormat(language, { style: "percent", maximumFractionDigits: 0 }),
	).format(share);
}

/** A share to the hundredth. */
export function hundredths(share: number): string {
	return once(
		"hundredths",
		(language) => new Intl.NumberFormat(language, { minimumFractionDigits: 2, maximumFractionDigits: 2 }),
	).format(share);
}

export function dateTime(at: number): string {
	return once(
		"dateTime",
		(language) => new Intl.DateTimeFormat(language, { dateStyle: "medium", timeStyle: "short" }),
	).format(at);
}

/** A day without a time, as it is written: the same wherever the reader is. */
export function date(at: number): string {
	return once("date", (language) => new Intl.DateTimeFormat(language, { dateStyle: "medium", timeZone: "UTC" })).format(
		at,
	);
}

/** The day of an RFC 3339 time, in which it is written; what is written otherwise stays. */
export function dayOf(time: string): string {
	return /^\d{4}-\d{2}-\d{2}/.test(time) ? date(Date.parse(time.slice(0, 10))) : time;
}

export function bytes(size: number): string {
	const [unit, divisor] = size >= 1_000_000 ? (["megabyte", 1_000_000] as const) : (["kilobyte", 1_000] as const);
	return once(
		unit,
		(language) => new Intl.NumberFormat(language, { style: "unit", unit, maximumFractionDigits: 1 }),
	).format(size / divisor);
}

export function milliseconds(duration: number): string {
	const [unit, value] =
		duration >= 1000 ? (["second", duration / 1000] as const) : (["millisecond", duration] as const);
	return once(
		`duration ${unit}`,
		(language) => new Intl.NumberFormat(language, { style: "unit", unit, maximumFractionDigits: 1 }),
	).format(value);
}

/** Prices of one request are often far below a cent. */
export function money(amount: number, currency: string): string {
	return once(
		`money ${currency}`,
		(language) => new Intl.NumberFormat(language, { style: "currency", currency, maximumSignificantDigits: 3 }),
	).format(amount);
}

/** An amount of money to the millionth, whose unit stands beside it. */
export function sum(amount: number): string {
	const decimals = Number.isInteger(amount) ? 0 : 2;
	return once(
		`sum ${decimals}`,
		(language) => new Intl.NumberFormat(language, { minimumFractionDigits: decimals, maximumFractionDigits: 6 }),
	).format(amount);
}

/** Languages by their codes, as a list. */
export function languageNames(codes: readonly string[]): string {
	const language = i18next.language ?? "en";
	const names = new Intl.DisplayNames(language, { type: "language" });
	return new Intl.ListFormat(language).format(codes.map((code) => names.of(code) ?? code));
}
