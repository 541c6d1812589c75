import { useQuery } from "@tanstack/react-query";
import { Button } from "../../components/Button";
import { Keys } from "../../components/Keys";
import { withItemNames } from "../../components/mentions/names";
import { Section } from "../../components/Section";
import { useWords } from "../../i18n/useWords";
import { firstCauseQuery } from "../../ipc/pipelineQueries";
import { StatusMark } from "../../shared/cards/StatusMark";
import { useStaleReason } from "../../shared/cards/staleReason";
import bar from "./DecisionBar.module.css";
import type { Lead } from "./filter";
import styles from "./ReviewItem.module.css";

interface LeadCardProps {
	discovery: string;
	lead: Lead;
	onOpen: () => void;
	onHolds: () => void;
}

/** Shows a thing that is not decided here, large, with the way to where it is. */
export function LeadCard({ discovery, lead, onOpen, onHolds }: LeadCardProps) {
	const t = useWords();
	const isStale = lead.report === null;
	const first = useQuery({ ...firstCauseQuery(discovery, lead.label), enabled: isStale }).data;
	const cause = useStaleReason();
	return (
		<>
			<header className={styles.head}>
				<h2>{lead.label}</h2>
				{lead.status && <StatusMark label={lead.label} status={lead.status} />}
			</header>
			<article
				className={styles.item}
				aria-label={`${lead.label}: ${withItemNames(lead.text)}`}
				// biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reached by the keyboard.
				tabIndex={0}
			>
				<p className={styles.lead} data-selectable>
					{withItemNames(lead.text)}
				</p>
				<div className={styles.why}>
					<Section title={t("inbox.whyWaits")}>
						<p>{isStale ? (first ? cause(first) : t("inbox.recheckHint")) : t("inbox.reportHint")}</p>
					</Section>
				</div>
			</article>
			<footer className={bar.bar}>
				{isStale && (
					<Button onClick={onHolds}>
						{t("inbox.stillHolds")} <Keys written="A" />
					</Button>
				)}
				<Button kind="primary" onClick={onOpen}>
					{t(isStale ? "inbox.toEntity" : "inbox.toReport")} <Keys written="Enter" />
				</Button>
			</footer>
		</>
	);
}
