import { WordDiff } from "../../components/WordDiff";
import { useWords } from "../../i18n/useWords";
import type { Hint } from "../../ipc/bindings";
import styles from "./NearestPassage.module.css";

/** Beside a quote that could not be verified: the passage most like it, as something to look at and never as evidence. */
export function NearestPassage({ hint }: { hint: Hint }) {
	const t = useWords();
	const differs = hint.differs.map((what) => t(`inspector.differs.${what}`)).join(", ");
	return (
		<section className={styles.hint} aria-label={t("review.notInSource")}>
			<h3>! {t("review.notInSource")}</h3>
			<p className={styles.note}>{t("review.notInSourceText")}</p>
			<WordDiff diff={hint.diff} names={{ source: t("review.onlyPassage"), quote: t("review.onlyClaimed") }} />
			{differs && <p>{t("inspector.hintDiffers", { what: differs })}</p>}
		</section>
	);
}
