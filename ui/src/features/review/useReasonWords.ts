import { useWords } from "../../i18n/useWords";
import type { SalienceReason } from "../../ipc/bindings";

/** Why a fact is worth a look, in words. */
export function useReasonWords(): (reasons: readonly SalienceReason[]) => string {
	const t = useWords();
	return (reasons) => reasons.map((reason) => t(`inbox.reason.${reason}`)).join(", ");
}
