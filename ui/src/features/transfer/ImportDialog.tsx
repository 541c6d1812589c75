import { useState } from "react";
import { Button } from "../../components/Button";
import { Choice } from "../../components/Choice";
import { Dialog } from "../../components/Dialog";
import { ErrorNote } from "../../components/ErrorNote";
import { ProgressBar } from "../../components/ProgressBar";
import { useWords } from "../../i18n/useWords";
import type { FindingCode, How, Repair } from "../../ipc/bindings";
import { asAppError } from "../../ipc/error";
import { finishImport, useWaitingImports } from "../../state/waitingImports";
import { Faults } from "./Faults";
import { type ChosenRepairs, importObstacle } from "./findings";
import styles from "./ImportDialog.module.css";
import { ImportPreviewList } from "./ImportPreviewList";
import { useApply, usePreview } from "./useImport";

/** Shows the contents of a file and its faults, before anything is imported. */
export default function ImportDialog() {
	const path = useWaitingImports(({ files }) => files[0]);
	return path === undefined ? null : <ImportFile key={path} path={path} />;
}

function ImportFile({ path }: { path: string }) {
	const t = useWords();
	// A discovery that is not here yet is added by a merge as well, so one look through the file serves both.
	const [how, setHow] = useState<Exclude<How, "add">>("merge");
	const [agreed, setAgreed] = useState<ChosenRepairs>(new Map());
	const done = () => finishImport(path);
	const { preview, progress } = usePreview(path, how);
	const { apply, progress: applied, stop } = useApply(path, done);
	const found = preview.data;
	const hindrance = found ? importObstacle(found, agreed) : null;
	const isHere = found?.discoveries.some(({ here, wasHere }) => here !== null || wasHere) ?? false;
	const isStale = preview.isPlaceholderData;
	const start = () => apply.mutate({ how: isHere ? how : "add", repair: [...agreed.values()] });
	const agree = (code: FindingCode, repair: Repair | null) => {
		const next = new Map(agreed);
		if (repair) next.set(code, repair);
		else next.delete(code);
		setAgreed(next);
	};
	const failure = apply.error && asAppError(apply.error).code !== "cancelled" ? apply.error : null;

	return (
		<Dialog
			open
			onClose={done}
			title={t("transfer.importTitle", { name: path.split(/[/\\]/).at(-1) ?? path })}
			width="wide"
			light={!apply.isPending}
			actions={
				<>
					{hindrance && <p className={styles.why}>{t(`transfer.why.${hindrance}`)}</p>}
					<Button onClick={apply.isPending ? stop : done}>{t("app.cancel")}</Button>
					<Button kind="primary" disabled={!found || isStale || hindrance !== null || apply.isPending} onClick={start}>
						{t("transfer.import")}
					</Button>
				</>
			}
		>
			{(preview.isPending || isStale) && (
				<ProgressBar label={t("transfer.looking")} done={progress?.done ?? 0} total={progress?.total ?? 0} />
			)}
			{apply.isPending && (
				<ProgressBar label={t("transfer.importing")} done={applied?.done ?? 0} total={applied?.total ?? 0} />
			)}
			{preview.isError && (
				<ErrorNote title={t("transfer.importFailed")} error={preview.error} onRetry={() => void preview.refetch()} />
			)}
			{failure && <ErrorNote title={t("transfer.importFailed")} error={failure} />}
			{apply.isError && !failure && <p role="status">{t("transfer.importStopped")}</p>}
			{found && <ImportPreviewList discoveries={found.discoveries} how={how} />}
			{isHere && (
				<Choice
					name={t("transfer.how")}
					value={how}
					onChange={setHow}
					options={[
						{ value: "merge", words: t("transfer.how.merge") },
						{ value: "copy", words: t("transfer.how.copy") },
					]}
				/>
			)}
			{found && found.findingsTotal > 0 && (
				<Faults findings={found.findings} total={found.findingsTotal} agreed={agreed} onAgree={agree} />
			)}
		</Dialog>
	);
}
