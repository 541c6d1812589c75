import { Button } from "../../components/Button";
import { ProgressBar } from "../../components/ProgressBar";
import { number } from "../../i18n/format";
import { useWords } from "../../i18n/useWords";
import styles from "./TaskStrip.module.css";
import { cancelTask, useTasks } from "./tasks";

/** Work that takes over a second: a bar, a count, and Cancel, under the view that stays usable. */
export function TaskStrip() {
	const t = useWords();
	const running = useTasks((tasks) => tasks.running);
	if (running.length === 0) return null;
	return (
		<section className={styles.strip} aria-label={t("task.running")}>
			{running.map(({ id, title, progress, cancelling }) => (
				<div key={id} className={styles.task}>
					<ProgressBar label={title} done={progress?.done ?? 0} total={progress?.total ?? 0} />
					{progress && (
						<span className={styles.count}>
							{t("task.progress", {
								done: number(progress.done),
								total: number(progress.total),
								count: progress.total,
								facts: t("facts.total", { count: progress.facts, shown: number(progress.facts) }),
							})}
						</span>
					)}
					<Button disabled={cancelling} onClick={() => cancelTask(id)}>
						{cancelling ? t("task.cancelling") : t("task.cancel")}
					</Button>
				</div>
			))}
		</section>
	);
}
