import { useMutation } from "@tanstack/react-query";
import type { KeyboardEvent } from "react";
import { matchesKeys } from "../../commands/keys";
import { Button } from "../../components/Button";
import { ErrorNote } from "../../components/ErrorNote";
import { Field } from "../../components/Field";
import { submitHandler } from "../../components/submitHandler";
import { usePackWords } from "../../i18n/packs";
import { useWords } from "../../i18n/useWords";
import type { FactRow } from "../../ipc/bindings";
import { correctFact, editFact } from "../../shared/facts/actions";
import { useSelection } from "../../state/selection";
import { draftOf, useEditing } from "./editing";
import styles from "./sections.module.css";

interface FactEditFormProps {
	discovery: string;
	fact: FactRow;
}

/** Statement and value. Escape leaves only when nothing was changed, so that it cannot lose words. */
export function FactEditForm({ discovery, fact }: FactEditFormProps) {
	const t = useWords();
	const keyLabel = usePackWords("label");
	const property = usePackWords("property");
	const first = draftOf(fact);
	const draft = useEditing((editing) => editing.drafts[fact.id]) ?? first;
	const { text, value } = draft;
	const write = useEditing((editing) => editing.write);
	const stopEditing = useEditing((editing) => editing.stop);
	const stop = () => stopEditing(fact.id);
	const { select, selectEntity, label } = useSelection();
	const isNote = fact.valueType === "note";
	const isReworded = text !== first.text;
	const reworded = isReworded || value !== fact.value;
	// The words of a typed fact are made from its value: other words make a statement of it.
	const becomesStatement = isReworded && !isNote;
	const corrected =
		isNote && (["subject", "property", "amount"] as const).some((part) => draft[part].trim() !== first[part]);
	const isWhole = !corrected || [draft.subject, draft.property, draft.amount].every((part) => part.trim() !== "");
	const changed = reworded || corrected;
	const accepts = fact.status !== "accepted";
	const saving = useMutation({
		mutationFn: async () => {
			const change = becomesStatement
				? { text, value: null, key: "note" }
				: { text: isReworded ? text : null, value: value === fact.value ? null : value, key: null };
			const next = reworded ? await editFact(discovery, fact, change) : fact;
			return corrected ? await correctFact(discovery, next, { ...draft, property: property(draft.property) }) : next;
		},
		onSuccess: (next) => {
			stop();
			// Whoever has gone on to another fact stays there.
			if (useSelection.getState().factId !== fact.id) return;
			if (label === null) select(next.id, "inspector");
			else selectEntity(label, next.id, "inspector");
		},
	});
	const save = () => {
		if (changed && isWhole && text.trim() !== "" && !saving.isPending) saving.mutate();
	};
	const onKeyDown = (event: KeyboardEvent) => {
		if (matchesKeys(event.nativeEvent, "Mod+Enter")) {
			event.preventDefault();
			save();
		}
		if (event.key === "Escape" && !changed) {
			event.preventDefault();
			stop();
		}
	};

	return (
		<form className={styles.form} onSubmit={submitHandler(save)}>
			<Field
				label={t("inspector.statement")}
				value={text}
				onChange={(next) => write(fact.id, { text: next })}
				rows={4}
				onKeyDown={onKeyDown}
				focused
			/>
			{isNote && (
				<fieldset className={styles.said}>
					<legend>{t("inspector.says")}</legend>
					<Field
						label={t("inspector.subject")}
						itemless
						value={draft.subject}
						onChange={(next) => write(fact.id, { subject: next })}
						onKeyDown={onKeyDown}
					/>
					<Field
						label={t("inspector.property")}
						itemless
						value={property(draft.property)}
						onChange={(next) => write(fact.id, { property: next })}
						onKeyDown={onKeyDown}
					/>
					<Field
						label={t("inspector.amount")}
						itemless
						value={draft.amount}
						onChange={(next) => write(fact.id, { amount: next })}
						onKeyDown={onKeyDown}
					/>
				</fieldset>
			)}
			{!isNote && (
				<Field
					label={`${t("inspector.value")}: ${keyLabel(fact.keyLabel)}`}
					itemless
					value={value}
					onChange={(next) => write(fact.id, { value: next })}
					onKeyDown={onKeyDown}
					locked={becomesStatement}
				/>
			)}
			{becomesStatement && <p className={styles.muted}>{t("inspector.becomesStatement")}</p>}
			{corrected && isWhole && (
				<p className={styles.muted}>
					{t("inspector.becomesValue", { said: `${draft.subject}: ${property(draft.property)}: ${draft.amount}` })}
				</p>
			)}
			{saving.isError && <ErrorNote error={saving.error} />}
			<p className={styles.muted}>{t(accepts ? "inspector.editHintAccepts" : "inspector.editHint")}</p>
			<div className={styles.row}>
				<Button kind="primary" type="submit" disabled={!changed || !isWhole || text.trim() === "" || saving.isPending}>
					{t(accepts ? "inspector.saveAndAccept" : "inspector.saveVersion")}
				</Button>
				<Button onClick={stop}>{t("app.cancel")}</Button>
			</div>
		</form>
	);
}
