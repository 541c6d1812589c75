import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useListedActions } from "../../commands/listedActions";
import { Button } from "../../components/Button";
import { ErrorNote } from "../../components/ErrorNote";
import { LoadingMark } from "../../components/LoadingMark";
import { dateTime, number } from "../../i18n/format";
import { useWords } from "../../i18n/useWords";
import type { DocumentRunSummary } from "../../ipc/bindings";
import { runsQuery, walletQuery } from "../../ipc/documentQueries";
import type { ViewProps } from "../../state/navigation";
import { useOpenDocument } from "../../state/openDocument";
import { openRun } from "./actions";
import styles from "./DocumentsView.module.css";
import { amount, recipeTitle, runState } from "./names";
import { RunPage } from "./RunPage";
import { StartForm } from "./StartForm";
import { WalletDialog } from "./WalletDialog";

/** The form of a new one, where a run's id would stand. */
const NEW = "new";

/** Long documents of a discovery: the list of their runs, the wallet, and one run or the form of a new one. */
export default function DocumentsView({ detail }: ViewProps) {
	const t = useWords();
	const discovery = detail.discovery.id;
	const runs = useQuery(runsQuery(discovery));
	const chosen = useOpenDocument((state) => state[discovery]);
	useListedActions(t("view.documents"), [{ words: t("documents.new"), run: () => openRun(discovery, NEW) }]);
	if (runs.isError)
		return <ErrorNote title={t("documents.couldNotLoad")} error={runs.error} onRetry={() => void runs.refetch()} />;
	if (!runs.data) return <LoadingMark />;
	const open = chosen === NEW ? undefined : (runs.data.find((run) => run.id === chosen) ?? runs.data[0]);
	if (runs.data.length === 0)
		return (
			<div className={styles.first}>
				<StartForm key={discovery} detail={detail} isFirst />
				<WalletLine />
			</div>
		);
	return (
		<div className={styles.view}>
			<nav className={styles.list} aria-label={t("documents.runs")}>
				<div className={styles.head}>
					<Button onClick={() => openRun(discovery, NEW)} aria-pressed={open === undefined}>
						{t("documents.new")}
					</Button>
				</div>
				<ul className={styles.runs}>
					{runs.data.map((run) => (
						<li key={run.id}>
							<RunRow run={run} isOpen={run.id === open?.id} onOpen={() => openRun(discovery, run.id)} />
						</li>
					))}
				</ul>
				<WalletLine />
			</nav>
			{open ? (
				<RunPage key={open.id} discovery={discovery} id={open.id} />
			) : (
				<StartForm key={discovery} detail={detail} isFirst={false} />
			)}
		</div>
	);
}

function RunRow({ run, isOpen, onOpen }: { run: DocumentRunSummary; isOpen: boolean; onOpen: () => void }) {
	const t = useWords();
	return (
		<button type="button" className={styles.run} aria-current={isOpen} onClick={onOpen}>
			<span className={styles.runTitle}>{run.title}</span>
			<span className={styles.runMore}>
				{recipeTitle(t, run.recipe, run.recipeTitle)},{" "}
				{t("documents.words", { count: run.words, shown: number(run.words) })}
			</span>
			<span className={styles.runMore}>
				<span className={styles.state} data-state={run.state}>
					{runState(t, run.state)}
				</span>
				{dateTime(run.createdAt)}
			</span>
		</button>
	);
}

function WalletLine() {
	const t = useWords();
	const { data: wallet } = useQuery(walletQuery);
	const [isOpen, setOpen] = useState(false);
	useListedActions(t("view.documents"), [{ words: t("documents.wallet"), run: () => setOpen(true) }]);
	return (
		<div className={styles.wallet}>
			<span>{wallet && t("documents.inWallet", { amount: amount(t, wallet.available, wallet.unit) })}</span>
			<Button onClick={() => setOpen(true)}>{t("documents.wallet")}</Button>
			{isOpen && <WalletDialog onClose={() => setOpen(false)} />}
		</div>
	);
}
