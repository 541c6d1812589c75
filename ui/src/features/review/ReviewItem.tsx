import { useState } from "react";
import { useCommand } from "../../commands/useCommand";
import { withItemNames } from "../../components/mentions/names";
import type { FactDetail, FactRuling } from "../../ipc/bindings";
import { type ConflictChoice, choicesFor, conflictChoices } from "../../shared/facts/choices";
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
	const choices = choicesFor(fact).includes("decide") ? conflictChoices(fact, rival) : [];
	const maySettle = choices.includes("settle");
	// Three values are decided together, or one of them would wait on.
	const together = maySettle && item.others.length > 0;
	const [isAsking, setAsking] = useState(false);
	const settles = maySettle && (isAsking || together);
	const decidesTwo = (choice: ConflictChoice) => choices.includes(choice) && !settles;

	useCommand("review.keepOld", () => onDecide("keep_old"), decidesTwo("keepOld"));
	useCommand("review.takeNew", () => onDecide("take_new"), decidesTwo("takeNew"));
	useCommand("review.keepAsNote", () => onDecide("keep_as_note"), decidesTwo("keepAsNote"));
	useCommand("review.askAgain", () => onDecide("ask_again"), choices.includes("askAgain"));
	useCommand("review.bothAsNotes", () => onDecide("both_as_notes"), decidesTwo("bothAsNotes"));
	useCommand("review.settle", () => setAsking(true), maySettle);

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
