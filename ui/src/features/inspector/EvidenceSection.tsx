import { Button } from "../../components/Button";
import { useLocationDetails, useLocationLabel } from "../../components/location";
import { Quote } from "../../components/Quote";
import { Section } from "../../components/Section";
import { useWords, words } from "../../i18n/useWords";
import { commands, type FactDetail } from "../../ipc/bindings";
import { call } from "../../ipc/call";
import { showEvidence, useOriginName } from "../../shared/facts/origin";
import { showAsPages } from "../../state/pageMode";
import { reportError, showToast } from "../../state/toasts";
import styles from "./sections.module.css";

interface EvidenceSectionProps {
	detail: FactDetail;
	/** False beside a card that has the words. */
	isQuoted?: boolean;
}

/** The exact words within what stands around them, and the way to them. */
export function EvidenceSection({ detail: { fact, evidence }, isQuoted = true }: EvidenceSectionProps) {
	const t = useWords();
	const originName = useOriginName();
	const locationLabel = useLocationLabel();
	const lines = useLocationDetails();
	if (!evidence) {
		return (
			<Section title={t("inspector.evidence")}>
				<p className={styles.muted}>∅ {t("inspector.noEvidence")}</p>
			</Section>
		);
	}
	const from = originName(evidence);
	const copy = () =>
		call(
			commands.copyText(
				`${t("app.quoted", { words: evidence.quote })} (${[from, locationLabel(evidence.place), fact.label].filter(Boolean).join(", ")})`,
			),
		).then(() => showToast({ title: words("app.copied") }), reportError);
	return (
		<Section title={t("inspector.evidence")}>
			{isQuoted && <Quote evidence={evidence} />}
			<p className={styles.muted}>{[from, ...lines(evidence.place)].join(" · ")}</p>
			<div className={styles.row}>
				<Button onClick={() => void showEvidence(fact.id, evidence)}>
					{t(evidence.inputId === null ? "inspector.showInAudit" : "inspector.showInSource")}
				</Button>
				{evidence.place?.place?.kind === "page" && (
					<Button
						onClick={() => {
							showAsPages();
							void showEvidence(fact.id, evidence);
						}}
					>
						{t("inspector.showPage")}
					</Button>
				)}
				<Button kind="quiet" onClick={() => void copy()}>
					{t("inspector.copyCitation")}
				</Button>
			</div>
		</Section>
	);
}
