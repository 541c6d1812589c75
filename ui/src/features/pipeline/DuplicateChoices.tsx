import { Button } from "../../components/Button";
import { percent } from "../../i18n/format";
import { useHostWords } from "../../i18n/host";
import { useWords } from "../../i18n/useWords";
import type { Duplicate } from "../../ipc/bindings";
import type { Label } from "../../ipc/label";
import styles from "./DuplicatesDialog.module.css";

interface DuplicateChoicesProps {
	duplicates: readonly Duplicate[];
	busy?: boolean;
	onUse: (label: Label) => void;
}

/** The cards that say the same, each with how alike it is and why, and the way to use it instead. */
export function DuplicateChoices({ duplicates, busy = false, onUse }: DuplicateChoicesProps) {
	const t = useWords();
	const host = useHostWords("duplicate");
	return (
		<ul className={styles.list}>
			{duplicates.map(({ label, text, score, reason }) => (
				<li key={label} className={styles.item}>
					<div className={styles.words}>
						<p data-selectable>
							<b>{label}</b> {text}
						</p>
						<p className={styles.reason}>
							{t("pipeline.alike", { score: percent(score) })}: {host(reason)}
						</p>
					</div>
					<Button disabled={busy} onClick={() => onUse(label)}>
						{t("pipeline.useThis", { label })}
					</Button>
				</li>
			))}
		</ul>
	);
}
