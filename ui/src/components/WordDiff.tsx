import type { DiffWord } from "../ipc/bindings";
import styles from "./WordDiff.module.css";
import { wordRuns } from "./wordRuns";

interface WordDiffProps {
	/** Each word brings the white space behind it along. */
	diff: readonly DiffWord[];
	/** The names of the two sides. */
	names: { source: string; quote: string };
}

/** Two wordings in one line: what only the source has is underlined, what only the quote has is struck. */
export function WordDiff({ diff, names: { source, quote } }: WordDiffProps) {
	return (
		<div className={styles.diff}>
			<p className={styles.text} dir="auto" data-selectable>
				{wordRuns(diff).map(({ key, side, text }) => {
					if (side === "both") return <span key={key}>{text}</span>;
					const Tag = side === "source" ? "ins" : "del";
					return (
						<Tag key={key}>
							<span className="visually-hidden">{side === "source" ? source : quote}: </span>
							{text}
						</Tag>
					);
				})}
			</p>
			<p className={styles.names} aria-hidden>
				<ins>{source}</ins> <del>{quote}</del>
			</p>
		</div>
	);
}
