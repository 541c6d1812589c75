import { useMutation, useQuery } from "@tanstack/react-query";
import { Button } from "../../components/Button";
import { Dialog } from "../../components/Dialog";
import { ErrorNote } from "../../components/ErrorNote";
import { LoadingMark } from "../../components/LoadingMark";
import { useTranslateMessage } from "../../i18n/backendMessages";
import { number } from "../../i18n/format";
import { useWords, words } from "../../i18n/useWords";
import { type CsvKind, type CsvReport, commands } from "../../ipc/bindings";
import { call } from "../../ipc/call";
import { csvQuery } from "../../ipc/catalogueQueries";
import { offerUndo } from "../../state/history";
import styles from "./CsvDialog.module.css";
import { useMemory } from "./state";

/** Shows the effects of importing a file, and its faulty rows, before anything comes. */
export function CsvDialog({ kind, path }: { kind: CsvKind; path: string }) {
	const t = useWords();
	const change = useMemory((memory) => memory.change);
	const close = () => change({ csv: null });
	const preview = useQuery(csvQuery(kind, path));
	const importing = useMutation({
		mutationFn: () => call(commands.csvImport(kind, path)),
		onSuccess: (done) => {
			change({ csv: null, tab: "catalogue" });
			const { added, changed } = done.value;
			offerUndo(null, done, words("memory.imported", { shown: number(added + changed) }));
		},
	});
	const found = preview.data;
	const comes = found ? found.added + found.changed : 0;
	return (
		<Dialog
			open
			onClose={close}
			title={t("transfer.importTitle", { name: path.split(/[/\\]/).at(-1) ?? path })}
			width="wide"
			actions={
				<>
					<Button onClick={close}>{t("app.cancel")}</Button>
					<Button
						kind="primary"
						disabled={!found || found.faultsTotal > 0 || comes === 0 || importing.isPending}
						onClick={() => importing.mutate()}
					>
						{t("transfer.import")}
					</Button>
				</>
			}
		>
			{preview.isPending && <LoadingMark />}
			{preview.isError && (
				<ErrorNote title={t("transfer.importFailed")} error={preview.error} onRetry={() => void preview.refetch()} />
			)}
			{importing.isError && <ErrorNote title={t("transfer.importFailed")} error={importing.error} />}
			{found && (found.faultsTotal > 0 ? <Faults report={found} /> : <Coming report={found} />)}
		</Dialog>
	);
}

function Faults({ report }: { report: CsvReport }) {
	const t = useWords();
	const say = useTranslateMessage();
	const { faults, faultsTotal } = report;
	return (
		<>
			<p className={styles.bad}>{t("memory.csvFaults", { count: faultsTotal, shown: number(faultsTotal) })}</p>
			<ul className={styles.list}>
				{faults.map(({ line, column, message }) => (
					<li key={`${line} ${column} ${say(message)}`}>
						<strong>{t("memory.csvLine", { line: number(line) })}</strong>
						{column && ` ${column}`}: {say(message)}
					</li>
				))}
			</ul>
		</>
	);
}

function Coming({ report }: { report: CsvReport }) {
	const t = useWords();
	const { added, changed, same, lines, ignored } = report;
	return (
		<>
			<p>{t("memory.csvComing", { added: number(added), changed: number(changed), same: number(same) })}</p>
			{ignored.length > 0 && <p>{t("memory.csvIgnored", { columns: ignored.join(", ") })}</p>}
			<ul className={styles.list}>
				{lines.map(({ line, what, text }) => (
					<li key={line} data-what={what}>
						{t(`memory.csv.${what}`)}: {text}
					</li>
				))}
			</ul>
		</>
	);
}
