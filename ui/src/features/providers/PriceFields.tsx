import { useId } from "react";
import { Field } from "../../components/Field";
import { useWords } from "../../i18n/useWords";
import styles from "./PriceFields.module.css";
import { faultsOf, type TypedPrice, withAmount } from "./prices";

interface PriceFieldsProps {
	price: TypedPrice;
	onChange: (price: TypedPrice) => void;
}

/** Edits the price of a million tokens of a model, so that what was sent can say what it cost. */
export function PriceFields({ price, onChange }: PriceFieldsProps) {
	const t = useWords();
	const hint = useId();
	const faults = faultsOf(price);
	const fault = (part: "input" | "output" | "currency" | "since") =>
		faults.includes(part) ? t(`provider.priceFault.${part}`) : undefined;
	const write = (part: "input" | "output" | "currency") => (typed: string) =>
		onChange(withAmount(price, part, typed, new Date()));
	return (
		<fieldset className={styles.price} aria-describedby={hint}>
			<legend className={styles.legend}>{t("provider.price")}</legend>
			<div className={styles.fields}>
				<Field label={t("provider.price.input")} value={price.input} onChange={write("input")} fault={fault("input")} />
				<Field
					label={t("provider.price.output")}
					value={price.output}
					onChange={write("output")}
					fault={fault("output")}
				/>
				<Field
					label={t("provider.price.currency")}
					value={price.currency}
					onChange={write("currency")}
					fault={fault("currency")}
				/>
				<Field
					label={t("provider.price.since")}
					value={price.since}
					placeholder="2026-12-31"
					onChange={(since) => onChange({ ...price, since })}
					fault={fault("since")}
				/>
			</div>
			<p id={hint} className={styles.hint}>
				{t("provider.priceHint")}
			</p>
		</fieldset>
	);
}
