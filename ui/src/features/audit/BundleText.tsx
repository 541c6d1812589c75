import { useEffect, useRef } from "react";
import { toneLabelKey, toneOf } from "../../components/factTone";
import { useWords } from "../../i18n/useWords";
import type { BundleView } from "../../ipc/bindings";
import { useNavigation } from "../../state/navigation";
import { useSelection } from "../../state/selection";
import styles from "./BundleText.module.css";
import { regions, type SpanPiece, splitAtSpans } from "./pieces";

/** The text exactly as the parser got it, with its sections as they were stored and the template between them. */
export function BundleText({ bundle }: { bundle: BundleView }) {
	const t = useWords();
	const { text, sections, spans } = bundle;
	const shown = useRef<HTMLDivElement>(null);
	const selected = useSelection((selection) => selection.factId);
	const target = useNavigation((navigation) => navigation.audit);
	// The words that were asked for may stand below the edge, and are asked for again where they were scrolled away.
	useEffect(() => {
		if (selected !== null && target.bundle !== null)
			shown.current?.querySelector("[data-selected=true]")?.scrollIntoView({ block: "nearest" });
	}, [selected, target]);
	return (
		<div ref={shown} className={styles.text} data-selectable>
			{regions(text.length, sections).map(({ section, start, end }) => {
				if (section === null) {
					return (
						<pre key={start} className={styles.frame}>
							{text.slice(start, end).trim()}
						</pre>
					);
				}
				return (
					<section key={start} className={styles.section} aria-label={t("audit.section", { section })}>
						<pre className={styles.body}>
							{splitAtSpans(text, start, end, spans).map((piece) => (
								<Words key={piece.start} piece={piece} />
							))}
						</pre>
					</section>
				);
			})}
		</div>
	);
}

function Words({ piece }: { piece: SpanPiece }) {
	const t = useWords();
	const selected = useSelection((selection) => selection.factId);
	const select = useSelection((selection) => selection.select);
	const top = piece.spans.find((span) => span.factId === selected) ?? piece.spans[0];
	if (!top) return piece.text;
	const tone = toneOf(top);
	return (
		<span
			role="button"
			tabIndex={0}
			className={styles.span}
			data-status={tone}
			data-selected={top.factId === selected}
			title={`${top.label}, ${t(toneLabelKey(tone))}`}
			onClick={() => select(top.factId, "audit")}
			onKeyDown={(event) => {
				if (event.key !== "Enter" && event.key !== " ") return;
				event.preventDefault();
				select(top.factId, "audit");
			}}
		>
			{piece.text}
		</span>
	);
}
