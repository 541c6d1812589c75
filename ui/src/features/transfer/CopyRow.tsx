import { useId, useState } from "react";
import { Button } from "../../components/Button";
import { bytes, dateTime, number } from "../../i18n/format";
import { useWords } from "../../i18n/useWords";
import type { Backup } from "../../ipc/bindings";
import styles from "./CopiesDialog.module.css";
import { CopyContent } from "./CopyContent";

interface CopyRowProps {
	backup: Backup;
	onRestore: () => void;
}

export function CopyRow({ backup, onRestore }: CopyRowProps) {
	const t = useWords();
	const content = useId();
	const [open, setOpen] = useState(false);
	const date = dateTime(backup.takenAt);
	return (
		<li className={styles.copy}>
			<div className={styles.line}>
				<div className={styles.words}>
					<strong>{date}</strong>
					<p className={styles.muted}>
						{t("unavailable.backup", {
							discoveries: t("library.total", { count: backup.discoveries, shown: number(backup.discoveries) }),
							facts: t("facts.total", { count: backup.facts, shown: number(backup.facts) }),
							size: bytes(backup.bytes),
						})}
					</p>
				</div>
				<Button
					kind="quiet"
					aria-expanded={open}
					aria-controls={open ? content : undefined}
					aria-label={t("copies.lookName", { date })}
					onClick={() => setOpen(!open)}
				>
					{t("copies.look")}
				</Button>
				<Button aria-label={t("copies.restoreName", { date })} onClick={onRestore}>
					{t("copies.restore")}
				</Button>
			</div>
			{open && (
				<div id={content} className={styles.content}>
					<CopyContent backup={backup.id} />
				</div>
			)}
		</li>
	);
}
