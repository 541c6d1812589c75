import { Button } from "../../components/Button";
import { ProgressBar } from "../../components/ProgressBar";
import { bytes, number } from "../../i18n/format";
import { useWords } from "../../i18n/useWords";
import type { IngestEvent } from "../../ipc/bindings";
import { cancelTask, type Measure, useTasks } from "../../state/tasks";
import styles from "./TaskStrip.module.css";

/** Work that takes over a second: a bar, a count, and Cancel, under the view that stays usable. */
export function TaskStrip() {
	const t = useWords();
	const running = useTasks((tasks) => tasks.running);
	if (running.length === 0) return null;
	return (
		<section className={styles.strip} aria-label={t("task.running")}>
			{running.map(({ id, title, measure, progress, cancelling, stop }) => (
				<div key={id} className={styles.task}>
					<ProgressBar label={title} done={progress?.done ?? 0} total={progress?.total ?? 0} />
					{progress && progress.total > 0 && <Count measure={measure} progress={progress} />}
					<Button disabled={cancelling} onClick={() => cancelTask(id)}>
						{cancelling ? t("task.cancelling") : (stop?.words ?? t("task.cancel"))}
					</Button>
				</div>
			))}
		</section>
	);
}

function Count({ measure, progress: { done, total, facts } }: { measure: Measure; progress: IngestEvent }) {
	const t = useWords();
	const words =
		measure === "kilobytes"
			? t("task.size", { done: bytes(done * 1024), total: bytes(total * 1024) })
			: t("task.progress", {
					done: number(done),
					total: number(total),
					count: total,
					facts: t("facts.total", { count: facts, shown: number(facts) }),
				});
	return <span className={styles.count}>{words}</span>;
}
