import { useMutation } from "@tanstack/react-query";
import { useId, useState } from "react";
import { Button } from "../../components/Button";
import { Dialog } from "../../components/Dialog";
import { ErrorNote } from "../../components/ErrorNote";
import { Field } from "../../components/Field";
import { submitHandler } from "../../components/submitHandler";
import { useWords } from "../../i18n/useWords";
import { type BundleRow, commands } from "../../ipc/bindings";
import { call } from "../../ipc/call";
import { useAnswers } from "./answers";
import styles from "./PasteAnswerDialog.module.css";
import { SubmitReport } from "./SubmitReport";

interface PasteAnswerDialogProps {
	row: BundleRow;
	/** The name of the bundle. */
	name: string;
	onClose: () => void;
	onShowRun: (run: string) => void;
}

/** Bring your own model: the answer goes through the same checks as every other. It stays in the box until it passed. */
export function PasteAnswerDialog({ row, name, onClose, onShowRun }: PasteAnswerDialogProps) {
	const t = useWords();
	const form = useId();
	const answer = useAnswers((answers) => answers.drafts[row.id] ?? "");
	const write = useAnswers((answers) => answers.write);
	const hasRun = row.run?.status === "succeeded";
	const [force, setForce] = useState(false);
	const submission = useMutation({
		mutationFn: () => call(commands.runSubmit(row.id, answer, force)),
		onSuccess: ({ reused }) => !reused && write(row.id, ""),
	});
	const submit = () => {
		if (answer.trim() !== "" && !submission.isPending) submission.mutate();
	};
	const passed = submission.isSuccess && !submission.data.reused;

	return (
		<Dialog
			open
			onClose={onClose}
			title={t("audit.pasteTitle")}
			light={answer === ""}
			width="wide"
			actions={
				<>
					<Button onClick={onClose}>{t("app.close")}</Button>
					{passed ? (
						<Button
							kind="primary"
							onClick={() => {
								onShowRun(submission.data.run.id);
								onClose();
							}}
						>
							{t("audit.showRun")}
						</Button>
					) : (
						<Button kind="primary" type="submit" form={form} disabled={answer.trim() === "" || submission.isPending}>
							{t("audit.submit")}
						</Button>
					)}
				</>
			}
		>
			<p>{t("audit.pasteText", { label: name })}</p>
			{!passed && (
				<form id={form} onSubmit={submitHandler(submit)}>
					<Field
						label={t("audit.answer")}
						itemless
						rows={12}
						mono
						value={answer}
						onChange={(next) => write(row.id, next)}
						focused
					/>
					{hasRun && (
						<label className={styles.force}>
							<input type="checkbox" checked={force} onChange={(event) => setForce(event.target.checked)} />
							{t("audit.force")}
						</label>
					)}
				</form>
			)}
			{submission.isError && <ErrorNote error={submission.error} />}
			{submission.isSuccess && <SubmitReport report={submission.data} />}
		</Dialog>
	);
}
