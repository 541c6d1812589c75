import { useId, useState } from "react";
import { matches } from "../../commands/keys";
import { Button } from "../../components/Button";
import { Field } from "../../components/Field";
import { Keys } from "../../components/Keys";
import { onSubmit } from "../../components/onSubmit";
import { Quote } from "../../components/Quote";
import { usePackWords } from "../../i18n/packs";
import { useWords } from "../../i18n/useWords";
import type { WordKey } from "../../i18n/words";
import type { FactDetail, FactRuling } from "../../ipc/bindings";
import styles from "./Settle.module.css";
import { fault, type Held, heldOf, rulings, type ValueToSettle, valuesOf } from "./settling";

interface SettleProps {
	item: FactDetail;
	onDecide: (rulings: FactRuling[]) => void;
	/** Null where there is nothing to go back to. */
	onBack: (() => void) | null;
}

/** All values of a key on one screen: one holds, several hold each under its condition, or none does. */
export function Settle({ item, onDecide, onBack }: SettleProps) {
	const t = useWords();
	const label = usePackWords("label");
	const values = valuesOf(item);
	const [held, setHeld] = useState<Held>(() => heldOf(values));
	const wrong = fault(values, held);
	const decide = () => {
		if (wrong === null) onDecide(rulings(values, held));
	};
	const change = (id: string, said: Partial<Held[string]>) =>
		setHeld((before) => ({ ...before, [id]: { holds: true, condition: "", ...before[id], ...said } }));
	const standing = values.filter(({ fact }) => held[fact.id]?.holds);
	const outcome: WordKey =
		standing.length === 0
			? "review.settle.none"
			: standing.length === 1
				? "review.settle.one"
				: "review.settle.several";
	return (
		<form
			className={styles.settle}
			aria-label={t("review.settle.title", { key: label(item.fact.keyLabel) })}
			onSubmit={onSubmit(decide)}
			onKeyDown={(event) => {
				if (matches(event.nativeEvent, "Mod+Enter")) decide();
				if (event.key === "Escape") onBack?.();
			}}
		>
			<h3>{t("review.settle.title", { key: label(item.fact.keyLabel) })}</h3>
			<p className={styles.hint}>{t("review.settle.hint")}</p>
			{values.map((value, place) => (
				<ValueRow
					key={value.fact.id}
					value={value}
					said={held[value.fact.id] ?? { holds: false, condition: "" }}
					focused={place === 0}
					onChange={(said) => change(value.fact.id, said)}
				/>
			))}
			<p role="status">{t(wrong ?? outcome, { label: standing[0]?.fact.label ?? "", count: standing.length })}</p>
			<footer className={styles.ways}>
				<Button type="submit" kind="primary" disabled={wrong !== null}>
					{t("review.settle.decide")} <Keys written="Mod+Enter" />
				</Button>
				{onBack && (
					<Button onClick={onBack}>
						{t("review.settle.cancel")} <Keys written="Escape" />
					</Button>
				)}
			</footer>
		</form>
	);
}

interface ValueRowProps {
	value: ValueToSettle;
	said: Held[string];
	focused: boolean;
	onChange: (said: Partial<Held[string]>) => void;
}

function ValueRow({ value: { fact, evidence, conditions }, said, focused, onChange }: ValueRowProps) {
	const t = useWords();
	const id = useId();
	return (
		<fieldset className={styles.value}>
			<legend>
				<input
					id={id}
					type="checkbox"
					checked={said.holds}
					onChange={(event) => onChange({ holds: event.target.checked })}
				/>
				<label htmlFor={id}>
					{fact.label} · {t("review.settle.holds", { value: fact.value })}
				</label>
			</legend>
			{evidence && <Quote evidence={evidence} />}
			{said.holds && (
				<>
					<Field
						label={t("review.settle.under")}
						value={said.condition}
						onChange={(condition) => onChange({ condition })}
						focused={focused}
					/>
					{conditions.length > 0 && (
						<p className={styles.cut}>
							{t("review.settle.cut")}:
							{conditions.map((condition) => (
								<Button key={condition} kind="quiet" onClick={() => onChange({ condition })}>
									{condition}
								</Button>
							))}
						</p>
					)}
				</>
			)}
		</fieldset>
	);
}
