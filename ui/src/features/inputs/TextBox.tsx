import type { ClipboardEvent } from "react";
import { Button } from "../../components/Button";
import { Field } from "../../components/Field";
import { number } from "../../i18n/format";
import { useWords } from "../../i18n/useWords";
import { commands } from "../../ipc/bindings";
import { call } from "../../ipc/call";
import { isStructured } from "./paste";
import styles from "./TextBox.module.css";

/** A text field lays out every line it holds: half a megabyte in one stops the window for seconds. */
const TOO_LONG_TO_EDIT = 100_000;
const SHOWN = 2_000;

interface TextBoxProps {
	text: string;
	onWrite: (text: string) => void;
	/** A clipboard with headings or tables was pasted into the empty box: its HTML, and the text that stands for it. */
	onFormatted: (html: string, text: string) => void;
}

/** The text to add: editable while it is short; a long one is held as it was pasted and shown by its beginning. */
export function TextBox({ text, onWrite, onFormatted }: TextBoxProps) {
	const t = useWords();
	const onPaste = (event: ClipboardEvent) => {
		const pasted = event.clipboardData.getData("text/plain");
		const html = event.clipboardData.getData("text/html");
		if (text === "" && isStructured(html)) {
			event.preventDefault();
			// A clipboard that cannot be read as HTML is still the text that it is.
			call(commands.clipboardText(html)).then(
				(read) => onFormatted(html, read),
				() => onWrite(pasted),
			);
			return;
		}
		if (text.length + pasted.length <= TOO_LONG_TO_EDIT) return;
		event.preventDefault();
		onWrite(text + pasted);
	};

	if (text.length <= TOO_LONG_TO_EDIT) {
		return (
			<Field
				label={t("inputs.text")}
				hint={t("inputs.textHint")}
				rows={14}
				value={text}
				onChange={onWrite}
				onPaste={onPaste}
			/>
		);
	}
	return (
		// biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, and has to take the keys that scroll and send it.
		<section className={styles.long} aria-label={t("inputs.text")} tabIndex={0}>
			<p className={styles.note}>
				{t("inputs.longText", { count: number(text.length) })}
				<Button onClick={() => onWrite("")}>{t("inputs.clearText")}</Button>
			</p>
			<pre className={styles.beginning}>{text.slice(0, SHOWN)}</pre>
		</section>
	);
}
