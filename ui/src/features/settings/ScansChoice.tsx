import { useQuery } from "@tanstack/react-query";
import { languageNames } from "../../i18n/format";
import { useWords } from "../../i18n/useWords";
import { commands } from "../../ipc/bindings";
import { call } from "../../ipc/call";
import { scansQuery } from "../../ipc/queries";
import { reportError } from "../../state/toasts";
import styles from "./ScansChoice.module.css";

/** Sets whether pages that are pictures are read, where the computer has a program for it. */
export function ScansChoice() {
	const t = useWords();
	const scans = useQuery(scansQuery).data;
	if (!scans) return null;
	const missing = scans.languages.length === 0;
	return (
		<div className={styles.scans}>
			<label className={styles.choice}>
				<input
					type="checkbox"
					checked={scans.isOn}
					disabled={missing && !scans.isOn}
					onChange={(event) => call(commands.readScans(event.target.checked)).catch(reportError)}
				/>
				{t("settings.scans")}
			</label>
			<p className={styles.hint}>
				{missing ? t("settings.scans.none") : t("settings.scans.hint", { languages: languageNames(scans.languages) })}
			</p>
		</div>
	);
}
