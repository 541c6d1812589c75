import { Button } from "../../components/Button";
import { Dialog } from "../../components/Dialog";
import { useTranslateMessage } from "../../i18n/backendMessages";
import { useWords } from "../../i18n/useWords";
import type { Label } from "../../ipc/label";
import { DuplicateChoices } from "./DuplicateChoices";
import styles from "./DuplicatesDialog.module.css";
import type { DuplicateResult } from "./duplicateResult";

interface DuplicatesDialogProps {
	text: string;
	found: DuplicateResult;
	onMerge: (into: Label) => void;
	onAnyway: () => void;
	onClose: () => void;
}

/** Asks about a text that a card has already: use that one, keep both, or go back to the words. */
export function DuplicatesDialog({ text, found, onMerge, onAnyway, onClose }: DuplicatesDialogProps) {
	const t = useWords();
	const say = useTranslateMessage();
	return (
		<Dialog
			open
			onClose={onClose}
			title={t("pipeline.duplicatesTitle")}
			light={false}
			actions={
				<>
					<Button onClick={onClose}>{t("app.cancel")}</Button>
					<Button onClick={onAnyway}>{t("pipeline.keepVariant")}</Button>
				</>
			}
		>
			<p className={styles.quoted} data-selectable>
				{text}
			</p>
			{found.note !== null && <p className={styles.reason}>{say(found.note)}</p>}
			<DuplicateChoices duplicates={found.duplicates} onUse={onMerge} />
		</Dialog>
	);
}
