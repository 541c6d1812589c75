import { useMutation } from "@tanstack/react-query";
import { type KeyboardEvent, useId, useState } from "react";
import { matches } from "../../commands/keys";
import { Button } from "../../components/Button";
import { Dialog } from "../../components/Dialog";
import { ErrorNote } from "../../components/ErrorNote";
import { Field } from "../../components/Field";
import { Keys } from "../../components/Keys";
import { onSubmit } from "../../components/onSubmit";
import { number } from "../../i18n/format";
import { useWords } from "../../i18n/useWords";
import type { Discovery } from "../../ipc/bindings";
import styles from "./AddTextDialog.module.css";
import { addText } from "./actions";
import { useDraft } from "./draft";
import { TextBox } from "./TextBox";

interface AddTextDialogProps {
	discovery: Discovery | null;
	onClose: () => void;
}

/** Paste or type a text. What was written survives Escape and a failed try; only adding it empties the box. */
export default function AddTextDialog({ discovery, onClose }: AddTextDialogProps) {
	const t = useWords();
	const form = useId();
	const { title, text, write, clear } = useDraft();
	const [sent, setSent] = useState(false);
	const adding = useMutation({
		mutationFn: () => addText(discovery?.id ?? null, title.trim(), text),
		onSuccess: () => {
			clear();
			onClose();
		},
		onSettled: () => setSent(false),
	});
	const ready = text.trim() !== "" && !sent;
	const submit = () => {
		if (!ready) return;
		setSent(true);
		adding.mutate();
	};
	const onKeyDown = (event: KeyboardEvent) => {
		if (!matches(event.nativeEvent, "Mod+Enter")) return;
		event.preventDefault();
		submit();
	};

	return (
		<Dialog
			open
			onClose={onClose}
			title={t("inputs.addText")}
			light={text === ""}
			width="wide"
			actions={
				<>
					<Button onClick={onClose}>{t("app.close")}</Button>
					<Button kind="primary" type="submit" form={form} disabled={!ready}>
						{t("inputs.addThis")}
					</Button>
				</>
			}
		>
			<form id={form} onSubmit={onSubmit(submit)}>
				<Field
					label={t("inputs.textTitle")}
					hint={t("inputs.textTitleHint")}
					value={title}
					onChange={(next) => write({ title: next })}
					onKeyDown={onKeyDown}
				/>
				<TextBox text={text} onWrite={(next) => write({ text: next })} onKeyDown={onKeyDown} />
			</form>
			<p className={styles.foot}>
				{t("inputs.textSize", { count: number(text.length) })}
				<Keys written="Mod+Enter" />
			</p>
			{adding.isError && <ErrorNote title={t("inputs.failed")} error={adding.error} />}
		</Dialog>
	);
}
