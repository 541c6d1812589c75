import { useNavigation } from "../../app/navigation";
import { useSelection } from "../../app/selection";
import { useWords } from "../../i18n/useWords";
import type { BundleRow, EvidenceView } from "../../ipc/bindings";

/** What words were said in: an Input by its label and title, else the kind of turn, which has no name of its own. */

type Named = Pick<EvidenceView, "inputLabel" | "inputTitle" | "section">;

/** Names where a quote stands. */
export function useOriginName(): (evidence: Named) => string {
	const t = useWords();
	return ({ inputLabel, inputTitle, section }) => {
		if (inputLabel !== null) return nameOfInput({ inputLabel, inputTitle });
		if (section === "USER_ANSWERS") return t("audit.origin.answer");
		return t(section === "AGENT_OUTPUT" ? "audit.origin.agent" : "audit.origin.chat");
	};
}

/** Names a bundle. */
export function useBundleName(): (row: BundleRow) => string {
	const t = useWords();
	return (row) => (row.turn === null ? nameOfInput(row) : t(`audit.of.${row.turn}`));
}

/** To the words in their Input; what was said in a turn stands in its bundle alone. */
export function showWords(fact: string, { inputId, bundleId }: Pick<EvidenceView, "inputId" | "bundleId">): void {
	const { showInSource, showInAudit } = useNavigation.getState();
	if (inputId !== null) {
		showInSource(fact);
		return;
	}
	useSelection.getState().select(fact, "inspector");
	showInAudit({ bundle: bundleId, run: null });
}

function nameOfInput({ inputLabel, inputTitle }: Pick<Named, "inputLabel" | "inputTitle">): string {
	return [inputLabel, inputTitle].filter(Boolean).join(" ");
}
