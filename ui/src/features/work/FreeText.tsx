import { useState } from "react";
import { useCommand } from "../../commands/useCommand";
import { Button } from "../../components/Button";
import { Field } from "../../components/Field";
import { Keys } from "../../components/Keys";
import { useWords } from "../../i18n/useWords";
import styles from "./AskPanel.module.css";
import { sendFreeText } from "./actions";
import { FREE, useWrittenAnswers, writeAnswer } from "./answers";
import { LastRound } from "./LastRound";

interface FreeTextProps {
	discovery: string;
	items: readonly string[];
	/** As the host keeps it. */
	draft: string;
}

/** Takes the analyst's knowledge, in their own words: a turn like any other. */
export function FreeText({ discovery, items, draft }: FreeTextProps) {
	const t = useWords();
	const text = useWrittenAnswers(discovery)[FREE]?.text ?? draft;
	const [isSending, setSending] = useState(false);
	const isEmpty = text.trim() === "";
	const send = async () => {
		if (isEmpty || isSending) return;
		setSending(true);
		await sendFreeText(discovery, items, text);
		setSending(false);
	};
	useCommand("work.finish", () => void send(), !isEmpty);
	return (
		<>
			<div className={styles.write}>
				<Field
					label={t("work.freeLabel")}
					hint={t("work.freeHint")}
					rows={8}
					grow
					value={text}
					onChange={(next) => writeAnswer(discovery, FREE, { quick: null, text: next })}
				/>
				<LastRound discovery={discovery} />
			</div>
			<div className={styles.foot}>
				<span />
				<Button kind="primary" disabled={isEmpty || isSending} onClick={() => void send()}>
					{t("work.say")} <Keys written="Mod+Enter" />
				</Button>
			</div>
		</>
	);
}
