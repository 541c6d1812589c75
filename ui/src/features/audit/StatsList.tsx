import { number } from "../../i18n/format";
import { useWords } from "../../i18n/useWords";
import type { RunStats } from "../../ipc/bindings";
import styles from "./StatsList.module.css";

const names = [
	"opsIn",
	"factsAdded",
	"factsUpdated",
	"conflicts",
	"notes",
	"needsReview",
	"rejected",
	"unchanged",
] as const;

/** The figures of a run. */
export function StatsList({ stats }: { stats: RunStats }) {
	const t = useWords();
	return (
		<dl className={styles.stats}>
			{names.map((name) => (
				<div key={name} className={styles.stat}>
					<dt>{t(`audit.stats.${name}`)}</dt>
					<dd data-zero={stats[name] === 0}>{number(stats[name])}</dd>
				</div>
			))}
		</dl>
	);
}
