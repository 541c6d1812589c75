import { useQuery } from "@tanstack/react-query";
import { withItemNames } from "../../components/mentions/names";
import { useWords } from "../../i18n/useWords";
import { entityQuery } from "../../ipc/pipelineQueries";
import { StatusMark } from "../../shared/cards/StatusMark";
import { statusOf, useStaleReports } from "../../shared/cards/staleReports";
import { usePipeline } from "../../shared/cards/state";
import type { Board } from "./grid/board";
import styles from "./Peek.module.css";

const WIDTH = 320;
/** More than fits: an Input has its whole text here. */
const MOST = 1500;

/** The whole text of the card that the keys are on, beside it, for as long as it is asked for. */
export function Peek({ discovery, board }: { discovery: string; board: Board }) {
	const t = useWords();
	const peeking = usePipeline((now) => now.peeking);
	const active = usePipeline((now) => now.picked.active);
	const { data } = useQuery({ ...entityQuery(discovery, active ?? ""), enabled: peeking && active !== null });
	const stale = useStaleReports(discovery).get(active ?? "");
	const box = active === null || !peeking ? undefined : board.cell(active)?.getBoundingClientRect();
	if (!data || !box || data.card.label !== active) return null;
	const status = statusOf(data.card.status, stale);
	const left = Math.max(8, Math.min(box.left, window.innerWidth - WIDTH - 8));
	const isLow = box.bottom > window.innerHeight * 0.66;
	const position = isLow ? { bottom: window.innerHeight - box.top + 4 } : { top: box.bottom + 4 };
	return (
		<div role="status" className={styles.peek} style={{ left, width: WIDTH, ...position }} data-selectable>
			<p className={styles.head}>
				<b>{data.card.label}</b>{" "}
				<StatusMark label={data.card.label} status={status} acceptedBy={data.card.acceptedBy} />
			</p>
			<p>{withItemNames(data.text.slice(0, MOST))}</p>
			<p className={styles.meaning}>{stale ?? t(`pipeline.meaning.${data.card.status}`)}</p>
		</div>
	);
}
