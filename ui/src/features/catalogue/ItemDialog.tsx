import { useMutation } from "@tanstack/react-query";
import { useId, useState } from "react";
import { Button } from "../../components/Button";
import { Dialog } from "../../components/Dialog";
import { ErrorNote } from "../../components/ErrorNote";
import { Field } from "../../components/Field";
import { submitHandler } from "../../components/submitHandler";
import { useWords, words } from "../../i18n/useWords";
import type { WordKey } from "../../i18n/words";
import { type CanonicalInput, type CanonicalItem, commands } from "../../ipc/bindings";
import { call } from "../../ipc/call";
import { offerUndo } from "../../state/history";
import { useMemory } from "./state";

const languages = ["en", "de", "fr", "es"] as const;

interface ItemDialogProps {
	/** None: a new one. */
	item: CanonicalItem | null;
	name: string;
}

/** A canonical item: its name, its unit and what it is called in several languages. */
export function ItemDialog({ item, name }: ItemDialogProps) {
	const t = useWords();
	const form = useId();
	const change = useMemory((memory) => memory.change);
	const close = () => change({ editing: null });
	const [fields, setFields] = useState({ name, unit: item?.unit ?? "", note: item?.note ?? "" });
	const [synonyms, setSynonyms] = useState<Record<string, string>>(
		Object.fromEntries(Object.entries(item?.synonyms ?? {}).map(([language, names]) => [language, names.join(", ")])),
	);
	const saving = useMutation({
		mutationFn: () => {
			const input: CanonicalInput = { ...fields, synonyms: listed(synonyms) };
			return call(item ? commands.canonicalEdit(item.id, input) : commands.canonicalAdd(input));
		},
		onSuccess: (done) => {
			const { id, name: savedName } = done.value;
			change({ editing: null, canonical: id });
			offerUndo(null, done, words(item ? "memory.changed" : "memory.added", { name: savedName }));
		},
	});
	const title = t(item ? "memory.edit" : "memory.add");
	const more = Object.keys(synonyms).filter((language) => !languages.some((known) => known === language));
	return (
		<Dialog
			open
			onClose={close}
			title={title}
			light={false}
			actions={
				<>
					<Button onClick={close}>{t("app.cancel")}</Button>
					<Button kind="primary" type="submit" form={form} disabled={fields.name.trim() === "" || saving.isPending}>
						{t(item ? "memory.save" : "memory.add")}
					</Button>
				</>
			}
		>
			<form id={form} onSubmit={submitHandler(() => saving.mutate())}>
				<Field
					label={t("memory.name")}
					itemless
					value={fields.name}
					onChange={(next) => setFields({ ...fields, name: next })}
				/>
				<Field
					label={t("memory.unit")}
					itemless
					hint={t("memory.unitHint")}
					value={fields.unit}
					onChange={(next) => setFields({ ...fields, unit: next })}
				/>
				{[...languages, ...more].map((language) => (
					<Field
						key={language}
						label={t("memory.synonymsIn", { language: languageName(language, t) })}
						itemless
						value={synonyms[language] ?? ""}
						onChange={(next) => setSynonyms({ ...synonyms, [language]: next })}
					/>
				))}
				<Field
					label={t("memory.note")}
					itemless
					value={fields.note}
					onChange={(next) => setFields({ ...fields, note: next })}
				/>
			</form>
			{saving.isError && <ErrorNote error={saving.error} />}
		</Dialog>
	);
}

/** Names are parted by commas. */
function listed(written: Record<string, string>): Record<string, string[]> {
	const names = (text: string) =>
		text
			.split(",")
			.map((name) => name.trim())
			.filter((name) => name !== "");
	return Object.fromEntries(Object.entries(written).map(([language, text]) => [language, names(text)]));
}

function languageName(language: string, t: (key: WordKey) => string): string {
	const known = languages.find((one) => one === language);
	return known ? t(`memory.language.${known}`) : language;
}
