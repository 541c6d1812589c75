import { useMutation } from "@tanstack/react-query";
import { useId, useState } from "react";
import { Button } from "../../components/Button";
import { Dialog } from "../../components/Dialog";
import { ErrorNote } from "../../components/ErrorNote";
import { Field } from "../../components/Field";
import { submitHandler } from "../../components/submitHandler";
import { usePackWords } from "../../i18n/packs";
import { useWords } from "../../i18n/useWords";
import type { ProjectedField } from "../../ipc/bindings";
import { overrideField } from "./actions";

interface OverrideDialogProps {
	discovery: string;
	item: string;
	field: ProjectedField;
	onClose: () => void;
}

/** Another value than the facts give, with the reason. */
export function OverrideDialog({ discovery, item, field, onClose }: OverrideDialogProps) {
	const t = useWords();
	const label = usePackWords("label");
	const form = useId();
	const [value, setValue] = useState(field.value?.reading ?? "");
	const [reason, setReason] = useState("");
	const save = useMutation({
		mutationFn: () => overrideField(discovery, item, field.key, value.trim(), reason.trim()),
		onSuccess: onClose,
	});
	const ready = value.trim() !== "" && reason.trim() !== "" && !save.isPending;

	return (
		<Dialog
			open
			onClose={onClose}
			title={t("items.setField", { field: label(field.label) })}
			light={reason === ""}
			actions={
				<>
					<Button onClick={onClose}>{t("app.cancel")}</Button>
					<Button kind="primary" type="submit" form={form} disabled={!ready}>
						{t("items.set")}
					</Button>
				</>
			}
		>
			<form id={form} onSubmit={submitHandler(() => save.mutate())}>
				<Field label={t("items.value")} itemless value={value} onChange={setValue} />
				<Field label={t("items.reason")} hint={t("items.reasonHint")} value={reason} onChange={setReason} />
			</form>
			{save.isError && <ErrorNote error={save.error} />}
		</Dialog>
	);
}
