import { type CSSProperties, useState } from "react";
import { toneLabelKey, toneOf } from "../../../components/factTone";
import { useWords } from "../../../i18n/useWords";
import type { PageFact, PageRect, WordsOnPage } from "../../../ipc/bindings";
import { pagePicture } from "../../../ipc/pagePicture";
import { useSelection } from "../../../state/selection";
import styles from "./PageSheet.module.css";

/** A part of a page that holds words, which are found by the key of their span. */
export interface MarkedWords extends WordsOnPage {
	spanKey: string;
}

interface PageSheetProps {
	input: string;
	page: number;
	/** Height for width, as far as it is known. */
	ratio: number;
	facts: readonly PageFact[];
	/** The words that were asked for, as far as they stand on this page. */
	marked: readonly MarkedWords[];
	onRatio: (ratio: number) => void;
	onSelect: (fact: string) => void;
}

/** Points of a page's picture for its width on the screen, so that few pictures are made of one page. */
const STEP = 200;
const WIDEST = 920;

/** One page: its picture, and over it the words of the facts that stand there. */
export function PageSheet({ input, page, ratio, facts, marked, onRatio, onSelect }: PageSheetProps) {
	const t = useWords();
	const [isLost, setLost] = useState(false);
	return (
		<figure className={styles.sheet} style={{ aspectRatio: 1 / ratio }}>
			{isLost ? (
				<p className={styles.lost}>{t("pages.notDrawn")}</p>
			) : (
				<img
					className={styles.picture}
					src={pagePicture(input, page, points())}
					alt={t("pages.page", { number: page })}
					draggable={false}
					onLoad={({ currentTarget: { naturalHeight, naturalWidth } }) => {
						const drawn = naturalHeight / naturalWidth;
						if (Math.abs(drawn - ratio) > 0.001) onRatio(drawn);
					}}
					onError={() => setLost(true)}
				/>
			)}
			{marked.map(({ spanKey, rect }) => (
				<div
					key={`${rect.left} ${rect.top}`}
					className={styles.marked}
					style={boxOf(rect)}
					data-place={spanKey}
					tabIndex={-1}
				/>
			))}
			{facts.map((fact) => (
				<Marks key={fact.factId} fact={fact} onSelect={onSelect} />
			))}
			<figcaption className={styles.number}>{t("pages.page", { number: page })}</figcaption>
		</figure>
	);
}

/** The rectangles of a fact's words: the first takes the focus and has the name, all take the pointer. */
function Marks({ fact, onSelect }: { fact: PageFact; onSelect: (fact: string) => void }) {
	const t = useWords();
	const isSelected = useSelection(({ factId }) => factId === fact.factId);
	const tone = toneOf(fact);
	return fact.rects.map((rect, at) => (
		<button
			key={`${rect.left} ${rect.top}`}
			type="button"
			className={styles.mark}
			style={boxOf(rect)}
			data-facts={fact.factId}
			data-tone={tone}
			data-selected={isSelected || undefined}
			aria-label={t("source.highlight", { label: fact.label, status: t(toneLabelKey(tone)).toLowerCase() })}
			aria-current={isSelected || undefined}
			tabIndex={at === 0 && isSelected ? 0 : -1}
			aria-hidden={at > 0 || undefined}
			onClick={() => onSelect(fact.factId)}
		/>
	));
}

function boxOf({ left, top, width, height }: PageRect): CSSProperties {
	return { left: share(left), top: share(top), width: share(width), height: share(height) };
}

function share(part: number): string {
	return `${part * 100}%`;
}

function points(): number {
	const width = Math.min(WIDEST, window.innerWidth) * window.devicePixelRatio;
	return Math.ceil(width / STEP) * STEP;
}
