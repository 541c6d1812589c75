import { useInfiniteQuery } from "@tanstack/react-query";
import { Button } from "../../../components/Button";
import { Dialog } from "../../../components/Dialog";
import { ErrorNote } from "../../../components/ErrorNote";
import { LoadingMark } from "../../../components/LoadingMark";
import { useTranslateMessage } from "../../../i18n/backendMessages";
import { dateTime } from "../../../i18n/format";
import { useWords } from "../../../i18n/useWords";
import type { Discovery, HistoryStep } from "../../../ipc/bindings";
import { historyQuery } from "../../../ipc/pipelineQueries";
import { goToStep } from "../../../state/history";
import styles from "./HistoryDialog.module.css";
import { LookBack } from "./LookBack";
import { openPast } from "./past";

interface HistoryDialogProps {
	discovery: Discovery | null;
	onClose: () => void;
}

/** Everything that was done to a discovery, newest first, and the way back to any point of it. */
export default function HistoryDialog({ discovery, onClose }: HistoryDialogProps) {
	const t = useWords();
	return (
		<Dialog open onClose={onClose} title={t("history.title")}>
			{discovery ? (
				<Steps discovery={discovery.id} onLooked={onClose} />
			) : (
				<p className={styles.muted}>{t("history.nothing")}</p>
			)}
		</Dialog>
	);
}

function Steps({ discovery, onLooked }: { discovery: string; onLooked: () => void }) {
	const t = useWords();
	const say = useTranslateMessage();
	const pages = useInfiniteQuery(historyQuery(discovery));
	if (pages.isError) return <ErrorNote error={pages.error} onRetry={() => void pages.refetch()} />;
	if (!pages.data) return <LoadingMark />;
	const steps = pages.data.pages.flatMap((page) => page.steps);
	const newest = steps.find(({ done }) => done)?.seq;
	if (steps.length === 0) return <p className={styles.muted}>{t("history.nothing")}</p>;
	const go = (step: HistoryStep | null) =>
		goToStep(
			discovery,
			step?.seq ?? null,
			step ? t("history.went", { name: say(step.name) }) : t("history.wentToStart"),
		);
	const look = (step: number) => {
		openPast(discovery, { step });
		onLooked();
	};
	return (
		<>
			<LookBack discovery={discovery} onLooked={onLooked} />
			<ol className={styles.steps}>
				{steps.map((step) => (
					<li key={step.seq} className={styles.step} data-done={step.done} aria-current={step.seq === newest}>
						<div className={styles.words}>
							<p>{say(step.name)}</p>
							<p className={styles.muted}>
								{dateTime(step.at)}
								{!step.done && ` · ${t("history.undone")}`}
								{step.seq === newest && ` · ${t("history.here")}`}
							</p>
						</div>
						{step.done && (
							<Button onClick={() => look(step.seq)} aria-label={t("past.lookName", { name: say(step.name) })}>
								{t("past.look")}
							</Button>
						)}
						{step.seq !== newest && (
							<Button onClick={() => void go(step)} aria-label={t("history.goName", { name: say(step.name) })}>
								{t("history.go")}
							</Button>
						)}
					</li>
				))}
			</ol>
			{!pages.hasNextPage && newest !== undefined && (
				<div className={styles.start}>
					<Button onClick={() => look(0)}>{t("past.lookStart")}</Button>
					<Button onClick={() => void go(null)}>{t("history.toStart")}</Button>
				</div>
			)}
			{pages.hasNextPage && <Button onClick={() => void pages.fetchNextPage()}>{t("history.older")}</Button>}
		</>
	);
}
