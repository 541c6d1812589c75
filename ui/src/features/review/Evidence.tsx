import { LinkButton } from "../../components/LinkButton";
import { Quote } from "../../components/Quote";
import { useWords } from "../../i18n/useWords";
import type { EvidenceView } from "../../ipc/bindings";
import { showEvidence, useOriginName } from "../../shared/facts/origin";

/** A quote as large as it is read, with where it stands and the way there. */
export function Evidence({ evidence, fact }: { evidence: EvidenceView; fact: string }) {
	const t = useWords();
	const originName = useOriginName();
	const way = evidence.inputId === null ? "inspector.showInAudit" : "inspector.showInSource";
	const caption = (
		<LinkButton onClick={() => void showEvidence(fact, evidence)}>
			<span className="visually-hidden">{t(way)}: </span>
			{originName(evidence)}
		</LinkButton>
	);
	return <Quote evidence={evidence} context={160} caption={caption} />;
}
