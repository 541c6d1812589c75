import { useQuery } from "@tanstack/react-query";
import { EmptyState } from "../../components/EmptyState";
import { ErrorNote } from "../../components/ErrorNote";
import { number } from "../../i18n/format";
import { useWords } from "../../i18n/useWords";
import type { GuideAnswer, GuideRow } from "../../ipc/bindings";
import { guideQuery } from "../../ipc/questionQueries";
import { ReadingMark } from "../../shared/reading/ReadingMark";
import { useReadingWords } from "../../shared/reading/useReadingWords";
import { goToText } from "../../state/goToText";
import type { ViewProps } from "../../state/navigation";
import styles from "./GuideView.module.css";

/** The questions that several interviews ask alike, each with what was answered in each of them. */
export default function GuideView({ detail }: ViewProps) {
	const t = useWords();
	const discovery = detail.discovery.id;
	const { queryKey } = guideQuery(discovery);
	const guide = useQuery(guideQuery(discovery));
	const readingWords = useReadingWords();
	if (guide.isError) {
		return <ErrorNote title={t("guide.couldNotLoad")} error={guide.error} onRetry={() => void guide.refetch()} />;
	}
	if (!guide.data) return <ReadingMark query={guide} queryKey={queryKey} words={readingWords} />;
	const { interviews, rows } = guide.data;
	if (rows.length === 0) return <EmptyState title={t("guide.none")} text={t("guide.noneText")} />;
	return (
		<div className={styles.frame}>
			<p className={styles.about}>{t("guide.about", { questions: number(rows.length), count: interviews.length })}</p>
			{/* biome-ignore lint/a11y/noNoninteractiveTabindex: a table that scrolls is scrolled by keys too. */}
			<section className={styles.scroll} aria-label={t("guide.title")} tabIndex={0}>
				<table className={styles.table}>
					<thead>
						<tr>
							<th scope="col">{t("guide.question")}</th>
							{interviews.map(({ input, label, title }) => (
								<th key={input} scope="col">
									<span className={styles.label}>{label}</span> {title}
								</th>
							))}
						</tr>
					</thead>
					<tbody>
						{rows.map((row, at) => (
							// Questions of a guide have no name of their own.
							// biome-ignore lint/suspicious/noArrayIndexKey: the rows are never moved.
							<Row key={at} discovery={discovery} row={row} inputs={interviews.map(({ input }) => input)} />
						))}
					</tbody>
				</table>
			</section>
		</div>
	);
}

function Row({ discovery, row: { question, cells }, inputs }: { discovery: string; row: GuideRow; inputs: string[] }) {
	const t = useWords();
	const answeredCount = cells.filter((cell) => cell.length > 0).length;
	return (
		<tr>
			<th scope="row">
				<span dir="auto">{question}</span>
				<span className={styles.asked}>{t("guide.asked", { count: answeredCount, all: number(cells.length) })}</span>
			</th>
			{inputs.map((input, at) => (
				<td key={input}>
					{(cells[at] ?? []).map((answer) => (
						<Answer key={answer.place.start} discovery={discovery} answer={answer} />
					))}
					{cells[at]?.length === 0 && <span className={styles.notAsked}>{t("guide.notAsked")}</span>}
				</td>
			))}
		</tr>
	);
}

/** An answer opens in its source; the question as it was asked there is its title. */
function Answer({ discovery, answer: { question, answer, place } }: { discovery: string; answer: GuideAnswer }) {
	return (
		<button type="button" className={styles.answer} title={question} onClick={() => goToText(discovery, place)}>
			<span dir="auto">{answer}</span>
		</button>
	);
}
