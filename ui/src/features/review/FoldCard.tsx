import { Button } from "../../components/Button";
import { Keys } from "../../components/Keys";
import { withItemNames } from "../../components/mentions/names";
import { number } from "../../i18n/format";
import { useWords } from "../../i18n/useWords";
import type { InputSummary } from "../../ipc/bindings";
import { allows } from "../../shared/facts/choices";
import bar from "./DecisionBar.module.css";
import { type FoldLine, rowsOf } from "./queue";
import styles from "./ReviewItem.module.css";
import { useFoldName } from "./useFoldName";

interface FoldCardProps {
	fold: FoldLine;
	inputs: readonly InputSummary[];
	onTurn: () => void;
	onAccept: () => void;
	onReject: () => void;
}

/** Enough to see what they are. */
const SHOWN = 12;

/** A fold, large: what is in it, and the decisions on all of it. */
export function FoldCard({ fold, inputs, onTurn, onAccept, onReject }: FoldCardProps) {
	const t = useWords();
	const name = useFoldName(inputs)(fold);
	const rows = rowsOf(fold.facts);
	const count = (choice: "accept" | "reject") => number(rows.filter((row) => allows(choice, row)).length);
	return (
		<>
			<header className={styles.head}>
				<h2>{name}</h2>
				<span>{t("inbox.waiting", { count: fold.count, shown: number(fold.count) })}</span>
			</header>
			<article
				className={styles.item}
				aria-label={name}
				// biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reached by the keyboard.
				tabIndex={0}
			>
				{fold.by === "unlikely" && <p className={styles.quiet}>{t("inbox.fold.unlikelyText")}</p>}
				<First all={[...rows, ...fold.leads]} />
			</article>
			<footer className={bar.bar}>
				{rows.length > 0 && (
					<>
						<Button onClick={onAccept}>
							{t("facts.acceptCount", { count: count("accept") })} <Keys written="Shift+A" />
						</Button>
						<Button onClick={onReject}>
							{t("facts.rejectCount", { count: count("reject") })} <Keys written="Shift+R" />
						</Button>
					</>
				)}
				<Button onClick={onTurn}>
					{t(fold.open ? "inbox.fold.close" : "inbox.fold.open")} <Keys written="Enter" />
				</Button>
			</footer>
		</>
	);
}

function First({ all }: { all: readonly { id: string; text: string }[] }) {
	const t = useWords();
	const more = all.length - SHOWN;
	return (
		<>
			<ul className={styles.first}>
				{all.slice(0, SHOWN).map(({ id, text }) => (
					<li key={id}>{withItemNames(text)}</li>
				))}
			</ul>
			{more > 0 && <p className={styles.quiet}>{t("inbox.andMore", { count: more, shown: number(more) })}</p>}
		</>
	);
}
