import { useQuery } from "@tanstack/react-query";
import { number } from "../../i18n/format";
import { useWords } from "../../i18n/useWords";
import type { BlockLine } from "../../ipc/bindings";
import { knowledgeQuery } from "../../ipc/knowledgeQueries";
import { useLineWords } from "../../shared/knowledge/lineWords";
import { topicOf } from "../../shared/knowledge/topics";
import { useNavigation } from "../../state/navigation";
import { useSelection } from "../../state/selection";
import styles from "./OverviewView.module.css";

/** More stand in what is known now. */
const LINES = 3;

/** Shows what is known, by topic: the first lines of each, those of the last turn before the others. */
export function KnownSummary({ discovery }: { discovery: string }) {
	const t = useWords();
	const lineWords = useLineWords();
	const select = useSelection((selection) => selection.select);
	const show = useNavigation((navigation) => navigation.show);
	const blocks = useQuery(knowledgeQuery(discovery, null)).data ?? [];
	const topics = blocks
		.map(({ key, lines }) => ({ key, lines: lines.filter(isKnown) }))
		.filter(({ lines }) => lines.length > 0);
	if (topics.length === 0) return null;
	return (
		<section aria-labelledby="overview-known">
			<h2 id="overview-known" className={styles.title}>
				{t("overview.known")}
			</h2>
			<div className={styles.topics}>
				{topics.map(({ key, lines }) => (
					<section key={key} aria-label={t(`knowledge.topic.${topicOf(key)}`)}>
						<h3 className={styles.kicker}>
							{t(`knowledge.topic.${topicOf(key)}`)} <span className={styles.count}>{number(lines.length)}</span>
						</h3>
						<ul className={styles.rows}>
							{newestFirst(lines)
								.slice(0, LINES)
								.map(({ factId, factLabel, ...line }) => ({ factId, factLabel, ...lineWords(line) }))
								.map(({ factId, factLabel, label, text }) => (
									<li key={factId}>
										<button
											type="button"
											className={styles.row}
											onClick={() => {
												select(factId, "overview");
												show("known");
											}}
										>
											<span className={styles.text} dir="auto">
												{label !== null && <b className={styles.of}>{label}: </b>}
												{text}
											</span>
											<span className={styles.count}>{factLabel}</span>
										</button>
									</li>
								))}
						</ul>
					</section>
				))}
			</div>
		</section>
	);
}

function isKnown(line: BlockLine): line is BlockLine & { factId: string } {
	return line.factId !== null && line.role !== "question";
}

function newestFirst<L extends BlockLine>(lines: L[]): L[] {
	return lines.toSorted((one, other) => Number(other.isNew) - Number(one.isNew));
}
