import type { ReactNode } from "react";
import type { EvidenceView } from "../ipc/bindings";
import styles from "./Quote.module.css";

interface QuoteProps {
	evidence: Pick<EvidenceView, "before" | "quote" | "after">;
	/** The location of the words. */
	caption?: ReactNode;
	/** The most characters shown of what stands on each side. */
	context?: number;
}

/** The exact words that prove a fact, within a line or two of what stands around them. */
export function Quote({ evidence, caption, context = 80 }: QuoteProps) {
	return (
		<figure className={styles.figure}>
			<blockquote className={styles.text} dir="auto" data-selectable>
				{endOf(dense(evidence.before), context)}
				<mark className={styles.words}>{evidence.quote}</mark>
				{startOf(dense(evidence.after), context)}
			</blockquote>
			{caption && <figcaption className={styles.caption}>{caption}</figcaption>}
		</figure>
	);
}

/** Blank lines would push the words out of view; the quote itself keeps its own. */
function dense(text: string): string {
	return text.replace(/\n\s*\n/g, "\n");
}

/** Cut at a word where there is one, so that nothing looks like a word that is not in the source. */
function startOf(text: string, most: number): string {
	if (text.length <= most) return text;
	const cut = text.slice(0, most);
	const space = cut.search(/\s\S*$/u);
	return `${space > 0 ? cut.slice(0, space) : cut} …`;
}

function endOf(text: string, most: number): string {
	if (text.length <= most) return text;
	const cut = text.slice(-most);
	const space = cut.search(/\s/u);
	return `… ${space >= 0 ? cut.slice(space + 1) : cut.replace(/^[\uDC00-\uDFFF]/, "")}`;
}
