import { useId } from "react";
import { Button } from "../../components/Button";
import { Dialog } from "../../components/Dialog";
import { ErrorNote } from "../../components/ErrorNote";
import { Field } from "../../components/Field";
import { Keys } from "../../components/Keys";
import { submitHandler } from "../../components/submitHandler";
import { number } from "../../i18n/format";
import { useWords } from "../../i18n/useWords";
import type { Discovery } from "../../ipc/bindings";
import styles from "./AddTextDialog.module.css";
import { htmlOf, useDraft } from "./draft";
import { TextBox } from "./TextBox";
import { useAddText } from "./useAddText";

interface AddTextDialogProps {
	discovery: Discovery | null;
	onClose: () => void;
}

/** Paste or type a text. What was written survives Escape and a failed try; only adding it empties the box. */
export default function AddTextDialog({ discovery, onClose }: AddTextDialogProps) {
	const t = useWords();
	const form = useId();
	const { title, text, formatted, write } = useDraft();
	const html = htmlOf({ text, formatted });
	const adding = useAddText(discovery?.id ?? null, onClose);
	const ready = text.trim() !== "" && !adding.isPending;
	const submit = () => {
		if (ready) adding.mutate({ title, text, html });
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
			<form id={form} onSubmit={submitHandler(submit)}>
				<Field
					label={t("inputs.textTitle")}
					itemless
					hint={t("inputs.textTitleHint")}
					value={title}
					onChange={(next) => write({ title: next })}
				/>
				<TextBox
					text={text}
					onWrite={(next) => write({ text: next })}
					onFormatted={(pasted, next) => write({ text: next, formatted: { html: pasted, text: next } })}
				/>
			</form>
			<p className={styles.foot}>
				{t("inputs.textSize", { count: text.length, shown: number(text.length) })}
				<Keys written="Mod+Enter" />
			</p>
			{html !== null && <p role="status">{t("inputs.formatted")}</p>}
			{adding.isError && <ErrorNote title={t("inputs.failed")} error={adding.error} />}
		</Dialog>
	);
}
