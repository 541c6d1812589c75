import { runCommand } from "../../commands/bindings";
import { Button } from "../../components/Button";
import { Choice } from "../../components/Choice";
import { Dialog } from "../../components/Dialog";
import { number } from "../../i18n/format";
import { useWords } from "../../i18n/useWords";
import type { LibraryState } from "../../ipc/bindings";
import { useDialogs } from "../../state/dialogs";
import { changePreferences, usePreferences } from "../../state/preferences";
import { textSizes, useTextSize } from "../../state/textSize";
import { ScansChoice } from "./ScansChoice";
import styles from "./SettingsDialog.module.css";

interface SettingsDialogProps {
	library: LibraryState;
	onClose: () => void;
}

/** Every change acts at once and is kept. */
export default function SettingsDialog({ library, onClose }: SettingsDialogProps) {
	const t = useWords();
	const { theme, language } = usePreferences();
	const { percent } = useTextSize();
	const showDialog = useDialogs((dialogs) => dialogs.show);
	return (
		<Dialog open onClose={onClose} title={t("settings.title")}>
			<Choice
				name={t("settings.theme")}
				value={theme}
				onChange={(next) => changePreferences({ theme: next })}
				options={[
					{ value: "system", words: t("settings.theme.system") },
					{ value: "light", words: t("settings.theme.light") },
					{ value: "dark", words: t("settings.theme.dark") },
				]}
			/>
			<Choice
				name={t("settings.textSize")}
				value={String(percent)}
				onChange={(next) => useTextSize.setState({ percent: Number(next) })}
				options={textSizes.map((size) => ({ value: String(size), words: `${number(size)} %` }))}
			/>
			<Choice
				name={t("settings.language")}
				value={language}
				onChange={(next) => changePreferences({ language: next })}
				options={[
					{ value: "en", words: "English" },
					{ value: "de", words: "Deutsch" },
				]}
			/>
			<ScansChoice />
			<dl className={styles.about} data-selectable>
				<dt>{t("settings.provider")}</dt>
				<dd className={styles.provider}>
					{library.provider}
					<Button onClick={() => showDialog("providers")}>{t("settings.providers")}</Button>
				</dd>
				<dt>{t("settings.library")}</dt>
				<dd>{library.path}</dd>
				<dt>{t("settings.version")}</dt>
				<dd>{library.version}</dd>
			</dl>
			<div className={styles.actions}>
				<Button onClick={() => showDialog("check")}>{t("settings.check")}</Button>
				<Button onClick={() => showDialog("copies")}>{t("settings.copies")}</Button>
				<Button onClick={() => runCommand("log.open")}>{t("settings.log")}</Button>
			</div>
		</Dialog>
	);
}
