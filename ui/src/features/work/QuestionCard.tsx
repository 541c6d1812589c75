import { type KeyboardEvent, useId, useRef } from "react";
import { Keys } from "../../components/Keys";
import { useItemPicker } from "../../components/mentions/useItemPicker";
import { usePackWords } from "../../i18n/packs";
import { useWords } from "../../i18n/useWords";
import type { AnswerContent, Question, QuickAnswer } from "../../ipc/bindings";
import { useUnitName } from "../../shared/items/units";
import { useSelection } from "../../state/selection";
import { dropQuestion } from "./actions";
import { offeredQuicks } from "./asking";
import { FactLink } from "./FactLink";
import styles from "./QuestionCard.module.css";

interface QuestionCardProps {
	discovery: string;
	question: Question;
	/** Of the item it is about. */
	itemName: string | null;
	answer: AnswerContent;
	isCurrent: boolean;
	onCurrent: () => void;
	onQuick: (quick: QuickAnswer) => void;
	onText: (text: string) => void;
	onNext: (by: 1 | -1) => void;
}

/** One question, with what is answered so far. The card takes single keys, its field takes words. */
export function QuestionCard({
	discovery,
	question,
	itemName,
	answer,
	isCurrent,
	onCurrent,
	onQuick,
	onText,
	onNext,
}: QuestionCardProps) {
	const t = useWords();
	const host = usePackWords("question");
	const unitName = useUnitName();
	const id = useId();
	const card = useRef<HTMLElement>(null);
	const offers = useItemPicker(discovery);
	const offered = offeredQuicks(question);
	const onKeyDown = (event: KeyboardEvent<HTMLTextAreaElement>) => {
		if (event.nativeEvent.isComposing || offers.press(event)) return;
		if (event.key === "Enter" && !event.shiftKey && !event.ctrlKey && !event.metaKey) {
			event.preventDefault();
			onNext(1);
		}
		if (event.key === "Escape") {
			event.preventDefault();
			card.current?.focus();
		}
	};
	return (
		<li>
			<article
				ref={card}
				className={styles.card}
				data-question={question.name}
				data-current={isCurrent}
				data-given={answer.quick !== null || answer.text.trim() !== ""}
				aria-labelledby={`${id}-text`}
				aria-describedby={`${id}-marks`}
				aria-current={isCurrent || undefined}
				tabIndex={isCurrent ? 0 : -1}
				onFocus={onCurrent}
			>
				<p id={`${id}-text`} className={styles.text} dir="auto">
					{itemName !== null && <b className={styles.item}>{itemName}</b>} {host(question.text)}
				</p>
				<Marks id={`${id}-marks`} question={question} />
				<Aside question={question} />
				<div className={styles.quick} role="group" aria-label={t("work.quick")}>
					{offered.map((quick, at) => (
						<button
							key={quick}
							type="button"
							className={styles.key}
							data-pressed={answer.quick === quick}
							aria-pressed={answer.quick === quick}
							// One stop of Tab a question is its field; the number keys press these from the card.
							tabIndex={-1}
							onClick={() => onQuick(quick)}
						>
							<Keys written={String(at + 1)} /> {t(`work.quick.${quick}`)}
						</button>
					))}
				</div>
				<textarea
					{...offers.attributes}
					className={styles.field}
					rows={answer.text.includes("\n") || answer.text.length > 60 ? 3 : 1}
					aria-label={t(answer.quick === "irrelevant" ? "work.reason" : "work.inWords")}
					placeholder={placeholder(t, unitName, question, answer)}
					value={answer.text}
					spellCheck={false}
					onChange={(event) => onText(event.target.value)}
					onKeyDown={onKeyDown}
				/>
				{offers.list}
				{question.model !== null && (
					<button type="button" className={styles.drop} onClick={() => void dropQuestion(discovery, question.name)}>
						{t("work.drop")}
					</button>
				)}
			</article>
		</li>
	);
}

/** Lists the answers that could not all hold, each with the way to its quote. */
function Aside({ question: { aside } }: { question: Question }) {
	const t = useWords();
	const select = useSelection((selection) => selection.select);
	if (aside.length === 0) return null;
	return (
		<div className={styles.aside}>
			<p>{t("work.askedAgain")}</p>
			<ul>
				{aside.map((fact) => (
					<li key={fact.id}>
						<FactLink fact={fact} unmarked onSelect={() => select(fact.id, "work")} />
					</li>
				))}
			</ul>
		</div>
	);
}

type Words = ReturnType<typeof useWords>;

function placeholder(t: Words, unitName: (unit: string) => string, { key }: Question, answer: AnswerContent): string {
	if (answer.quick === "irrelevant") return t("work.reason");
	if (key === null || key.valueType === "boolean") return t("work.inWords");
	if (key.choices.length > 0) return key.choices.join(" · ");
	return key.unit === null ? t("work.inWords") : t("work.inUnit", { unit: unitName(key.unit) });
}

/** Shows the reason that it is asked now, and the earlier answer. Never colour alone. */
function Marks({ id, question }: { id: string; question: Question }) {
	const t = useWords();
	const { key, model, blocks, state, said } = question;
	const marks = [
		key?.highRisk && t("work.highRisk"),
		blocks > 0 && t("work.blocks", { count: blocks }),
		model !== null && `✦ ${t("work.byModel", { model: model.name })}`,
		state === "tried" && (said?.quick === "idk" ? t("work.unknown") : t("work.noValue", { said: said?.text ?? "" })),
	].filter((mark) => mark !== false && mark !== undefined);
	return (
		<p id={id} className={styles.marks}>
			{marks.map((mark) => (
				<span key={mark}>{mark}</span>
			))}
			{model !== null && model.why !== "" && <span dir="auto">{model.why}</span>}
		</p>
	);
}
