import { Button } from "../../components/Button";
import { Quote } from "../../components/Quote";
import { Section } from "../../components/Section";
import { useWords, words } from "../../i18n/useWords";
import { commands, type FactDetail } from "../../ipc/bindings";
import { call } from "../../ipc/call";
import { showWords, useOriginName } from "../../shared/facts/origin";
import { note, reportError } from "../../state/toasts";
import styles from "./sections.module.css";

/** The exact words with a line of context, and the way to them. */
export function EvidenceSection({ detail: { fact, evidence } }: { detail: FactDetail }) {
	const t = useWords();
	const originName = useOriginName();
	if (!evidence) {
		return (
			<Section title={t("inspector.evidence")}>
				<p className={styles.muted}>∅ {t("inspector.noEvidence")}</p>
			</Section>
		);
	}
	const from = originName(evidence);
	const copy = () =>
		call(commands.copyText(`“${evidence.quote}” (${from}, ${fact.label})`)).then(
			() => note({ title: words("app.copied") }),
			reportError,
		);
	return (
		<Section title={t("inspector.evidence")}>
			<Quote evidence={evidence} />
			<p className={styles.muted}>{from}</p>
			<div className={styles.row}>
				<Button onClick={() => void showWords(fact.id, evidence)}>
					{t(evidence.inputId === null ? "inspector.showInAudit" : "inspector.showInSource")}
				</Button>
				<Button kind="quiet" onClick={() => void copy()}>
					{t("inspector.copyCitation")}
				</Button>
			</div>
		</Section>
	);
}
