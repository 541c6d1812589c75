import { useMutation, useQuery } from "@tanstack/react-query";
import { useId, useState } from "react";
import { Button } from "../../components/Button";
import { Dialog } from "../../components/Dialog";
import { ErrorNote } from "../../components/ErrorNote";
import { Field } from "../../components/Field";
import { LoadingMark } from "../../components/LoadingMark";
import { submitHandler } from "../../components/submitHandler";
import { useTranslateMessage } from "../../i18n/backendMessages";
import { useWords } from "../../i18n/useWords";
import type { FactDetail } from "../../ipc/bindings";
import { itemsQuery } from "../../ipc/itemQueries";
import { factQuery } from "../../ipc/queries";
import { answerKey, type ItemAnswer, matchingAnswers, useFactItemQuestion } from "../../shared/items/factItemQuestion";
import { useSelection } from "../../state/selection";
import { setItemOfFact } from "./actions";
import styles from "./FactItemDialog.module.css";

const close = () => useFactItemQuestion.setState({ question: null });

/** Asks which item a fact is about. */
export default function FactItemDialog() {
	const question = useFactItemQuestion((now) => now.question);
	const fact = useQuery({ ...factQuery(question?.fact ?? ""), enabled: question !== null });
	if (question === null || !fact.data) return null;
	return <Question key={question.fact} discovery={question.discovery} detail={fact.data} />;
}

/** Of these sentences of the host the answer is what is asked for here. */
const UNCLEAR = new Set(["it is not clear which item is meant: {}", "it is not said which item is meant"]);

function Question({ discovery, detail }: { discovery: string; detail: FactDetail }) {
	const t = useWords();
	const say = useTranslateMessage();
	const form = useId();
	const { fact, item, reason } = detail;
	const why = reason ? say(reason) : "";
	const items = useQuery(itemsQuery(discovery));
	const [typed, setTyped] = useState("");
	const [chosen, setChosen] = useState<string | null>(null);
	const offered = matchingAnswers(items.data ?? [], typed, why);
	const isNow = (answer: ItemAnswer) => answerKey(answer) === (item ?? "project");
	// Nothing is taken before something was typed or chosen: what is unclear is not guessed.
	const first = typed.trim() === "" ? undefined : offered.find((one) => !isNow(one));
	const answer = offered.find((one) => answerKey(one) === chosen) ?? first;
	const { select, selectEntity, label } = useSelection();
	const saying = useMutation({
		mutationFn: async (one: ItemAnswer) => {
			const next = await setItemOfFact(discovery, fact, one);
			if (label === null) select(next.id, "inspector");
			else selectEntity(label, next.id, "inspector");
		},
		onSuccess: close,
	});
	const ready = answer !== undefined && !isNow(answer) && !saying.isPending;
	const submit = () => {
		if (ready) saying.mutate(answer);
	};
	const isUnclear = reason !== null && UNCLEAR.has(reason.template);

	return (
		<Dialog
			open
			onClose={close}
			title={t("items.whichItem", { label: fact.label })}
			actions={
				<>
					<Button onClick={close}>{t("app.cancel")}</Button>
					<Button kind="primary" type="submit" form={form} disabled={!ready}>
						{t("items.setItem")}
					</Button>
				</>
			}
		>
			<p className={styles.said} dir="auto">
				{fact.quote ?? fact.text}
			</p>
			{isUnclear && <p className={styles.reason}>{why}</p>}
			<form id={form} onSubmit={submitHandler(submit)}>
				<Field label={t("items.findOrName")} itemless value={typed} onChange={setTyped} focused />
				{items.isError && <ErrorNote error={items.error} onRetry={() => void items.refetch()} />}
				{items.isPending && <LoadingMark />}
				<fieldset className={styles.answers}>
					<legend className="visually-hidden">{t("items.whichItem", { label: fact.label })}</legend>
					{offered.map((one) => (
						<label key={answerKey(one)} className={styles.answer}>
							<input
								type="radio"
								name={form}
								className={styles.radio}
								checked={answer === one}
								onChange={() => setChosen(answerKey(one))}
							/>
							<span className={styles.words}>
								{one.kind === "item" && `${one.item.reference} ${one.item.name}`}
								{one.kind === "new" && t("items.newNamed", { name: one.name })}
								{one.kind === "project" && t("items.ofProject")}
							</span>
							{isNow(one) && <span className={styles.now}>{t("items.isNow")}</span>}
						</label>
					))}
				</fieldset>
			</form>
			{saying.isError && <ErrorNote error={saying.error} />}
		</Dialog>
	);
}
