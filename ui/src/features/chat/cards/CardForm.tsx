import { Field } from "../../../components/Field";
import { Select } from "../../../components/Select";
import { useWords } from "../../../i18n/useWords";
import type { CardShown } from "../../../ipc/bindings";
import { outputTypes } from "../../../shared/cards/kinds";
import { Edited } from "./CardChange";
import styles from "./Cards.module.css";
import type { CardDraft } from "./deciding";

interface CardFormProps {
	shown: CardShown;
	draft: CardDraft;
	onChange: (draft: CardDraft) => void;
}

/** Shows a card's proposal, to be edited before it is confirmed. */
export function CardForm({ shown, draft, onChange }: CardFormProps) {
	const t = useWords();
	return (
		<div className={styles.form}>
			{shown.type === "edit" && (
				<>
					<Edited shown={shown} />
					<p className={styles.kind}>{t("chat.before")}</p>
					<p className={styles.text} data-selectable dir="auto">
						{shown.before}
					</p>
				</>
			)}
			<Field
				label={t(shown.type === "edit" ? "chat.after" : "pipeline.text")}
				value={draft.text}
				rows={4}
				focused
				onChange={(text) => onChange({ ...draft, text })}
			/>
			{shown.type === "add" && (
				<Field
					label={t("pipeline.restsOnField")}
					itemless
					value={draft.links}
					onChange={(links) => onChange({ ...draft, links })}
				/>
			)}
			{shown.type === "add" && shown.kind === "output" && (
				<Select
					name={t("pipeline.outputType")}
					value={draft.outputType ?? "report"}
					options={outputTypes.map((type) => ({ value: type, words: t(`pipeline.output.${type}`) }))}
					onChange={(outputType) => onChange({ ...draft, outputType })}
				/>
			)}
		</div>
	);
}
