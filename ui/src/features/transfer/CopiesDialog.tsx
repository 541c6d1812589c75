import { useMutation, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { Button } from "../../components/Button";
import { Dialog } from "../../components/Dialog";
import { ErrorNote } from "../../components/ErrorNote";
import { LoadingMark } from "../../components/LoadingMark";
import { useWords } from "../../i18n/useWords";
import { type Backup, commands } from "../../ipc/bindings";
import { call } from "../../ipc/call";
import styles from "./CopiesDialog.module.css";
import { CopyRow } from "./CopyRow";
import { RestoreDialog } from "./RestoreDialog";

/** The copies that were made of the library: what each holds against now, one more, and the way back to one. */
export default function CopiesDialog({ onClose }: { onClose: () => void }) {
	const [chosenCopy, setChosenCopy] = useState<Backup | null>(null);
	if (chosenCopy) return <RestoreDialog backup={chosenCopy} onBack={() => setChosenCopy(null)} onDone={onClose} />;
	return <Copies onClose={onClose} onRestore={setChosenCopy} />;
}

interface CopiesProps {
	onClose: () => void;
	onRestore: (backup: Backup) => void;
}

function Copies({ onClose, onRestore }: CopiesProps) {
	const t = useWords();
	const copies = useQuery({ queryKey: ["copies"], queryFn: () => call(commands.libraryBackups()), gcTime: 0 });
	const make = useMutation({
		mutationFn: () => call(commands.backupMake()),
		onSuccess: () => copies.refetch(),
	});
	return (
		<Dialog
			open
			onClose={onClose}
			title={t("copies.title")}
			width="wide"
			actions={
				<>
					<Button onClick={onClose}>{t("app.close")}</Button>
					<Button kind="primary" disabled={make.isPending} onClick={() => make.mutate()}>
						{make.isPending ? t("copies.making") : t("copies.make")}
					</Button>
				</>
			}
		>
			<p className={styles.muted}>{t("copies.text")}</p>
			{copies.isPending && <LoadingMark />}
			{copies.isError && <ErrorNote error={copies.error} onRetry={() => void copies.refetch()} />}
			{make.isError && <ErrorNote title={t("copies.makeFailed")} error={make.error} />}
			{make.isSuccess && <p role="status">{t("copies.made")}</p>}
			{copies.data?.length === 0 && <p>{t("copies.none")}</p>}
			{copies.data && copies.data.length > 0 && (
				<ul className={styles.copies}>
					{copies.data.map((backup) => (
						<CopyRow key={backup.id} backup={backup} onRestore={() => onRestore(backup)} />
					))}
				</ul>
			)}
		</Dialog>
	);
}
