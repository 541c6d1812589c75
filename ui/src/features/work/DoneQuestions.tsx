import { Button } from "../../components/Button";
import { withItemNames } from "../../components/mentions/names";
import { usePackWords } from "../../i18n/packs";
import { useWords } from "../../i18n/useWords";
import type { Question, QuestionSheet } from "../../ipc/bindings";
import { useNavigation } from "../../state/navigation";
import { useSelection } from "../../state/selection";
import { reopenQuestion } from "./actions";
import styles from "./DoneQuestions.module.css";
import { FactLink } from "./FactLink";

/** Lists the earlier questions that are not open: resolved, waiting, answered, irrelevant. */
export function DoneQuestions({ discovery, sheet }: { discovery: string; sheet: QuestionSheet }) {
	const t = useWords();
	if (sheet.done.length === 0) return null;
	return (
		<details className={styles.done}>
			<summary>{t("work.done", { count: sheet.done.length })}</summary>
			<ul className={styles.list}>
				{sheet.done.toReversed().map((question) => (
					<DoneQuestion key={question.name} discovery={discovery} question={question} />
				))}
			</ul>
		</details>
	);
}

function DoneQuestion({ discovery, question }: { discovery: string; question: Question }) {
	const t = useWords();
	const host = usePackWords("question");
	const select = useSelection((selection) => selection.select);
	const showInAudit = useNavigation((navigation) => navigation.showInAudit);
	const { fact, said, state, bundleId } = question;
	return (
		<li className={styles.question}>
			<p dir="auto">{host(question.text)}</p>
			<p className={styles.state}>
				{t(`work.state.${state}`)}
				{said !== null && said.text !== "" && `: ${t("app.quoted", { words: withItemNames(said.text) })}`}
			</p>
			{fact !== null && <FactLink fact={fact} onSelect={() => select(fact.id, "work")} />}
			<div className={styles.actions}>
				{bundleId !== null && (
					<Button kind="quiet" onClick={() => showInAudit({ bundle: bundleId, run: null })}>
						{t("work.openBundle")}
					</Button>
				)}
				{(state === "irrelevant" || state === "answered") && (
					<Button kind="quiet" onClick={() => void reopenQuestion(discovery, question.name)}>
						{t("work.reopen")}
					</Button>
				)}
			</div>
		</li>
	);
}
