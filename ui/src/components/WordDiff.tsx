import { useWords } from "../i18n/useWords";
import type { DiffWord } from "../ipc/bindings";
import styles from "./WordDiff.module.css";

/** Two wordings in one line: what only the source has is underlined, what only the quote has is struck. */
export function WordDiff({ diff }: { diff: readonly DiffWord[] }) {
	const t = useWords();
	let offset = 0;
	const parts = diff.map((part) => {
		const key = `${offset} ${part.side}`;
		offset += part.text.length;
		return { ...part, key };
	});
	return (
		<p className={styles.diff} data-selectable>
			{parts.map(({ key, side, text }) => {
				if (side === "both") return <span key={key}>{text} </span>;
				const Tag = side === "source" ? "ins" : "del";
				const name = side === "source" ? t("inspector.diffSource") : t("inspector.diffQuote");
				return (
					<Tag key={key} className={styles[side]} title={name}>
						<span className="visually-hidden">{name}: </span>
						{text}{" "}
					</Tag>
				);
			})}
		</p>
	);
}
