import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { Button } from "../../components/Button";
import { ErrorNote } from "../../components/ErrorNote";
import { LoadingMark } from "../../components/LoadingMark";
import { Tabbed } from "../../components/Tabbed";
import { dateTime } from "../../i18n/format";
import { useWords } from "../../i18n/useWords";
import type { DiscoveryDetail } from "../../ipc/bindings";
import { bundleQuery } from "../../ipc/queries";
import { useBundleName } from "../../shared/facts/origin";
import { copyPrompt, retryBundle } from "../../shared/runs/actions";
import { useNavigation } from "../../state/navigation";
import styles from "./BundlePane.module.css";
import { BundleText } from "./BundleText";
import { PasteAnswerDialog } from "./PasteAnswerDialog";
import { RunPane } from "./RunPane";

interface BundlePaneProps {
	detail: DiscoveryDetail;
	bundleId: string;
}

/** One bundle: its hash, its text, its run, and the door for a model of the analyst's own. */
export function BundlePane({ detail, bundleId }: BundlePaneProps) {
	const t = useWords();
	const bundleName = useBundleName();
	const bundle = useQuery(bundleQuery(bundleId));
	const targetRun = useNavigation((navigation) => navigation.audit.run);
	const show = useNavigation((navigation) => navigation.showInAudit);
	const [pasting, setPasting] = useState(false);

	if (bundle.isError)
		return <ErrorNote title={t("audit.couldNotLoad")} error={bundle.error} onRetry={() => void bundle.refetch()} />;
	if (!bundle.data) return <LoadingMark />;
	const { row, hashOk } = bundle.data;
	const run = targetRun ?? row.run?.id ?? null;
	const { turn, createdAt, part, parts } = row;
	const which = turn === null ? t("audit.part", { part, parts }) : dateTime(createdAt);
	const title = `${bundleName(row)}, ${which}`;
	const waits = row.run === null || row.run.status === "failed" || row.run.status === "queued";

	return (
		<section className={styles.pane} aria-label={title}>
			<header className={styles.header}>
				<h2>{title}</h2>
				<p className={styles.hash} data-ok={hashOk}>
					{hashOk ? `✓ ${t("audit.hashOk")}` : `! ${t("audit.hashBad")}`} <code data-selectable>{row.sha256}</code>
				</p>
				<div className={styles.actions}>
					{waits && (
						<Button onClick={() => void retryBundle(detail.discovery.id, bundleId)}>{t("coverage.readNow")}</Button>
					)}
					<Button onClick={() => void copyPrompt(bundleId)}>{t("audit.copyPrompt")}</Button>
					<Button onClick={() => setPasting(true)}>{t("audit.pasteAnswer")}</Button>
				</div>
			</header>
			<Tabbed
				name={title}
				open={targetRun ? "run" : "text"}
				onOpen={(tab) => show({ bundle: bundleId, run: tab === "run" ? run : null })}
				tabs={[
					{ id: "text", title: t("audit.text"), panel: <BundleText bundle={bundle.data} /> },
					...(run
						? [{ id: "run" as const, title: t("audit.run"), panel: <RunPane runId={run} bundleId={bundleId} /> }]
						: []),
				]}
			/>
			{pasting && (
				<PasteAnswerDialog
					row={row}
					name={title}
					onClose={() => setPasting(false)}
					onShowRun={(id) => show({ bundle: bundleId, run: id })}
				/>
			)}
		</section>
	);
}
