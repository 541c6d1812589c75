import { type ReactNode, useState } from "react";
import { LinkButton } from "../../components/LinkButton";
import { number } from "../../i18n/format";
import { useWords } from "../../i18n/useWords";
import type { CitedCard, ReportSentence, ReportSupport } from "../../ipc/bindings";
import { useSelection } from "../../state/selection";
import styles from "./Margin.module.css";

/** Quotes that are shown of a citation of the sentence that is looked at. */
const OPEN_QUOTES = 3;

interface MarginProps {
	support: ReportSupport | undefined;
	/** The position of the caret. */
	caret: number;
	onShow: (sentence: ReportSentence) => void;
	/** The content above it. */
	children: ReactNode;
}

/** Shows the support of each sentence of the section: its citations with their words, and what they do not say. */
export function Margin({ support, caret, onShow, children }: MarginProps) {
	const t = useWords();
	const sentences = support?.sentences ?? [];
	const bare = sentences.filter(({ cites }) => cites.length === 0).length;
	const unsaid = sentences.filter(({ missing }) => missing.length > 0).length;
	return (
		<aside className={styles.margin} aria-label={t("report.cites")}>
			{children}
			<h3 className={styles.title}>{t("report.carries")}</h3>
			{sentences.length === 0 ? (
				<p className={styles.hint}>{t("report.noSentences")}</p>
			) : (
				<p className={styles.hint} role="status">
					{bare === 0 && unsaid === 0 ? t("report.allCarried") : t("report.notCarried", { bare, unsaid })}
				</p>
			)}
			<ol className={styles.list}>
				{sentences.map((sentence) => (
					<Sentence
						key={sentence.start}
						sentence={sentence}
						cards={cardsOf(sentence, support?.cited ?? [])}
						isOpen={sentence.start <= caret && caret <= sentence.end}
						onShow={() => onShow(sentence)}
					/>
				))}
			</ol>
		</aside>
	);
}

const cardsOf = ({ cites }: ReportSentence, cited: readonly CitedCard[]) =>
	cites.flatMap((label) => cited.filter((card) => card.label === label));

interface SentenceProps {
	sentence: ReportSentence;
	cards: readonly CitedCard[];
	isOpen: boolean;
	onShow: () => void;
}

function Sentence({ sentence, cards, isOpen, onShow }: SentenceProps) {
	const t = useWords();
	const { text, missing } = sentence;
	return (
		<li
			className={styles.sentence}
			data-open={isOpen}
			data-state={cards.length === 0 ? "bare" : missing.length > 0 ? "missing" : "carried"}
			ref={isOpen ? (row) => row?.scrollIntoView({ block: "nearest" }) : undefined}
		>
			<button type="button" className={styles.words} onClick={onShow}>
				{text}
			</button>
			{cards.length === 0 && <p className={styles.bare}>{t("report.uncited")}</p>}
			{missing.length > 0 && (
				<p className={styles.missing}>
					{t("report.unsaid", { what: [...new Set(missing.map((one) => one.text))].join(", ") })}
				</p>
			)}
			{cards.map((card) => (
				<Card key={card.label} card={card} isOpen={isOpen || missing.length > 0} />
			))}
		</li>
	);
}

/** Shows the target of a citation with its quotes: the first, and more of the sentence that is looked at. */
function Card({ card, isOpen }: { card: CitedCard; isOpen: boolean }) {
	const t = useWords();
	const [isWhole, setWhole] = useState(false);
	const selectEntity = useSelection((selection) => selection.selectEntity);
	const { label, text, stale, quotes } = card;
	const shown = isWhole ? quotes : quotes.slice(0, isOpen ? OPEN_QUOTES : 1);
	const more = quotes.length - shown.length;
	return (
		<div className={styles.card} data-stale={stale !== null}>
			<LinkButton onClick={() => selectEntity(label, null, "reports")}>{label}</LinkButton>
			{stale && <span className={styles.why}>{t(`report.${stale}`)}</span>}
			<span className={styles.said}>{text ?? t("report.gone")}</span>
			{shown.map((quote) => (
				<blockquote key={`${quote.input} ${quote.text}`} className={styles.quote}>
					{quote.text}
					{quote.input && (
						<cite className={styles.input}>
							{quote.input} {quote.inputTitle}
						</cite>
					)}
				</blockquote>
			))}
			{more > 0 && (
				<LinkButton onClick={() => setWhole(true)}>{t("report.moreQuotes", { shown: number(more) })}</LinkButton>
			)}
		</div>
	);
}
