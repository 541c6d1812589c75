import { Button } from "../../components/Button";
import { ProgressBar } from "../../components/ProgressBar";
import { bytes, number, percent } from "../../i18n/format";
import { useWords } from "../../i18n/useWords";
import type { IngestEvent } from "../../ipc/bindings";
import { cancelTask, type Measure, shareOf, useTasks } from "../../state/tasks";
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
					<ProgressBar label={labelOf(title, progress)} {...shareOf(progress)} />
					{progress && <Count measure={measure} progress={progress} />}
					<Button disabled={cancelling} onClick={() => cancelTask(id)}>
						{cancelling ? t("task.cancelling") : (stop?.words ?? t("task.cancel"))}
					</Button>
				</div>
			))}
		</section>
	);
}

/** The work, and which of several files it is at. */
function labelOf(work: string, progress: IngestEvent | null): string {
	return progress && progress.files > 1 ? `${work}: ${progress.title}` : work;
}

function Count({ measure, progress }: { measure: Measure; progress: IngestEvent }) {
	const t = useWords();
	const { facts, file, files } = progress;
	const { done, total } = shareOf(progress);
	if (total === 0) return null;
	const words =
		measure === "kilobytes"
			? [t("task.size", { done: bytes(done * 1024), total: bytes(total * 1024) })]
			: [
					files > 1 ? t("task.file", { file: number(file), files: number(files) }) : percent(done / total),
					facts > 0 && t("facts.total", { count: facts, shown: number(facts) }),
				];
	return <span className={styles.count}>{words.filter(Boolean).join(", ")}</span>;
}
