import { useMutation } from "@tanstack/react-query";
import { useId, useState } from "react";
import { Button } from "../../components/Button";
import { Dialog } from "../../components/Dialog";
import { ErrorNote } from "../../components/ErrorNote";
import { Select } from "../../components/Select";
import { submitHandler } from "../../components/submitHandler";
import { useWords } from "../../i18n/useWords";
import type { Item } from "../../ipc/bindings";
import { mergeItem } from "./actions";

interface MergeDialogProps {
	discovery: string;
	item: Item;
	others: readonly Item[];
	onClose: () => void;
}

/** Selects the item that this one is the same as. */
export function MergeDialog({ discovery, item, others, onClose }: MergeDialogProps) {
	const t = useWords();
	const form = useId();
	const [id, setId] = useState(others[0]?.id ?? "");
	const into = others.find((other) => other.id === id);
	const merge = useMutation({
		mutationFn: async () => {
			if (into) await mergeItem(discovery, item, into);
		},
		onSuccess: onClose,
	});

	return (
		<Dialog
			open
			onClose={onClose}
			title={t("items.mergeTitle", { name: item.name })}
			actions={
				<>
					<Button onClick={onClose}>{t("app.cancel")}</Button>
					<Button kind="primary" type="submit" form={form} disabled={!into || merge.isPending}>
						{t("items.merge")}
					</Button>
				</>
			}
		>
			<form id={form} onSubmit={submitHandler(() => merge.mutate())}>
				<p>{t("items.mergeText")}</p>
				<Select
					name={t("items.mergeInto")}
					value={id}
					options={others.map((other) => ({ value: other.id, words: `${other.reference} ${other.name}` }))}
					onChange={setId}
				/>
			</form>
			{merge.isError && <ErrorNote error={merge.error} />}
		</Dialog>
	);
}
