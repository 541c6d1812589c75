import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useListedActions } from "../../commands/listedActions";
import { ActionMenu } from "../../components/ActionMenu";
import { Button } from "../../components/Button";
import { ErrorNote } from "../../components/ErrorNote";
import { LoadingMark } from "../../components/LoadingMark";
import { number } from "../../i18n/format";
import { useWords } from "../../i18n/useWords";
import type { DocumentRun } from "../../ipc/bindings";
import { documentRunQuery } from "../../ipc/documentQueries";
import { cancelRun, exportRun, openRun, pauseRun, retryRun } from "./actions";
import { JobTree } from "./JobTree";
import { amount, isRunning, recipeTitle, runState } from "./names";
import parts from "./parts.module.css";
import styles from "./RunPage.module.css";
import { TextPane } from "./TextPane";
import { useLiveWords } from "./useLiveWords";
import { WaitNote } from "./WaitNote";

/** A run: what it waits for, its stages and jobs, and one document or two of it. */
export function RunPage({ discovery, id }: { discovery: string; id: string }) {
	const run = useQuery(documentRunQuery(id));
	const [chosen, setChosen] = useState<string | null>(null);
	const going = run.data !== undefined && isRunning(run.data.state);
	const live = useLiveWords(id, going);
	if (run.isError) return <ErrorNote error={run.error} onRetry={() => void run.refetch()} />;
	if (!run.data) return <LoadingMark />;
	const { documents, jobs } = run.data;
	const writing = jobs.find((job) => job.state === "processing" && job.document !== null)?.document;
	const document =
		documents.find((one) => one.id === chosen) ??
		documents.find((one) => one.id === writing) ??
		documents.findLast((one) => one.isResult && one.words > 0) ??
		documents.findLast((one) => one.words > 0) ??
		documents[0];
	return (
		<section className={styles.page} aria-label={run.data.title}>
			<Head discovery={discovery} run={run.data} />
			<WaitNote discovery={discovery} run={run.data} />
			<div className={styles.parts}>
				<JobTree run={run.data} live={live} open={document?.id ?? null} onOpen={setChosen} />
				{document && <TextPane discovery={discovery} run={run.data} live={live} document={document} />}
			</div>
		</section>
	);
}

function Head({ discovery, run }: { discovery: string; run: DocumentRun }) {
	const t = useWords();
	const words = run.documents.reduce((sum, document) => sum + document.words, 0);
	const over = run.jobs.filter(({ state }) => state === "completed").length;
	const failed = run.jobs.some(({ state }) => state === "failed");
	const ended = run.state === "completed" || run.state === "cancelled";
	const going = [
		...(isRunning(run.state) ? [{ words: t("documents.pause"), run: () => void pauseRun(run.id) }] : []),
		...(failed && isRunning(run.state) ? [{ words: t("documents.retry"), run: () => void retryRun(run.id) }] : []),
	];
	useListedActions(run.title, going);
	const actions = [
		{ words: t("documents.exportZip"), run: () => void exportRun(run, true), leads: true },
		{ words: t("documents.exportFolder"), run: () => void exportRun(run, false), leads: true },
		{ words: t("documents.again"), run: () => openRun(discovery, "new"), leads: true },
		...(ended ? [] : [{ words: t("documents.cancel"), run: () => void cancelRun(run.id), grave: true }]),
	];
	return (
		<header className={styles.head}>
			<h2 className={styles.title}>{run.title}</h2>
			<span className={parts.state} data-state={run.state}>
				{runState(t, run.state)}
			</span>
			<span className={styles.more}>
				{recipeTitle(t, run.recipe, run.recipeTitle)}
				{run.models.length > 0 && `, ${run.models.map(({ model }) => model).join(", ")}`}
			</span>
			<span className={styles.more}>
				{t("documents.progress", { over: number(over), count: run.jobs.length, shown: number(run.jobs.length) })},{" "}
				{t("documents.words", { count: words, shown: number(words) })}
				{run.models.length > 0 && `, ${amount(t, run.spent, run.unit)}`}
				{run.cap !== null && ` ${t("documents.ofCap", { cap: amount(t, run.cap, run.unit) })}`}
			</span>
			<span className={styles.rest} />
			{going.map((action) => (
				<Button key={action.words} onClick={action.run}>
					{action.words}
				</Button>
			))}
			<ActionMenu name={t("documents.actions")} listedAs={run.title} actions={actions} />
		</header>
	);
}
