import { Button } from "../../components/Button";
import { Dialog } from "../../components/Dialog";
import { useWords } from "../../i18n/useWords";
import { answerManyQuestion, useManyQuestion } from "../../state/manyFacts";

/** Asks before a key acts on many ticked facts. */
export function ManyFactsDialog() {
	const t = useWords();
	const question = useManyQuestion((state) => state.question);
	if (question === null) return null;
	return (
		<Dialog
			open
			onClose={() => answerManyQuestion(false)}
			title={question.title}
			actions={
				<>
					<Button onClick={() => answerManyQuestion(false)}>{t("app.cancel")}</Button>
					<Button kind="primary" onClick={() => answerManyQuestion(true)}>
						{question.yes}
					</Button>
				</>
			}
		>
			<p>{t("facts.manyNote")}</p>
		</Dialog>
	);
}
