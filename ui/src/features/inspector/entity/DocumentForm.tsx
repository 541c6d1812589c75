import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { Button } from "../../../components/Button";
import { ErrorNote } from "../../../components/ErrorNote";
import { Field } from "../../../components/Field";
import { Select } from "../../../components/Select";
import { submitHandler } from "../../../components/submitHandler";
import { useWords } from "../../../i18n/useWords";
import type { Document } from "../../../ipc/bindings";
import { inputKinds, updateDocument } from "../../../shared/inputs/document";
import styles from "../sections.module.css";

interface DocumentFormProps {
	discovery: string;
	document: Document;
	onDone: () => void;
}

/** Edits the analyst's description of a source: its kind, its authors and date, and its citation. */
export function DocumentForm({ discovery, document, onDone }: DocumentFormProps) {
	const t = useWords();
	const [title, setTitle] = useState(document.title);
	const [kind, setKind] = useState(document.kind);
	const [authors, setAuthors] = useState(document.authors.join("\n"));
	const [date, setDate] = useState(document.date);
	const [reference, setReference] = useState(document.reference);
	const saving = useMutation({
		mutationFn: () =>
			updateDocument(discovery, document, {
				title: title === document.title ? null : title,
				kind,
				authors: authors.split("\n").filter((name) => name.trim() !== ""),
				date,
				reference,
			}),
		onSuccess: onDone,
	});
	return (
		<form className={styles.form} onSubmit={submitHandler(() => saving.mutate())}>
			<Field label={t("document.name")} value={title} onChange={setTitle} itemless focused />
			<Select
				name={t("document.kind")}
				value={kind}
				options={inputKinds.map((value) => ({ value, words: t(`document.kind.${value}`) }))}
				onChange={setKind}
			/>
			<Field
				label={t("document.authors")}
				hint={t("document.authorsHint")}
				value={authors}
				onChange={setAuthors}
				rows={3}
				itemless
			/>
			<Field label={t("document.date")} value={date} onChange={setDate} itemless />
			<Field
				label={t("document.reference")}
				hint={t("document.referenceHint")}
				value={reference}
				onChange={setReference}
				itemless
			/>
			{saving.isError && <ErrorNote error={saving.error} />}
			<div className={styles.row}>
				<Button kind="primary" type="submit" disabled={saving.isPending || title.trim() === ""}>
					{t("document.save")}
				</Button>
				<Button onClick={onDone}>{t("app.cancel")}</Button>
			</div>
		</form>
	);
}
