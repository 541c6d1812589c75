import { useQuery } from "@tanstack/react-query";
import { useWords } from "../../i18n/useWords";
import type { Card } from "../../ipc/bindings";
import { firstCauseQuery } from "../../ipc/pipelineQueries";
import { kindOf } from "../../shared/cards/kinds";
import { useStaleReason } from "../../shared/cards/staleReason";
import { statusWord } from "../../shared/cards/status";
import styles from "./OverviewView.module.css";

/** A conclusion that does not hold as it was made, and what happened first. */
export function StaleRow({ discovery, card, onOpen }: { discovery: string; card: Card; onOpen: () => void }) {
	const t = useWords();
	const cause = useStaleReason();
	const first = useQuery(firstCauseQuery(discovery, card.label)).data;
	return (
		<li>
			<button type="button" className={styles.row} onClick={onOpen}>
				<span className={styles.label}>{card.label}</span>
				<span className={styles.text} dir="auto">
					{card.text}
				</span>
				<span className={styles.cause}>
					<span aria-hidden>↻ </span>
					{first ? cause(first) : t(statusWord(kindOf(card.label), card.status))}
				</span>
			</button>
		</li>
	);
}
