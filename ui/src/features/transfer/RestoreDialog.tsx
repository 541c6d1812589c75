import { useMutation } from "@tanstack/react-query";
import { Button } from "../../components/Button";
import { Dialog } from "../../components/Dialog";
import { ErrorNote } from "../../components/ErrorNote";
import { dateTime } from "../../i18n/format";
import { useWords } from "../../i18n/useWords";
import { type Backup, commands } from "../../ipc/bindings";
import { call } from "../../ipc/call";
import { client } from "../../ipc/client";
import { libraryQuery } from "../../ipc/queries";
import { closeUndoToast, showToast } from "../../state/toasts";
import { CopyContent } from "./CopyContent";

interface RestoreDialogProps {
	backup: Backup;
	onBack: () => void;
	onDone: () => void;
}

/** Asks before a copy takes the library's place, and says what is kept. */
export function RestoreDialog({ backup, onBack, onDone }: RestoreDialogProps) {
	const t = useWords();
	const date = dateTime(backup.takenAt);
	const restoring = useMutation({
		mutationFn: () => call(commands.libraryRestore(backup.id)),
		onSuccess: (library) => {
			closeUndoToast();
			client.setQueryData(libraryQuery.queryKey, library);
			void client.invalidateQueries();
			onDone();
			showToast({ title: t("copies.restored", { date }) });
		},
	});
	return (
		<Dialog
			open
			onClose={onBack}
			title={t("copies.restoreTitle", { date })}
			width="wide"
			actions={
				<>
					<Button onClick={onBack}>{t("app.cancel")}</Button>
					<Button kind="primary" disabled={restoring.isPending} onClick={() => restoring.mutate()}>
						{t("unavailable.restore")}
					</Button>
				</>
			}
		>
			<p>{t("copies.restoreText")}</p>
			<p>
				<strong>{t("copies.restoreKept")}</strong>
			</p>
			{restoring.isError && <ErrorNote title={t("copies.restoreFailed")} error={restoring.error} />}
			<CopyContent backup={backup.id} />
		</Dialog>
	);
}
