import { Button } from "../../components/Button";
import { Dialog } from "../../components/Dialog";
import { useWords } from "../../i18n/useWords";
import type { Duplicate } from "../../ipc/bindings";
import type { Label } from "../../ipc/label";
import { DuplicateChoices } from "./DuplicateChoices";
import styles from "./DuplicatesDialog.module.css";

interface DuplicatesDialogProps {
	text: string;
	duplicates: readonly Duplicate[];
	onMerge: (into: Label) => void;
	onAnyway: () => void;
	onClose: () => void;
}

/** What was written says what a card says already: use that one, keep both, or go back to the words. */
export function DuplicatesDialog({ text, duplicates, onMerge, onAnyway, onClose }: DuplicatesDialogProps) {
	const t = useWords();
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
			<DuplicateChoices duplicates={duplicates} onUse={onMerge} />
		</Dialog>
	);
}
