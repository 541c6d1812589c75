import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { runCommand } from "../../commands/bindings";
import { Button } from "../../components/Button";
import { ErrorNote } from "../../components/ErrorNote";
import { LoadingMark } from "../../components/LoadingMark";
import { Section } from "../../components/Section";
import { dateTime, milliseconds } from "../../i18n/format";
import { useWords } from "../../i18n/useWords";
import type { RunSummary } from "../../ipc/bindings";
import { asErrorWithMessage } from "../../ipc/error";
import { promptQuery, runQuery } from "../../ipc/queries";
import { useModelName } from "../../shared/providers/modelName";
import { Outcomes } from "./Outcomes";
import { RunMark } from "./RunMark";
import styles from "./RunPane.module.css";
import { StatsList } from "./StatsList";

/** Shows the answer for a bundle, and the outcome of every op. */
export function RunPane({ runId, bundleId }: { runId: string; bundleId: string }) {
	const t = useWords();
	const run = useQuery(runQuery(runId));
	if (run.isError) return <ErrorNote error={run.error} onRetry={() => void run.refetch()} />;
	if (!run.data) return <LoadingMark />;
	const { summary, raw, repairs, outcomes } = run.data;
	return (
		<div className={styles.run}>
			<Summary summary={summary} />
			<StatsList stats={summary.stats} />
			{repairs.length > 0 && (
				<Section title={t("audit.repairs", { count: repairs.length })} tone="review">
					<ul>
						{repairs.map((repair) => (
							<li key={repair}>{repair}</li>
						))}
					</ul>
				</Section>
			)}
			<Section title={t("audit.outcomes")}>
				{outcomes.length > 0 ? <Outcomes outcomes={outcomes} /> : <p>{t("audit.noOutcomes")}</p>}
			</Section>
			<PromptPart bundleId={bundleId} />
			<details className={styles.raw}>
				<summary>{t("audit.raw")}</summary>
				<pre data-selectable>{raw === "" ? t("audit.rawEmpty") : raw}</pre>
			</details>
		</div>
	);
}

/** Shows a parser's prompt about the bundle; fetched when it is opened. A prompt sent to a provider is stored as it
 * was. */
function PromptPart({ bundleId }: { bundleId: string }) {
	const t = useWords();
	const [open, setOpen] = useState(false);
	const prompt = useQuery({ ...promptQuery(bundleId), enabled: open });
	return (
		<details className={styles.raw} onToggle={(event) => setOpen(event.currentTarget.open)}>
			<summary>{t("audit.prompt")}</summary>
			<p>
				{t("audit.promptText")} <Button onClick={() => runCommand("sent.show")}>{t("provider.showSent")}</Button>
			</p>
			{prompt.isError && <ErrorNote error={prompt.error} onRetry={() => void prompt.refetch()} />}
			{prompt.isLoading && <LoadingMark />}
			{prompt.data !== undefined && <pre data-selectable>{prompt.data}</pre>}
		</details>
	);
}

/** The model of a run of the built-in parser beside that of a model. */
const FILLED_IN = "offline, filled in";

function Summary({ summary }: { summary: RunSummary }) {
	const t = useWords();
	const modelName = useModelName();
	const { startedAt, finishedAt, model, error, forced } = summary;
	return (
		<>
			<dl className={styles.facts}>
				<dt>{t("audit.run")}</dt>
				<dd>
					<RunMark run={summary} />
				</dd>
				<dt>{t("audit.model")}</dt>
				<dd data-selectable>{modelName(model)}</dd>
				{startedAt !== null && (
					<>
						<dt>{t("audit.started")}</dt>
						<dd>{dateTime(startedAt)}</dd>
					</>
				)}
				{startedAt !== null && finishedAt !== null && (
					<>
						<dt>{t("audit.duration")}</dt>
						<dd>{milliseconds(finishedAt - startedAt)}</dd>
					</>
				)}
			</dl>
			{forced && <p>{t(model === FILLED_IN ? "audit.filledIn" : "audit.forced")}</p>}
			{error && <ErrorNote error={asErrorWithMessage(error)} />}
		</>
	);
}
