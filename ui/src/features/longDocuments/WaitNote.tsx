import { useState } from "react";
import { runCommand } from "../../commands/bindings";
import { Button } from "../../components/Button";
import { ErrorNote } from "../../components/ErrorNote";
import { Field } from "../../components/Field";
import { dateTime } from "../../i18n/format";
import { useWords } from "../../i18n/useWords";
import type { DocumentRun } from "../../ipc/bindings";
import { asErrorWithMessage } from "../../ipc/error";
import { resumeRun, retryRun, setRunCap } from "./actions";
import { typedAmount, waitText } from "./names";
import parts from "./parts.module.css";
import styles from "./RunPage.module.css";
import { WalletDialog } from "./WalletDialog";

/** Shows the reason that a run waits, and what lets it go on. */
export function WaitNote({ discovery, run }: { discovery: string; run: DocumentRun }) {
	const t = useWords();
	const [isWallet, setWallet] = useState(false);
	if (run.goesOnAt !== null) return <ServerNote at={run.goesOnAt} />;
	if (!run.reason || (run.state !== "paused" && run.state !== "failed")) return null;
	const { why, message } = run.reason;
	const { title, text } = waitText(t, run.reason, run.unit);
	return (
		<div className={styles.waits} role="status">
			<div>
				<strong>{title}</strong>
				<p>{text}</p>
				{why === "provider" && <ErrorNote error={asErrorWithMessage(message)} />}
			</div>
			<div className={styles.mend}>
				{why === "cap" && <CapForm run={run} />}
				{why === "stage" && <FeedbackForm discovery={discovery} run={run} />}
				{why === "wallet" && <Button onClick={() => setWallet(true)}>{t("documents.addMoney")}</Button>}
				{(why === "key" || why === "provider") && (
					<Button onClick={() => runCommand("provider.open")}>{t("provider.open")}</Button>
				)}
				{why === "failed" ? (
					<Button kind="primary" onClick={() => void retryRun(run.id)}>
						{t("documents.retry")}
					</Button>
				) : (
					why !== "cap" &&
					why !== "stage" && (
						<Button kind="primary" onClick={() => void resumeRun(discovery, run, "")}>
							{t("documents.resume")}
						</Button>
					)
				)}
			</div>
			{isWallet && <WalletDialog onClose={() => setWallet(false)} />}
		</div>
	);
}

/** Nothing is to be done: a server asked to be left alone for a while. */
function ServerNote({ at }: { at: number }) {
	const t = useWords();
	return (
		<div className={styles.waits} role="status">
			<div>
				<strong>{t("documents.why.server")}</strong>
				<p>{t("documents.do.server", { at: dateTime(at) })}</p>
			</div>
		</div>
	);
}

/** A higher limit lets the run go on by itself; an empty one is none. */
function CapForm({ run }: { run: DocumentRun }) {
	const t = useWords();
	const [cap, setCap] = useState("");
	return (
		<form
			className={parts.line}
			onSubmit={(event) => {
				event.preventDefault();
				void setRunCap(run.id, cap);
			}}
		>
			<Field label={t("documents.newCap", { unit: run.unit })} value={cap} onChange={setCap} itemless />
			<Button kind={typedAmount(cap) === null ? "plain" : "primary"} type="submit">
				{t(typedAmount(cap) === null ? "documents.noCap" : "documents.setCap")}
			</Button>
		</form>
	);
}

/** Takes feedback, which goes into every prompt of the next stage. */
function FeedbackForm({ discovery, run }: { discovery: string; run: DocumentRun }) {
	const t = useWords();
	const [feedback, setFeedback] = useState("");
	return (
		<form
			className={styles.feedback}
			onSubmit={(event) => {
				event.preventDefault();
				void resumeRun(discovery, run, feedback);
			}}
		>
			<Field label={t("documents.feedback")} value={feedback} onChange={setFeedback} rows={3} itemless />
			<Button kind="primary" type="submit">
				{t("documents.resume")}
			</Button>
		</form>
	);
}
