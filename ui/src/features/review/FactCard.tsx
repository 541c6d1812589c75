import { useQuery } from "@tanstack/react-query";
import { ErrorNote } from "../../components/ErrorNote";
import { FactMark } from "../../components/FactMark";
import { toneLabelKey, toneOf } from "../../components/factTone";
import { withItemNames } from "../../components/mentions/names";
import { useWords } from "../../i18n/useWords";
import type { FactRuling, LearnedReason } from "../../ipc/bindings";
import { factQuery } from "../../ipc/queries";
import type { WaitingFact } from "../../ipc/reviewQueries";
import { DecisionBar } from "./DecisionBar";
import type { Choice } from "./decide";
import type { FactLine } from "./queue";
import { ReviewItem } from "./ReviewItem";
import styles from "./ReviewItem.module.css";
import { useReasonWords } from "./useReasonWords";

interface FactCardProps {
	line: FactLine;
	onDecide: (choice: Choice, rulings?: FactRuling[]) => void;
}

/** One thing to decide, large: what the list knows of it at once, and its evidence as soon as the host has said it. */
export function FactCard({ line: { id, rows }, onDecide }: FactCardProps) {
	const t = useWords();
	const { data, error, refetch } = useQuery(factQuery(id));
	const [row] = rows;
	return (
		<>
			<p role="status" className="visually-hidden">
				{row.label}, {t(toneLabelKey(toneOf(row)))}
			</p>
			<Head row={row} highRisk={data?.fact.highRisk ?? false} learned={data?.learned ?? null} />
			{data ? (
				<ReviewItem item={data} onDecide={onDecide} />
			) : error ? (
				<ErrorNote title={t("review.couldNotLoad")} error={error} onRetry={() => void refetch()} />
			) : (
				<>
					<div className={styles.item}>
						<p className={styles.lead}>{withItemNames(row.text)}</p>
					</div>
					{row.status !== "conflict" && <DecisionBar fact={row} rival={null} settles={false} />}
				</>
			)}
		</>
	);
}

function Head({ row, highRisk, learned }: { row: WaitingFact; highRisk: boolean; learned: LearnedReason | null }) {
	const t = useWords();
	const why = useReasonWords()(row.reasons);
	return (
		<header className={styles.head}>
			<h2>{row.label}</h2>
			<FactMark
				status={row.status}
				needsReview={row.needsReview}
				hasEvidence={row.quoted}
				sourceKind={row.sourceKind}
			/>
			{highRisk && <span className={styles.risk}>{t("facts.highRisk")}</span>}
			{row.speaker !== null && <span>{row.speaker}</span>}
			{row.heading !== null && <span>{row.heading}</span>}
			{learned ? (
				<span>{t("inbox.likeKept", { count: learned.like, words: learned.words.join(", ") })}</span>
			) : (
				why !== "" && <span>{t("inbox.why", { reasons: why })}</span>
			)}
		</header>
	);
}
