import { useNavigation } from "../../app/navigation";
import { Section } from "../../components/Section";
import { useWords } from "../../i18n/useWords";
import type { FactDetail } from "../../ipc/bindings";
import styles from "./sections.module.css";

/** The reason of the last decision, and the run it came from. */
export function WhySection({ detail: { reason, runId, evidence, reaffirmed } }: { detail: FactDetail }) {
	const t = useWords();
	const showInAudit = useNavigation((navigation) => navigation.showInAudit);
	if (reason === "" && !runId && reaffirmed === 0) return null;
	return (
		<Section title={t("inspector.why")}>
			{reason !== "" && <p data-selectable>{reason}</p>}
			{reaffirmed > 0 && <p>{t("inspector.reaffirmed", { count: reaffirmed })}</p>}
			{reason === "" && runId && <p>{t("inspector.whyNone")}</p>}
			{runId && (
				<button
					type="button"
					className={styles.link}
					onClick={() => showInAudit({ bundle: evidence?.bundleId ?? null, run: runId })}
				>
					{t("inspector.whyRun")}
				</button>
			)}
		</Section>
	);
}
