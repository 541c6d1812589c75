import { Button } from "../../components/Button";
import { Keys } from "../../components/Keys";
import { withNames } from "../../components/mentions/names";
import { useWords } from "../../i18n/useWords";
import { StatusMark } from "../../shared/cards/StatusMark";
import bar from "./DecisionBar.module.css";
import type { Lead } from "./queue";
import styles from "./ReviewItem.module.css";

interface LeadCardProps {
	lead: Lead;
	onOpen: () => void;
	onHolds: () => void;
}

/** What is not decided here, large, with the way to where it is. Why an entity is stale stands beside it, in its details. */
export function LeadCard({ lead, onOpen, onHolds }: LeadCardProps) {
	const t = useWords();
	return (
		<>
			<header className={styles.head}>
				<h2>{lead.label}</h2>
				{lead.status && <StatusMark label={lead.label} status={lead.status} />}
			</header>
			<article
				className={styles.item}
				aria-label={`${lead.label}: ${withNames(lead.text)}`}
				// biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reached by the keyboard.
				tabIndex={0}
			>
				<p className={styles.lead} data-selectable>
					{withNames(lead.text)}
				</p>
				<p className={styles.quiet}>{t(lead.report === null ? "inbox.recheckHint" : "inbox.reportHint")}</p>
			</article>
			<footer className={bar.bar}>
				{lead.report === null && (
					<Button onClick={onHolds}>
						{t("inbox.stillHolds")} <Keys written="A" />
					</Button>
				)}
				<Button kind="primary" onClick={onOpen}>
					{t(lead.report === null ? "inbox.toEntity" : "inbox.toReport")} <Keys written="Enter" />
				</Button>
			</footer>
		</>
	);
}
