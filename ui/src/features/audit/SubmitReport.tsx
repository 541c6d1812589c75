import { useWords } from "../../i18n/useWords";
import type { RunReport } from "../../ipc/bindings";
import { StatsList } from "./StatsList";
import styles from "./SubmitReport.module.css";

/** Shows the result of checking a pasted answer: the figures, the repairs, and the parts that could not be used. */
export function SubmitReport({ report: { run, reused, repairs, faults } }: { report: RunReport }) {
	const t = useWords();
	if (reused) return <p role="status">{t("audit.reused", { force: t("audit.force") })}</p>;
	return (
		<div role="status" className={styles.report}>
			<strong>{t("audit.submitted")}</strong>
			<StatsList stats={run.stats} />
			{repairs.length > 0 && <Lines title={t("audit.repairs", { count: repairs.length })} lines={repairs} />}
			{faults.length > 0 && <Lines title={t("audit.faults", { count: faults.length })} lines={faults} />}
		</div>
	);
}

function Lines({ title, lines }: { title: string; lines: readonly string[] }) {
	return (
		<div>
			<h3>{title}</h3>
			<ul className={styles.lines} data-selectable>
				{[...new Set(lines)].map((line) => (
					<li key={line}>{line}</li>
				))}
			</ul>
		</div>
	);
}
