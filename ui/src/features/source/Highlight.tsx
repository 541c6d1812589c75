import type { ReactNode } from "react";
import { toneLabelKey, toneOf } from "../../components/factTone";
import { useWords } from "../../i18n/useWords";
import { DecoratedText } from "./DecoratedText";
import { isDrawn, MARKED } from "./draft";
import styles from "./Highlight.module.css";
import type { Segment } from "./segments";

/** More facts than this over the same words look like this many. */
const MAX_LAYERS = 6;

interface HighlightProps {
	segment: Segment;
	levels: Map<string, number>;
	selected: string | null;
	hovered: string | null;
	onPick: (segment: Segment) => void;
	onHover: (segment: Segment | null) => void;
}

/** Words that prove a fact, or several: one element to press, and in it a layer for each fact. */
export function Highlight({ segment, levels, selected, hovered, onPick, onHover }: HighlightProps) {
	const t = useWords();
	const facts = segment.spans.filter((span) => !isDrawn(span));
	const marked = segment.spans.find(({ factId }) => factId === MARKED)?.label;
	const layers = segment.spans.slice(-MAX_LAYERS);
	const words = layers.reduceRight<ReactNode>(
		(inner, span, depth) => (
			<span
				key={span.factId}
				className={styles.layer}
				data-tone={isDrawn(span) ? span.factId : toneOf(span)}
				data-level={levels.get(span.factId)}
				data-depth={depth}
				data-selected={span.factId === selected || undefined}
				data-hovered={span.factId === hovered || undefined}
				data-from={(span.begins && span.start === segment.start) || undefined}
				data-to={(span.ends && span.end === segment.end) || undefined}
			>
				{inner}
			</span>
		),
		<DecoratedText segment={segment} />,
	);
	if (facts.length === 0) {
		if (marked === undefined) return words;
		return (
			<span className={styles.marked} data-place={marked} tabIndex={-1}>
				{words}
			</span>
		);
	}

	const current = facts.some(({ factId }) => factId === selected);
	const names = facts.map((fact) =>
		t("source.highlight", { label: fact.label, status: t(toneLabelKey(toneOf(fact))).toLowerCase() }),
	);
	// Not a <button>, which cannot break over lines: these are words in a text.
	return (
		<span
			role="button"
			className={styles.highlight}
			data-place={marked}
			data-facts={facts.map(({ factId }) => factId).join(" ")}
			aria-label={`${names.join("; ")}: ${segment.text}`}
			aria-current={current || undefined}
			tabIndex={current ? 0 : -1}
			onClick={() => onPick(segment)}
			onKeyDown={(event) => event.key === "Enter" && onPick(segment)}
			onPointerEnter={() => onHover(segment)}
			onPointerLeave={() => onHover(null)}
		>
			{words}
		</span>
	);
}
