import { Tabs } from "@base-ui/react/tabs";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useNavigation } from "../../app/navigation";
import { Button } from "../../components/Button";
import { ErrorNote } from "../../components/ErrorNote";
import { Waiting } from "../../components/Waiting";
import { useWords } from "../../i18n/useWords";
import { bundleQuery } from "../../ipc/queries";
import { copyPrompt } from "./actions";
import styles from "./BundlePane.module.css";
import { BundleText } from "./BundleText";
import { PasteAnswerDialog } from "./PasteAnswerDialog";
import { RunPane } from "./RunPane";

/** One bundle: its hash, its text, its run, and the door for a model of the analyst's own. */
export function BundlePane({ bundleId }: { bundleId: string }) {
	const t = useWords();
	const bundle = useQuery(bundleQuery(bundleId));
	const asked = useNavigation((navigation) => navigation.audit.run);
	const show = useNavigation((navigation) => navigation.showInAudit);
	const [pasting, setPasting] = useState(false);

	if (bundle.isError)
		return <ErrorNote title={t("audit.couldNotLoad")} error={bundle.error} onRetry={() => void bundle.refetch()} />;
	if (!bundle.data) return <Waiting />;
	const { row, hashOk } = bundle.data;
	const run = asked ?? row.run?.id ?? null;
	const title = `${row.inputLabel ?? ""} ${row.inputTitle ?? ""}, ${t("audit.part", { part: row.part, parts: row.parts })}`;

	return (
		<section className={styles.pane} aria-label={title}>
			<header className={styles.header}>
				<h2>{title}</h2>
				<p className={styles.hash} data-ok={hashOk}>
					{hashOk ? `✓ ${t("audit.hashOk")}` : `! ${t("audit.hashBad")}`} <code data-selectable>{row.sha256}</code>
				</p>
				<div className={styles.actions}>
					<Button onClick={() => void copyPrompt(bundleId)}>{t("audit.copyPrompt")}</Button>
					<Button onClick={() => setPasting(true)}>{t("audit.pasteAnswer")}</Button>
				</div>
			</header>
			<Tabs.Root
				className={styles.tabs}
				value={asked ? "run" : "text"}
				onValueChange={(tab) => show({ bundle: bundleId, run: tab === "run" ? run : null })}
			>
				<Tabs.List className={styles.tabList} aria-label={title}>
					<Tabs.Tab className={styles.tab} value="text">
						{t("audit.text")}
					</Tabs.Tab>
					{run && (
						<Tabs.Tab className={styles.tab} value="run">
							{t("audit.run")}
						</Tabs.Tab>
					)}
				</Tabs.List>
				<Tabs.Panel className={styles.panel} value="text">
					<BundleText bundle={bundle.data} />
				</Tabs.Panel>
				<Tabs.Panel className={styles.panel} value="run">
					{run && <RunPane runId={run} />}
				</Tabs.Panel>
			</Tabs.Root>
			{pasting && (
				<PasteAnswerDialog
					row={row}
					onClose={() => setPasting(false)}
					onShowRun={(id) => show({ bundle: bundleId, run: id })}
				/>
			)}
		</section>
	);
}
