import { useRef, useState } from "react";
import { runCommand } from "../../commands/bindings";
import { useCommand } from "../../commands/useCommand";
import { Button } from "../../components/Button";
import { EmptyState } from "../../components/EmptyState";
import { Keys } from "../../components/Keys";
import { Tooltip } from "../../components/Tooltip";
import { number } from "../../i18n/format";
import { useWords } from "../../i18n/useWords";
import type { Question, QuestionSheet, QuickAnswer } from "../../ipc/bindings";
import styles from "./AskPanel.module.css";
import { finishRound, proposeQuestions } from "./actions";
import { answerTo, useWrittenAnswers, writeAnswer } from "./answers";
import { acceptsQuick, currentQuestion, givenAnswers, offeredQuicks, questionAfter, withQuick } from "./asking";
import { DoneQuestions } from "./DoneQuestions";
import { LastRound } from "./LastRound";
import { QuestionCard } from "./QuestionCard";

/** As many as a person answers before the next round. */
const SHOWN = 30;

interface QuestionsProps {
	discovery: string;
	items: readonly string[];
	sheet: QuestionSheet;
}

/** The questions of a round, the most valuable first, answered by single keys or in words. */
export function Questions({ discovery, items, sheet }: QuestionsProps) {
	const t = useWords();
	const written = useWrittenAnswers(discovery);
	const list = useRef<HTMLUListElement>(null);
	const lastRound = useRef<HTMLElement>(null);
	const scope = items.join(" ");
	// Another scope begins at its first question.
	const [picked, pick] = useState<{ scope: string; question: string | null }>({ scope, question: null });
	const chosen = picked.scope === scope ? picked.question : null;
	const choose = (question: string | null) => pick({ scope, question });
	const [shown, setShown] = useState(SHOWN);
	const [isSending, setSending] = useState(false);
	const open = sheet.open.slice(0, shown);
	const current = currentQuestion(open, chosen);
	const given = givenAnswers(sheet.open, written);

	const cardOf = ({ name }: Question) =>
		list.current?.querySelector<HTMLElement>(`[data-question="${CSS.escape(name)}"]`);
	const focus = (question: Question | null, onText = question !== null && !acceptsQuick(question, "yes")) => {
		if (!question) return;
		choose(question.name);
		const card = cardOf(question);
		(onText ? card?.querySelector("textarea") : card)?.focus();
		card?.scrollIntoView({ block: "nearest" });
	};
	const answer = (question: Question, quick: QuickAnswer) => {
		if (!acceptsQuick(question, quick)) return;
		const changed = withQuick(answerTo(question, written), quick);
		writeAnswer(discovery, question.name, changed);
		if (changed.quick === null) return;
		// A reason is asked for; everything else is said with the one key.
		if (quick === "irrelevant") focus(question, true);
		else focus(questionAfter(open, question.name, 1));
	};
	const finish = async () => {
		if (given.length === 0 || isSending) return;
		setSending(true);
		const isTaken = await finishRound(discovery, items, given);
		setSending(false);
		if (!isTaken) return;
		// The result of the round is looked at first, where there is no room for it and the next question.
		const next = open.find(({ name }) => !given.some((one) => one.name === name));
		choose(next?.name ?? null);
		if (next) cardOf(next)?.focus({ preventScroll: true });
		lastRound.current?.scrollIntoView({ block: "nearest" });
	};
	const onCurrent = (quick: QuickAnswer | undefined) => () => current && quick && answer(current, quick);
	const offered = current === null ? [] : offeredQuicks(current);

	useCommand("work.first", onCurrent(offered[0]), offered.length > 0);
	useCommand("work.second", onCurrent(offered[1]), offered.length > 1);
	useCommand("work.third", onCurrent(offered[2]), offered.length > 2);
	useCommand("work.fourth", onCurrent(offered[3]), offered.length > 3);
	useCommand("work.yes", onCurrent("yes"), offered.includes("yes"));
	useCommand("work.no", onCurrent("no"), offered.includes("no"));
	useCommand("work.idk", onCurrent("idk"), current !== null);
	useCommand("work.irrelevant", onCurrent("irrelevant"), current !== null);
	useCommand("work.write", () => focus(current, true), current !== null);
	useCommand("work.propose", () => void proposeQuestions(discovery, items));
	useCommand("work.finish", () => void finish(), given.length > 0);
	useCommand("list.next", () => focus(chosen === null ? current : questionAfter(open, chosen, 1)), current !== null);
	useCommand("list.previous", () => focus(questionAfter(open, chosen, -1)), current !== null);

	return (
		<>
			<div className={styles.scroll}>
				<div className={styles.known}>
					<span>{t("work.known", { count: sheet.keys, filled: number(sheet.filled), keys: number(sheet.keys) })}</span>
					<span>
						<Button kind="quiet" onClick={() => runCommand("discovery.packs")}>
							{t("packs.open")}
						</Button>
						<Button kind="quiet" onClick={() => void proposeQuestions(discovery, items)}>
							{t("work.propose")}
						</Button>
					</span>
				</div>
				<LastRound discovery={discovery} ref={lastRound} />
				{open.length === 0 && (
					<EmptyState
						title={t(sheet.keys === 0 ? "packs.without" : "work.allAsked")}
						text={t(sheet.keys === 0 ? "packs.withoutText" : "work.allAskedText")}
					/>
				)}
				<ul ref={list} className={styles.cards} aria-label={t("work.questions")}>
					{open.map((question) => (
						<QuestionCard
							key={question.name}
							discovery={discovery}
							question={question}
							itemName={sheet.choices.find(({ id }) => id === question.item)?.name ?? null}
							answer={answerTo(question, written)}
							isCurrent={question === current}
							onCurrent={() => choose(question.name)}
							onQuick={(quick) => answer(question, quick)}
							onText={(text) => writeAnswer(discovery, question.name, { ...answerTo(question, written), text })}
							onNext={(by) => focus(questionAfter(open, question.name, by))}
						/>
					))}
				</ul>
				{open.length < sheet.open.length ? (
					<Button className={styles.more} onClick={() => setShown(shown + SHOWN)}>
						{t("work.more", { count: sheet.open.length + sheet.more - open.length })}
					</Button>
				) : (
					// The host lists no more at once than a person answers.
					sheet.more > 0 && <p className={styles.follow}>{t("work.follow", { count: sheet.more })}</p>
				)}
				<DoneQuestions discovery={discovery} sheet={sheet} />
			</div>
			<div className={styles.foot}>
				<span role="status">{t("work.given", { count: given.length })}</span>
				<Tooltip words={t("work.finishAbout")}>
					<Button
						kind="primary"
						aria-disabled={given.length === 0 || isSending}
						aria-description={t("work.finishAbout")}
						onClick={() => void finish()}
					>
						{t("work.finish")} <Keys written="Mod+Enter" />
					</Button>
				</Tooltip>
			</div>
		</>
	);
}
