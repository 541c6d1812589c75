import { useWords, words } from "../../i18n/useWords";
import type { BundleRow, EvidenceView } from "../../ipc/bindings";
import { client } from "../../ipc/client";
import { factQuery, placeQuery } from "../../ipc/queries";
import { currentDiscovery } from "../../state/current";
import { useNavigation, type ViewId } from "../../state/navigation";
import { openDetails } from "../../state/panels";
import { useSelection } from "../../state/selection";
import { reportError, showToast } from "../../state/toasts";

/** The source of words: an Input by its label and title, else the kind of turn, which has no name of its own. */

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

/** The one way to the words that prove a fact, from wherever it is named; `origin` is the view that asks. */
export async function openEvidence(fact: string, origin: ViewId | "inspector"): Promise<void> {
	selectFact(fact, origin);
	try {
		const { fact: row, evidence } = await client.fetchQuery(factQuery(fact));
		if (useSelection.getState().factId !== fact) return;
		if (evidence) return await showEvidence(fact, evidence);
		openDetails();
		showToast({ title: words("facts.noWords", { label: row.label }) });
	} catch (error) {
		reportError(error);
	}
}

/**
 * To the words in their Input; what was said in a turn stands in its bundle alone, and so do words that an Input had
 * before it was edited.
 */
export async function showEvidence(
	fact: string,
	{ inputId, bundleId }: Pick<EvidenceView, "inputId" | "bundleId">,
): Promise<void> {
	selectFact(fact, "inspector");
	const location = inputId === null ? null : await client.fetchQuery(placeQuery(fact)).catch(() => null);
	if (useSelection.getState().factId !== fact) return;
	const { goTo, showInAudit } = useNavigation.getState();
	const discovery = currentDiscovery();
	if (location === null || discovery === null) showInAudit({ bundle: bundleId, run: null });
	else goTo(discovery, { input: location.inputId, block: location.block, fact });
}

/** Selects a fact; one that is selected already stays so, with the card that it was selected by. */
function selectFact(fact: string, origin: ViewId | "inspector"): void {
	const { factId, select } = useSelection.getState();
	if (factId !== fact) select(fact, origin);
}

function nameOfInput({ inputLabel, inputTitle }: Pick<Named, "inputLabel" | "inputTitle">): string {
	return [inputLabel, inputTitle].filter(Boolean).join(" ");
}
