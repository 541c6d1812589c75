import { useMutation } from "@tanstack/react-query";
import { useId, useState } from "react";
import { Button } from "../../components/Button";
import { Dialog } from "../../components/Dialog";
import { ErrorNote } from "../../components/ErrorNote";
import { Field } from "../../components/Field";
import { submitHandler } from "../../components/submitHandler";
import { useWords } from "../../i18n/useWords";
import type { Item } from "../../ipc/bindings";
import { addItem, editItem } from "./actions";

interface ItemDialogProps {
	discovery: string;
	/** The one to be changed; a new one without. */
	item?: Item;
	onClose: () => void;
}

/** Edits the name of an item, its other names in texts, and its description. */
export function ItemDialog({ discovery, item, onClose }: ItemDialogProps) {
	const t = useWords();
	const form = useId();
	const [name, setName] = useState(item?.name ?? "");
	const [aliases, setAliases] = useState(item?.aliases.join(", ") ?? "");
	const [description, setDescription] = useState(item?.description ?? "");
	const save = useMutation({
		mutationFn: () =>
			item ? editItem(discovery, item, { name: name.trim(), aliases, description }) : addItem(discovery, name, aliases),
		onSuccess: onClose,
	});
	const isUntouched = name === (item?.name ?? "") && description === (item?.description ?? "");

	return (
		<Dialog
			open
			onClose={onClose}
			title={item ? t("items.editTitle", { name: item.name }) : t("items.add")}
			light={isUntouched}
			actions={
				<>
					<Button onClick={onClose}>{t("app.cancel")}</Button>
					<Button kind="primary" type="submit" form={form} disabled={name.trim() === "" || save.isPending}>
						{item ? t("items.save") : t("items.create")}
					</Button>
				</>
			}
		>
			<form id={form} onSubmit={submitHandler(() => save.mutate())}>
				<Field label={t("items.name")} itemless value={name} onChange={setName} />
				<Field
					label={t("items.aliases")}
					itemless
					hint={t("items.aliasesHint")}
					value={aliases}
					onChange={setAliases}
				/>
				{item && (
					<Field
						label={t("items.description")}
						hint={t("items.descriptionHint")}
						rows={4}
						value={description}
						onChange={setDescription}
					/>
				)}
			</form>
			{save.isError && <ErrorNote error={save.error} />}
		</Dialog>
	);
}
