import { useState } from "react";
import { useCommand } from "../../commands/useCommand";
import { FactMark } from "../../components/FactMark";
import { withNames } from "../../components/mentions/names";
import { percent } from "../../i18n/format";
import { useWords } from "../../i18n/useWords";
import type { FactDetail, FactRuling } from "../../ipc/bindings";
import { areVersions, choicesFor } from "../../shared/facts/choices";
import { Conflict } from "./Conflict";
import { DecisionBar } from "./DecisionBar";
import { Proposal } from "./Proposal";
import type { Choice, Queue } from "./queue";
import styles from "./ReviewItem.module.css";
import { Settle } from "./Settle";

interface ReviewItemProps {
	item: FactDetail;
	queue: Queue;
	onStep: (direction: 1 | -1) => void;
	onDecide: (choice: Choice, rulings?: FactRuling[]) => void;
}

/** One thing to decide, large, with its keys. */
export function ReviewItem({ item, queue, onStep, onDecide }: ReviewItemProps) {
	const t = useWords();
	const { fact, rival } = item;
	const choices = queue.choice === null ? choicesFor(fact) : [];
	const decidesConflict = choices.includes("decide");
	const mayKeepBoth = decidesConflict && !areVersions(fact, rival);
	// Three values are decided together, or one of them would wait on.
	const together = mayKeepBoth && item.others.length > 0;
	const [asked, setAsked] = useState(false);
	const settles = mayKeepBoth && (asked || together);
	const decidesTwo = decidesConflict && !settles;

	useCommand("list.next", () => onStep(1));
	useCommand("list.previous", () => onStep(-1));
	// Bound even where they do nothing: a decided fact, or a conflict, must not be accepted by the window's own A.
	useCommand("fact.accept", () => choices.includes("accept") && onDecide("accept"));
	useCommand("fact.reject", () => choices.includes("reject") && onDecide("reject"));
	useCommand("review.keepOld", () => onDecide("keep_old"), decidesTwo);
	useCommand("review.takeNew", () => onDecide("take_new"), decidesTwo);
	useCommand("review.keepAsNote", () => onDecide("keep_as_note"), mayKeepBoth && !settles);
	useCommand("review.askAgain", () => onDecide("ask_again"), mayKeepBoth);
	useCommand("review.bothAsNotes", () => onDecide("both_as_notes"), mayKeepBoth && !settles);
	useCommand("review.settle", () => setAsked(true), mayKeepBoth);

	return (
		<div className={styles.view}>
			<header className={styles.head}>
				<span className={styles.position}>
					{t("review.position", { position: queue.position, total: queue.total })}
				</span>
				<h2>{fact.label}</h2>
				<FactMark
					status={fact.status}
					needsReview={fact.needsReview}
					hasEvidence={item.evidence !== null}
					sourceKind={fact.sourceKind}
				/>
				{fact.highRisk && <span className={styles.risk}>{t("facts.highRisk")}</span>}
				<span title={t("source.confidence")}>{percent(fact.confidence)}</span>
			</header>
			<article
				className={styles.item}
				aria-label={`${fact.label}: ${withNames(fact.text)}`}
				// biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reached by the keyboard.
				tabIndex={0}
			>
				{settles ? (
					<Settle
						item={item}
						onDecide={(rulings) => onDecide("settled", rulings)}
						onBack={together ? null : () => setAsked(false)}
					/>
				) : rival ? (
					<Conflict item={item} rival={rival} />
				) : (
					<Proposal item={item} />
				)}
			</article>
			<DecisionBar item={item} choice={queue.choice} settles={settles} />
		</div>
	);
}
