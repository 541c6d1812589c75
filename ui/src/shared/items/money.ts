import { useTranslation } from "react-i18next";
import type { Money } from "../../ipc/bindings";
import { useUnitName } from "./units";

/** Amounts and dates as the language of the window writes them. */

const DAY_MS = 86_400_000;

function amountIn(language: string, { minor, currency, digits }: Money): string {
	const format = new Intl.NumberFormat(language, {
		style: "currency",
		currency,
		minimumFractionDigits: digits,
		maximumFractionDigits: digits,
	});
	return format.format(minor / 10 ** digits);
}

function dayIn(language: string, day: number): string {
	return new Intl.DateTimeFormat(language, { dateStyle: "medium", timeZone: "UTC" }).format(day * DAY_MS);
}

/** A hook, so that another language draws again what was drawn in the one before. */
export function useMoney() {
	const { language } = useTranslation().i18n;
	const unitName = useUnitName();
	const amount = (money: Money) => amountIn(language, money);
	return {
		amount,
		per: (price: Money, unit: string) => (unit === "" ? amount(price) : `${amount(price)} / ${unitName(unit)}`),
		day: (day: number) => dayIn(language, day),
		/** A date as exact as it was said: a whole day by the language, else as it is kept. */
		date: (written: string, day: number) => (/^\d{4}-\d{2}-\d{2}$/u.test(written) ? dayIn(language, day) : written),
	};
}
