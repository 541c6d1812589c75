import { LinkButton } from "../../components/LinkButton";
import { useTranslateMessage } from "../../i18n/backendMessages";
import { useWords } from "../../i18n/useWords";
import type { OpOutcome } from "../../ipc/bindings";
import { useSelection } from "../../state/selection";
import styles from "./Outcomes.module.css";

const signs: Record<OpOutcome["outcome"], string> = {
	accepted: "✓",
	proposed: "○",
	conflict: "≠",
	superseding: "✓",
	note: "∅",
	rejected: "!",
	unchanged: "=",
	malformed: "!",
};

export function OutcomeRow({ outcome }: { outcome: OpOutcome }) {
	const t = useWords();
	const say = useTranslateMessage();
	const select = useSelection((selection) => selection.select);
	const { index, op, key, value, quote, alignment, reason, factId, factLabel } = outcome;
	return (
		<div className={styles.row}>
			<span className={styles.index}>{index + 1}</span>
			<span className={styles.outcome} data-outcome={outcome.outcome}>
				{signs[outcome.outcome]} {t(`audit.outcome.${outcome.outcome}`)}
			</span>
			<div className={styles.body} data-selectable>
				<span>
					{op} {key} {value !== "" && <strong>{value}</strong>}{" "}
					{factId && <LinkButton onClick={() => select(factId, "audit")}>{factLabel}</LinkButton>}
				</span>
				{quote !== "" && (
					<span className={styles.muted}>
						{t("app.quoted", { words: quote })}
						{alignment && ` · ${t(`audit.alignment.${alignment}`)}`}
					</span>
				)}
				{reason.template !== "" && <span className={styles.muted}>{say(reason)}</span>}
			</div>
		</div>
	);
}
