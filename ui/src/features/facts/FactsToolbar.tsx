import type { Ref } from "react";
import { SearchField } from "../../components/SearchField";
import { Select } from "../../components/Select";
import { useWords } from "../../i18n/useWords";
import type { WordKey } from "../../i18n/words";
import type { InputSummary } from "../../ipc/bindings";
import styles from "./FactsToolbar.module.css";
import { type Shown, useFilters } from "./filter";

const choices: readonly { shown: Shown; words: WordKey }[] = [
	{ shown: "all", words: "facts.filter.all" },
	{ shown: "proposed", words: "facts.status.proposed" },
	{ shown: "accepted", words: "facts.status.accepted" },
	{ shown: "conflict", words: "facts.status.conflict" },
	{ shown: "needsReview", words: "facts.needsReview" },
	{ shown: "rejected", words: "facts.status.rejected" },
	{ shown: "superseded", words: "facts.status.superseded" },
];

interface FactsToolbarProps {
	inputs: readonly InputSummary[];
	searchRef: Ref<HTMLInputElement>;
}

export function FactsToolbar({ inputs, searchRef }: FactsToolbarProps) {
	const t = useWords();
	const { shown, inputId, text, change } = useFilters();
	return (
		<div className={styles.bar} role="toolbar" aria-label={t("facts.table")}>
			<div className={styles.search}>
				<SearchField
					fieldRef={searchRef}
					name={t("facts.filter.search")}
					value={text}
					onChange={(next) => change({ text: next })}
				/>
			</div>
			<fieldset className={styles.choices}>
				<legend className="visually-hidden">{t("facts.filter.status")}</legend>
				{choices.map((choice) => (
					<button
						key={choice.shown}
						type="button"
						className={styles.choice}
						aria-pressed={choice.shown === shown}
						onClick={() => change({ shown: choice.shown })}
					>
						{t(choice.words)}
					</button>
				))}
			</fieldset>
			{inputs.length > 1 && (
				<Select
					name={t("facts.filter.input")}
					value={inputId}
					onChange={(next) => change({ inputId: next })}
					options={[
						{ value: "", words: t("facts.filter.allInputs") },
						...inputs.map((input) => ({ value: input.id, words: `${input.label} ${input.title}` })),
					]}
				/>
			)}
		</div>
	);
}
