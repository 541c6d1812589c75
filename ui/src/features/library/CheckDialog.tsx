import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { Button } from "../../components/Button";
import { Dialog } from "../../components/Dialog";
import { ErrorNote } from "../../components/ErrorNote";
import { ProgressBar } from "../../components/ProgressBar";
import { number } from "../../i18n/format";
import { useWords } from "../../i18n/useWords";
import { commands, type Discovery, type IngestEvent } from "../../ipc/bindings";
import { call } from "../../ipc/call";
import { progressChannel } from "../../ipc/progress";
import styles from "./CheckDialog.module.css";

interface CheckDialogProps {
	discovery: Discovery | null;
	onClose: () => void;
}

/** Recomputes every hash and every quote, of the open discovery or of all, and names what is wrong. */
export default function CheckDialog({ discovery, onClose }: CheckDialogProps) {
	const t = useWords();
	const [progress, setProgress] = useState<IngestEvent | null>(null);
	const check = useQuery({
		queryKey: ["verify", discovery?.id ?? null],
		queryFn: () => call(commands.verify(discovery?.id ?? null, progressChannel(setProgress))),
		gcTime: 0,
	});
	const report = check.data;
	return (
		<Dialog
			open
			onClose={onClose}
			title={t("library.checkedTitle")}
			actions={<Button onClick={onClose}>{t("app.close")}</Button>}
		>
			{check.isPending && (
				<ProgressBar label={t("library.checking")} done={progress?.done ?? 0} total={progress?.total ?? 0} />
			)}
			{check.isError && <ErrorNote error={check.error} onRetry={() => void check.refetch()} />}
			{report?.problems.length === 0 && (
				<p>{t("library.checkedOk", { count: report.facts, shown: number(report.facts) })}</p>
			)}
			{report && report.problems.length > 0 && (
				<>
					<p className={styles.bad}>{t("library.checkedBad", { count: report.problems.length })}</p>
					<ul className={styles.problems} data-selectable>
						{report.problems.map((problem) => (
							<li key={`${problem.what} ${problem.id}`}>
								<strong>{problem.what}</strong> {problem.message}
							</li>
						))}
					</ul>
				</>
			)}
		</Dialog>
	);
}
