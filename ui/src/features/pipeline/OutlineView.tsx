import { useQuery } from "@tanstack/react-query";
import { EmptyState } from "../../components/EmptyState";
import { ErrorNote } from "../../components/ErrorNote";
import { LoadingMark } from "../../components/LoadingMark";
import { scrollIntoView } from "../../components/scrollIntoView";
import { useWords } from "../../i18n/useWords";
import type { Kind } from "../../ipc/bindings";
import { conclusionsQuery } from "../../ipc/pipelineQueries";
import { selectLinked } from "../../shared/cards/cardSelection";
import { kindOf } from "../../shared/cards/kinds";
import { StatusMark } from "../../shared/cards/StatusMark";
import { statusOf, useStaleReports } from "../../shared/cards/staleReports";
import { usePipeline } from "../../shared/cards/state";
import type { ViewProps } from "../../state/navigation";
import styles from "./OutlineView.module.css";
import { TraceReport } from "./TraceReport";

const concluded: readonly Kind[] = ["output", "recommendation", "insight"];

/** Every conclusion, and below the chosen one all that it rests on, down to the words of the sources. */
export default function OutlineView({ detail }: ViewProps) {
	const t = useWords();
	const { id, title } = detail.discovery;
	const all = useQuery(conclusionsQuery(id));
	const stale = useStaleReports(id);
	const active = usePipeline((now) => now.picked.active);
	if (all.isError) return <ErrorNote error={all.error} onRetry={() => void all.refetch()} />;
	if (!all.data) return <LoadingMark />;
	if (all.data.length === 0) return <EmptyState title={t("outline.none")} text={t("outline.noneText")} />;
	const chosen = active !== null && kindOf(active) !== "input" ? active : null;
	return (
		<div className={styles.outline}>
			<nav className={styles.list} aria-label={t("overview.conclusions")}>
				{concluded.map((kind) => {
					const cards = all.data.filter(({ label }) => kindOf(label) === kind);
					if (cards.length === 0) return null;
					return (
						<section key={kind} aria-label={t(`pipeline.kind.${kind}`)}>
							<h2 className={styles.kind}>{t(`pipeline.kind.${kind}`)}</h2>
							<ul>
								{cards.map((card) => (
									<li key={card.label}>
										<button
											type="button"
											className={styles.card}
											ref={card.label === chosen ? scrollIntoView : null}
											aria-current={card.label === chosen}
											title={stale.get(card.label)}
											onClick={() => selectLinked(card.label, "outline")}
										>
											<span className={styles.head}>
												{card.label}{" "}
												<StatusMark label={card.label} status={statusOf(card.status, stale.get(card.label))} />
											</span>
											<span dir="auto">{card.text}</span>
										</button>
									</li>
								))}
							</ul>
						</section>
					);
				})}
			</nav>
			<div className={styles.trace}>
				{chosen === null ? (
					<EmptyState title={t("outline.pick")} text={t("outline.pickText")} />
				) : (
					<TraceReport key={chosen} discovery={id} title={title} label={chosen} />
				)}
			</div>
		</div>
	);
}
