import { number } from "../../i18n/format";
import { useWords } from "../../i18n/useWords";
import type { Card } from "../../ipc/bindings";
import { kindBefore, kindOf } from "../../shared/cards/kinds";
import { StatusMark } from "../../shared/cards/StatusMark";
import { strengthOf } from "./next";
import styles from "./OverviewView.module.css";

/** A conclusion with its whole text, and how well it is carried. */
export function Conclusion({ card, onOpen }: { card: Card; onOpen: () => void }) {
	const t = useWords();
	const { label, text, status, up } = card;
	const strength = strengthOf(up);
	const below = kindBefore(kindOf(label)) as "fact" | "insight" | "recommendation";
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
						<span className={styles.strength} data-strength={strength} aria-hidden>
							<i />
							<i />
							<i />
						</span>
						{up === 0 ? t("overview.onNothing") : t(`overview.on.${below}`, { count: up, shown: number(up) })}
					</span>
				</span>
			</button>
		</li>
	);
}
