import { useQuery } from "@tanstack/react-query";
import { number } from "../../i18n/format";
import { useWords } from "../../i18n/useWords";
import type { Card } from "../../ipc/bindings";
import { traceQuery } from "../../ipc/pipelineQueries";
import { kindBefore, kindOf } from "../../shared/cards/kinds";
import { StatusMark } from "../../shared/cards/StatusMark";
import { strengthOf } from "./next";
import styles from "./OverviewView.module.css";

interface ConclusionProps {
	discovery: string;
	card: Card;
	onOpen: () => void;
}

/** A conclusion with its whole text, and how well it is carried. */
export function Conclusion({ discovery, card, onOpen }: ConclusionProps) {
	const t = useWords();
	const { label, text, status, up } = card;
	const { data } = useQuery(traceQuery(discovery, label, []));
	const inputs = data?.counts.find(({ kind }) => kind === "input")?.count ?? 0;
	const below = kindBefore(kindOf(label)) as "fact" | "insight" | "recommendation";
	const on = t(`pipeline.on.${below}`, { count: up, shown: number(up) });
	return (
		<li>
			<button type="button" className={styles.row} onClick={onOpen}>
				<span className={styles.label}>{label}</span>
				<span className={styles.text} dir="auto">
					{text}
				</span>
				<span className={styles.marks}>
					<StatusMark label={label} status={status} />
					<span className={styles.carried}>
						<span className={styles.strength} data-strength={strengthOf(inputs)} aria-hidden>
							<i />
							<i />
							<i />
						</span>
						{up === 0
							? t("overview.onNothing")
							: inputs === 0
								? on
								: t("overview.of", { on, count: inputs, shown: number(inputs) })}
					</span>
				</span>
			</button>
		</li>
	);
}
