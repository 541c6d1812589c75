import { Plus } from "lucide-react";
import { runCommand } from "../../commands/bindings";
import { ActionMenu } from "../../components/ActionMenu";
import { useWords } from "../../i18n/useWords";
import styles from "./AddInputs.module.css";

/** The ways for an Input to come in; a drop on the window is one too. */
export function AddInputs() {
	const t = useWords();
	return (
		<ActionMenu
			name={t("inputs.add")}
			className={styles.add}
			actions={[
				{ words: t("inputs.addFiles"), run: () => runCommand("input.addFiles") },
				{ words: t("inputs.addFolder"), run: () => runCommand("input.addFolder") },
				{ words: t("inputs.paste"), run: () => runCommand("input.addText"), leads: true },
			]}
		>
			<Plus size={16} aria-hidden />
			{t("inputs.addMenu")}
		</ActionMenu>
	);
}
