import { useWords } from "../../i18n/useWords";
import type { ReportSection, ReportSuggestion } from "../../ipc/bindings";
import styles from "./Outline.module.css";
import { marksOf, OutlineMark } from "./OutlineMark";
import { PREFACE } from "./writing";

/** The text before the first section, as a line of the outline. */
export const prefaceLine = { id: PREFACE, number: "", depth: 1, appendix: false };

interface PrefaceRowProps {
	preface: ReportSection;
	isOpen: boolean;
	suggestions: readonly ReportSuggestion[];
	onOpen: () => void;
	/** The focus goes into the text. */
	onWrite: () => void;
	onSuggestion: (suggestion: string) => void;
}

/** Shows the text before the first section: it stays where it is, and has no title of its own. */
export function PrefaceRow({ preface, isOpen, suggestions, onOpen, onWrite, onSuggestion }: PrefaceRowProps) {
	const { id, title, stale } = preface;
	return (
		<div className={styles.preface}>
			<div className={styles.row} data-open={isOpen}>
				<button
					type="button"
					className={styles.line}
					aria-current={isOpen}
					onClick={onOpen}
					onKeyDown={(event) => {
						if (event.key !== "Enter") return;
						event.preventDefault();
						onOpen();
						onWrite();
					}}
				>
					<span className={styles.title}>{title}</span>
					<StaleSign stale={stale} />
				</button>
				<OutlineMark title={title} suggested={marksOf(suggestions, []).get(id) ?? []} onOpen={onSuggestion} />
			</div>
		</div>
	);
}

/** That citations there are stale, and how many. */
export function StaleSign({ stale }: { stale: number }) {
	const t = useWords();
	if (stale === 0) return null;
	return (
		<span className={styles.stale} role="img" aria-label={t("report.stale", { count: stale, shown: stale })}>
			↻
		</span>
	);
}
