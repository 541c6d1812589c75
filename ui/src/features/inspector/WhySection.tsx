import { LinkButton } from "../../components/LinkButton";
import { Section } from "../../components/Section";
import { asSentence, useTranslateMessage } from "../../i18n/backendMessages";
import { useWords } from "../../i18n/useWords";
import type { FactDetail } from "../../ipc/bindings";
import { useNavigation } from "../../state/navigation";

/** The reason of the last decision, and the run it came from. */
export function WhySection({ detail: { fact, reason, runId, evidence } }: { detail: FactDetail }) {
	const t = useWords();
	const say = useTranslateMessage();
	const showInAudit = useNavigation((navigation) => navigation.showInAudit);
	if (!reason && !runId) return null;
	return (
		<Section title={t("inspector.why")}>
			{reason ? (
				<p data-selectable>{asSentence(say(reason))}</p>
			) : (
				<p>{t(fact.acceptedBy === "rules" ? "inspector.byRules" : "inspector.whyNone")}</p>
			)}
			{runId && (
				<LinkButton onClick={() => showInAudit({ bundle: evidence?.bundleId ?? null, run: runId })}>
					{t("inspector.whyRun")}
				</LinkButton>
			)}
		</Section>
	);
}
