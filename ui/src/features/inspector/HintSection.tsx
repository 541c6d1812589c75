import { Section } from "../../components/Section";
import { WordDiff } from "../../components/WordDiff";
import { useWords } from "../../i18n/useWords";
import type { Hint } from "../../ipc/bindings";
import styles from "./sections.module.css";

/** The passage nearest to a quote that does not stand in the source: to look at, never to count. */
export function HintSection({ hint }: { hint: Hint }) {
	const t = useWords();
	const differs = hint.differs.map((what) => t(`inspector.differs.${what}`)).join(", ");
	return (
		<Section title={`! ${t("inspector.hint")}`} tone="review">
			<WordDiff diff={hint.diff} names={{ source: t("review.onlyPassage"), quote: t("review.onlyClaimed") }} />
			<p className={styles.muted}>{t("inspector.hintDiffers", { what: differs })}</p>
		</Section>
	);
}
