import type { Ref } from "react";
import { FilterButton } from "../../components/FilterButton";
import { SearchField } from "../../components/SearchField";
import { Select } from "../../components/Select";
import { useWords } from "../../i18n/useWords";
import type { WordKey } from "../../i18n/words";
import type { DiscoveryDetail } from "../../ipc/bindings";
import type { ColumnId } from "./columns";
import styles from "./FactsToolbar.module.css";
import { type StatusFilter, useFilters } from "./filter";
import { SavedViews } from "./SavedViews";
import { TableMenu } from "./TableMenu";

const choices: readonly { shown: StatusFilter; words: WordKey }[] = [
	{ shown: "all", words: "facts.filter.all" },
	{ shown: "proposed", words: "facts.status.proposed" },
	{ shown: "accepted", words: "facts.status.accepted" },
	{ shown: "byAnalyst", words: "facts.filter.byAnalyst" },
	{ shown: "byRules", words: "facts.filter.byRules" },
	{ shown: "conflict", words: "facts.status.conflict" },
	{ shown: "needsReview", words: "facts.needsReview" },
	{ shown: "rejected", words: "facts.status.rejected" },
	{ shown: "superseded", words: "facts.status.superseded" },
];

const none: ReadonlySet<ColumnId> = new Set();

interface FactsToolbarProps {
	detail: DiscoveryDetail;
	searchRef: Ref<HTMLInputElement>;
	empty?: ReadonlySet<ColumnId>;
	/** None where the table is of the past. */
	onSave?: () => void;
}

export function FactsToolbar({ detail, searchRef, empty = none, onSave }: FactsToolbarProps) {
	const { inputs } = detail;
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
					<FilterButton
						key={choice.shown}
						pressed={choice.shown === shown}
						onClick={() => change({ shown: choice.shown })}
					>
						{t(choice.words)}
					</FilterButton>
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
			{onSave && <TableMenu empty={empty} onSave={onSave} />}
			<SavedViews discovery={detail.discovery.id} />
		</div>
	);
}
