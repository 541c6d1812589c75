import { useInfiniteQuery } from "@tanstack/react-query";
import { noteStep, reportError } from "../../app/toasts";
import { Button } from "../../components/Button";
import { Dialog } from "../../components/Dialog";
import { ErrorNote } from "../../components/ErrorNote";
import { Waiting } from "../../components/Waiting";
import { dateTime } from "../../i18n/format";
import { useWords, words } from "../../i18n/useWords";
import { commands, type Discovery, type HistoryStep } from "../../ipc/bindings";
import { call } from "../../ipc/call";
import { historyQuery } from "../../ipc/pipelineQueries";
import styles from "./HistoryDialog.module.css";

interface HistoryDialogProps {
	discovery: Discovery | null;
	onClose: () => void;
}

/** Everything that was done to a discovery, newest first, and the way back to any point of it. */
export default function HistoryDialog({ discovery, onClose }: HistoryDialogProps) {
	const t = useWords();
	return (
		<Dialog open onClose={onClose} title={t("history.title")}>
			{discovery ? <Steps discovery={discovery.id} /> : <p className={styles.muted}>{t("history.nothing")}</p>}
		</Dialog>
	);
}

function Steps({ discovery }: { discovery: string }) {
	const t = useWords();
	const pages = useInfiniteQuery(historyQuery(discovery));
	if (pages.isError) return <ErrorNote error={pages.error} onRetry={() => void pages.refetch()} />;
	if (!pages.data) return <Waiting />;
	const steps = pages.data.pages.flatMap((page) => page.steps);
	const newest = steps.find(({ done }) => done)?.seq;
	if (steps.length === 0) return <p className={styles.muted}>{t("history.nothing")}</p>;
	const go = (step: HistoryStep | null) =>
		call(commands.historyGo(discovery, step?.seq ?? null)).then(
			() => noteStep({ title: step ? words("history.went", { name: step.name }) : words("history.wentToStart") }),
			(error: unknown) => reportError(error),
		);
	return (
		<>
			<ol className={styles.steps}>
				{steps.map((step) => (
					<li key={step.seq} className={styles.step} data-done={step.done} aria-current={step.seq === newest}>
						<div className={styles.words}>
							<p>{step.name}</p>
							<p className={styles.muted}>
								{dateTime(step.at)}
								{!step.done && ` · ${t("history.undone")}`}
								{step.seq === newest && ` · ${t("history.here")}`}
							</p>
						</div>
						{step.seq !== newest && (
							<Button onClick={() => void go(step)} aria-label={t("history.goName", { name: step.name })}>
								{t("history.go")}
							</Button>
						)}
					</li>
				))}
			</ol>
			{!pages.hasNextPage && newest !== undefined && (
				<Button onClick={() => void go(null)}>{t("history.toStart")}</Button>
			)}
			{pages.hasNextPage && <Button onClick={() => void pages.fetchNextPage()}>{t("history.older")}</Button>}
		</>
	);
}
