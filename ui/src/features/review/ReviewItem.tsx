import { useState } from "react";
import { useCommand } from "../../commands/useCommand";
import { withItemNames } from "../../components/mentions/names";
import type { FactDetail, FactRuling } from "../../ipc/bindings";
import { areVersions, choicesFor } from "../../shared/facts/choices";
import { Conflict } from "./Conflict";
import { DecisionBar } from "./DecisionBar";
import type { Choice } from "./decide";
import { Proposal } from "./Proposal";
import styles from "./ReviewItem.module.css";
import { SettleForm } from "./SettleForm";

interface ReviewItemProps {
	item: FactDetail;
	onDecide: (choice: Choice, rulings?: FactRuling[]) => void;
}

/** Shows the details of one thing to decide, and its keys. */
export function ReviewItem({ item, onDecide }: ReviewItemProps) {
	const { fact, rival } = item;
	const decidesConflict = choicesFor(fact).includes("decide");
	const mayKeepBoth = decidesConflict && !areVersions(fact, rival);
	// Three values are decided together, or one of them would wait on.
	const together = mayKeepBoth && item.others.length > 0;
	const [isAsking, setAsking] = useState(false);
	const settles = mayKeepBoth && (isAsking || together);
	const decidesTwo = decidesConflict && !settles;

	useCommand("review.keepOld", () => onDecide("keep_old"), decidesTwo);
	useCommand("review.takeNew", () => onDecide("take_new"), decidesTwo);
	useCommand("review.keepAsNote", () => onDecide("keep_as_note"), mayKeepBoth && !settles);
	useCommand("review.askAgain", () => onDecide("ask_again"), mayKeepBoth);
	useCommand("review.bothAsNotes", () => onDecide("both_as_notes"), mayKeepBoth && !settles);
	useCommand("review.settle", () => setAsking(true), mayKeepBoth);

	return (
		<>
			<article
				className={styles.item}
				aria-label={`${fact.label}: ${withItemNames(fact.text)}`}
				// biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reached by the keyboard.
				tabIndex={0}
			>
				{settles ? (
					<SettleForm
						item={item}
						onDecide={(rulings) => onDecide("settled", rulings)}
						onBack={together ? null : () => setAsking(false)}
					/>
				) : rival ? (
					<Conflict item={item} rival={rival} />
				) : (
					<Proposal item={item} />
				)}
			</article>
			<DecisionBar fact={fact} rival={rival} settles={settles} />
		</>
	);
}
