import { useMutation } from "@tanstack/react-query";
import { useId, useState } from "react";
import { Button } from "../../components/Button";
import { Dialog } from "../../components/Dialog";
import { ErrorNote } from "../../components/ErrorNote";
import { Field } from "../../components/Field";
import { submitHandler } from "../../components/submitHandler";
import { useWords, words } from "../../i18n/useWords";
import { type CanonicalItem, commands } from "../../ipc/bindings";
import { call } from "../../ipc/call";
import { offerUndo } from "../../state/history";

/** A price by hand, in the form that the analyst writes it. */
export function AddPrice({ item, onClose }: { item: CanonicalItem; onClose: () => void }) {
	const t = useWords();
	const form = useId();
	const [fields, setFields] = useState({ price: "", unit: item.unit, quantity: "", vendor: "", date: "", note: "" });
	const adding = useMutation({
		mutationFn: () => call(commands.priceAdd(item.id, { ...fields, currency: "", fact: null })),
		onSuccess: (done) => {
			onClose();
			offerUndo(null, done, words("memory.priceAdded", { name: item.name }));
		},
	});
	const field = (name: keyof typeof fields) => ({
		value: fields[name],
		onChange: (value: string) => setFields({ ...fields, [name]: value }),
	});
	return (
		<Dialog
			open
			onClose={onClose}
			title={t("memory.addPriceTo", { name: item.name })}
			light={fields.price === ""}
			actions={
				<>
					<Button onClick={onClose}>{t("app.cancel")}</Button>
					<Button kind="primary" type="submit" form={form} disabled={fields.price.trim() === "" || adding.isPending}>
						{t("memory.addPrice")}
					</Button>
				</>
			}
		>
			<form id={form} onSubmit={submitHandler(() => adding.mutate())}>
				<Field label={t("memory.price")} itemless hint={t("memory.priceHint")} {...field("price")} />
				<Field label={t("memory.unit")} itemless {...field("unit")} />
				<Field label={t("memory.vendor")} itemless {...field("vendor")} />
				<Field label={t("memory.date")} itemless hint={t("memory.dateHint")} {...field("date")} />
				<Field label={t("memory.quantity")} itemless {...field("quantity")} />
				<Field label={t("memory.note")} {...field("note")} />
			</form>
			{adding.isError && <ErrorNote error={adding.error} />}
		</Dialog>
	);
}
