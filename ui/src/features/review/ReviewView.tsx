import { useEffect } from "react";
import { EmptyState } from "../../components/EmptyState";
import { ErrorNote } from "../../components/ErrorNote";
import { toneOf, toneWord } from "../../components/factTone";
import { Waiting } from "../../components/Waiting";
import { useWords } from "../../i18n/useWords";
import type { ViewProps } from "../../state/navigation";
import { useSelection } from "../../state/selection";
import { ReviewItem } from "./ReviewItem";
import { useReview } from "./useReview";

/** What waits for the analyst, one at a time. */
export default function ReviewView({ detail }: ViewProps) {
	const t = useWords();
	const { queue, error, retry, step, decide } = useReview(detail.discovery.id);
	const select = useSelection((selection) => selection.select);
	const current = queue?.current ?? null;

	// The selection is the window's: the inspector, and E with it, follow what is being decided.
	const shown = current?.fact.id;
	useEffect(() => {
		if (shown) select(shown, "review");
	}, [shown, select]);

	if (!queue) {
		return error ? <ErrorNote title={t("review.couldNotLoad")} error={error} onRetry={retry} /> : <Waiting />;
	}
	if (!current) {
		const done = queue.decided > 0 ? `${t("review.emptyDecided", { count: queue.decided })} ` : "";
		return <EmptyState title={t("review.empty")} text={done + t("review.emptyText")} />;
	}
	const { position, total } = queue;
	return (
		<>
			<p role="status" className="visually-hidden">
				{t("review.position", { position, total })}: {current.fact.label}, {t(toneWord(toneOf(current.fact)))}
			</p>
			<ReviewItem key={current.fact.id} item={current} queue={queue} onStep={step} onDecide={decide} />
		</>
	);
}
