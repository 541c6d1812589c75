import { Select } from "../../components/Select";
import { useWords } from "../../i18n/useWords";
import type { DiscoveryKind, KindChoice } from "../../ipc/bindings";
import { kinds } from "../../shared/discoveries/kind";
import styles from "./KindSelect.module.css";

interface KindSelectProps {
	suggested: DiscoveryKind;
	chosen: KindChoice;
	onChange: (chosen: KindChoice) => void;
}

/** The kind of a discovery, with what it does. */
export function KindSelect({ suggested, chosen, onChange }: KindSelectProps) {
	const t = useWords();
	const kind = chosen === "suggested" ? suggested : chosen;
	return (
		<div className={styles.kind}>
			<span className={styles.name} aria-hidden>
				{t("kind.name")}
			</span>
			<Select<KindChoice>
				name={t("kind.name")}
				value={chosen}
				options={[
					{ value: "suggested", words: t("kind.suggested", { kind: t(`kind.${suggested}`) }) },
					...kinds.map((value) => ({ value, words: t(`kind.${value}`) })),
				]}
				onChange={onChange}
			/>
			<p className={styles.about}>{t(`kind.${kind}.about`)}</p>
		</div>
	);
}
