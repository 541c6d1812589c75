import type { UseQueryResult } from "@tanstack/react-query";
import { EmptyState } from "../../components/EmptyState";
import { ErrorNote } from "../../components/ErrorNote";
import { LoadingMark } from "../../components/LoadingMark";
import { Toggle } from "../../components/Toggle";
import { useWords } from "../../i18n/useWords";
import type { QuestionSheet } from "../../ipc/bindings";
import styles from "./AskPanel.module.css";
import { FreeText } from "./FreeText";
import { Questions } from "./Questions";
import { itemsAsked, type ScopeKind, useWork } from "./work";

interface AskPanelProps {
	discovery: string;
	scope: { kind: ScopeKind; items: readonly string[] };
	sheet: UseQueryResult<QuestionSheet>;
}

/** Questions one by one, or what there is to say in the analyst's own order. */
export function AskPanel({ discovery, scope, sheet }: AskPanelProps) {
	const t = useWords();
	const asking = useWork((work) => work.asking);
	const ask = useWork((work) => work.ask);
	const items = itemsAsked(scope);
	if (sheet.isError) return <ErrorNote error={sheet.error} onRetry={() => void sheet.refetch()} />;
	if (!sheet.data) return <LoadingMark />;
	return (
		<div className={styles.ask}>
			<div className={styles.how}>
				<Toggle
					name={t("work.how")}
					value={asking}
					options={[
						{ value: "questions", words: t("work.structured") },
						{ value: "free", words: t("work.free") },
					]}
					onChange={ask}
				/>
			</div>
			{items === null ? (
				<EmptyState
					title={t(sheet.data.choices.length === 0 ? "work.noItems" : "work.noItemChosen")}
					text={t(sheet.data.choices.length === 0 ? "work.noItemsText" : "work.noItemChosenText")}
				/>
			) : asking === "questions" ? (
				<Questions discovery={discovery} items={items} sheet={sheet.data} />
			) : (
				<FreeText discovery={discovery} items={items} draft={sheet.data.draft} />
			)}
		</div>
	);
}
