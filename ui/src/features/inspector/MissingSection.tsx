import { Section } from "../../components/Section";
import { useWords } from "../../i18n/useWords";
import type { Missing } from "../../ipc/bindings";
import styles from "./sections.module.css";

/** Lists the content of the value or the statement that the quote does not have, and what was left out of it. */
export function MissingSection({ missing }: { missing: readonly Missing[] }) {
	const t = useWords();
	return (
		<Section title={`↻ ${t("inspector.missing")}`} tone="review">
			<ul className={styles.missing}>
				{missing.map(({ kind, text }) => (
					<li key={`${kind} ${text}`}>
						<strong>{text}</strong> <span className={styles.kind}>{t(`inspector.missing.${kind}`)}</span>
					</li>
				))}
			</ul>
		</Section>
	);
}
