import { useId, useState } from "react";
import { matchesKeys } from "../../commands/keys";
import { Button } from "../../components/Button";
import { Field } from "../../components/Field";
import { Keys } from "../../components/Keys";
import { Quote } from "../../components/Quote";
import { submitHandler } from "../../components/submitHandler";
import { usePackWords } from "../../i18n/packs";
import { useWords } from "../../i18n/useWords";
import type { WordKey } from "../../i18n/words";
import type { FactDetail, FactRuling } from "../../ipc/bindings";
import styles from "./SettleForm.module.css";
import { asRulings, initialRulings, type RulingDrafts, rulingFault, type ValueToSettle, valuesOf } from "./settling";

interface SettleProps {
	item: FactDetail;
	onDecide: (rulings: FactRuling[]) => void;
	/** Null where there is nothing to go back to. */
	onBack: (() => void) | null;
}

/** All values of a key on one screen: one holds, several hold each under its condition, or none does. */
export function SettleForm({ item, onDecide, onBack }: SettleProps) {
	const t = useWords();
	const label = usePackWords("label");
	const values = valuesOf(item);
	const [held, setHeld] = useState<RulingDrafts>(() => initialRulings(values));
	const wrong = rulingFault(values, held);
	const decide = () => {
		if (wrong === null) onDecide(asRulings(values, held));
	};
	const change = (id: string, patch: Partial<RulingDrafts[string]>) =>
		setHeld((before) => ({ ...before, [id]: { holds: true, condition: "", ...before[id], ...patch } }));
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
			onSubmit={submitHandler(decide)}
			onKeyDown={(event) => {
				if (matchesKeys(event.nativeEvent, "Mod+Enter")) decide();
				if (event.key === "Escape") onBack?.();
			}}
		>
			<h3>{t("review.settle.title", { key: label(item.fact.keyLabel) })}</h3>
			<p className={styles.hint}>{t("review.settle.hint")}</p>
			{values.map((value, index) => (
				<ValueRow
					key={value.fact.id}
					value={value}
					ruling={held[value.fact.id] ?? { holds: false, condition: "" }}
					focused={index === 0}
					onChange={(patch) => change(value.fact.id, patch)}
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
	ruling: RulingDrafts[string];
	focused: boolean;
	onChange: (patch: Partial<RulingDrafts[string]>) => void;
}

function ValueRow({ value: { fact, evidence, conditions }, ruling, focused, onChange }: ValueRowProps) {
	const t = useWords();
	const id = useId();
	return (
		<fieldset className={styles.value}>
			<legend>
				<input
					id={id}
					type="checkbox"
					checked={ruling.holds}
					onChange={(event) => onChange({ holds: event.target.checked })}
				/>
				<label htmlFor={id}>
					{fact.label} · {t("review.settle.holds", { value: fact.value })}
				</label>
			</legend>
			{evidence && <Quote evidence={evidence} />}
			{ruling.holds && (
				<>
					<Field
						label={t("review.settle.under")}
						value={ruling.condition}
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
