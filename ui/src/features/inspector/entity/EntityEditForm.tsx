import { useMutation } from "@tanstack/react-query";
import type { KeyboardEvent } from "react";
import { matchesKeys } from "../../../commands/keys";
import { Button } from "../../../components/Button";
import { ErrorNote } from "../../../components/ErrorNote";
import { Field } from "../../../components/Field";
import { Select } from "../../../components/Select";
import { submitHandler } from "../../../components/submitHandler";
import { useWords } from "../../../i18n/useWords";
import type { EntityDetail } from "../../../ipc/bindings";
import { editCard } from "../../../shared/cards/actions";
import { type Draft, draftKey, useDrafts } from "../../../shared/cards/drafts";
import { kindOf, outputTypes } from "../../../shared/cards/kinds";
import styles from "../sections.module.css";

interface EntityEditFormProps {
	discovery: string;
	detail: EntityDetail;
	draft: Draft;
}

/** The text, and an Output's type. Escape leaves only when nothing was changed, so that it cannot lose words. */
export function EntityEditForm({ discovery, detail: { card }, draft }: EntityEditFormProps) {
	const t = useWords();
	const write = useDrafts((state) => state.write);
	const stopDraft = useDrafts((state) => state.stop);
	const key = draftKey(discovery, card.label);
	const stop = () => stopDraft(key);
	const isInput = kindOf(card.label) === "input";
	const text = isInput ? draft.text : draft.text.trim();
	const isChanged = text !== draft.saved || draft.outputType !== card.outputType;
	const saving = useMutation({
		mutationFn: () => editCard(discovery, card.label, text, draft.outputType),
		onSuccess: stop,
	});
	const canSave = isChanged && text.trim() !== "" && !saving.isPending;
	const onKeyDown = (event: KeyboardEvent) => {
		if (matchesKeys(event.nativeEvent, "Mod+Enter")) {
			event.preventDefault();
			if (canSave) saving.mutate();
		}
		if (event.key === "Escape" && !isChanged) {
			event.preventDefault();
			stop();
		}
	};
	return (
		<form className={styles.form} onSubmit={submitHandler(() => canSave && saving.mutate())}>
			<Field
				label={t("pipeline.text")}
				value={draft.text}
				onChange={(next) => write(key, { ...draft, text: next })}
				rows={isInput ? 16 : 6}
				onKeyDown={onKeyDown}
				focused
			/>
			{draft.outputType !== null && (
				<Select
					name={t("pipeline.outputType")}
					value={draft.outputType}
					options={outputTypes.map((type) => ({ value: type, words: t(`pipeline.output.${type}`) }))}
					onChange={(outputType) => write(key, { ...draft, outputType })}
				/>
			)}
			{saving.isError && <ErrorNote error={saving.error} />}
			<p className={styles.muted}>{t(isInput ? "pipeline.editInputHint" : "pipeline.editHint")}</p>
			<div className={styles.row}>
				<Button kind="primary" type="submit" disabled={!canSave}>
					{t("inspector.saveVersion")}
				</Button>
				<Button onClick={stop}>{t("app.cancel")}</Button>
			</div>
		</form>
	);
}
