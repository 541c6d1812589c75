import { useWords } from "../../i18n/useWords";
import type { RunSummary } from "../../ipc/bindings";
import styles from "./RunMark.module.css";

const signs: Record<RunSummary["status"], string> = { queued: "○", running: "…", succeeded: "✓", failed: "!" };

/** Shows the progress of the reading of a bundle: sign, colour and word. */
export function RunMark({ run }: { run: RunSummary | null }) {
	const t = useWords();
	return (
		<span className={styles.mark} data-status={run?.status ?? "none"}>
			<span aria-hidden>{run ? signs[run.status] : "○"}</span>{" "}
			{run ? t(`audit.status.${run.status}`) : t("audit.notRead")}
		</span>
	);
}
