import { useMutation } from "@tanstack/react-query";
import { useId, useState } from "react";
import { Button } from "../../components/Button";
import { Dialog } from "../../components/Dialog";
import { ErrorNote } from "../../components/ErrorNote";
import { Field } from "../../components/Field";
import { submitHandler } from "../../components/submitHandler";
import { usePackWords } from "../../i18n/packs";
import { useWords } from "../../i18n/useWords";
import type { Item, ProjectedField } from "../../ipc/bindings";
import { splitItem } from "./actions";
import styles from "./ItemsView.module.css";

interface SplitDialogProps {
	discovery: string;
	item: Item;
	fields: readonly ProjectedField[];
	onClose: () => void;
}

/** A new item of some fields of this one. */
export function SplitDialog({ discovery, item, fields, onClose }: SplitDialogProps) {
	const t = useWords();
	const label = usePackWords("label");
	const form = useId();
	const [name, setName] = useState("");
	const [keys, setKeys] = useState<readonly string[]>([]);
	const split = useMutation({ mutationFn: () => splitItem(discovery, item, name, [...keys]), onSuccess: onClose });
	const toggle = (key: string) => setKeys(keys.includes(key) ? keys.filter((other) => other !== key) : [...keys, key]);

	return (
		<Dialog
			open
			onClose={onClose}
			title={t("items.splitTitle", { name: item.name })}
			light={name === ""}
			actions={
				<>
					<Button onClick={onClose}>{t("app.cancel")}</Button>
					<Button
						kind="primary"
						type="submit"
						form={form}
						disabled={name.trim() === "" || keys.length === 0 || split.isPending}
					>
						{t("items.splitNow")}
					</Button>
				</>
			}
		>
			<form id={form} onSubmit={submitHandler(() => split.mutate())}>
				<Field label={t("items.splitName")} itemless value={name} onChange={setName} />
				<fieldset className={styles.keys}>
					<legend>{t("items.splitKeys")}</legend>
					{fields.map((field) => (
						<label key={field.key}>
							<input type="checkbox" checked={keys.includes(field.key)} onChange={() => toggle(field.key)} />
							<span>
								{label(field.label)}: {field.value?.reading}
							</span>
						</label>
					))}
				</fieldset>
			</form>
			{split.isError && <ErrorNote error={split.error} />}
		</Dialog>
	);
}
