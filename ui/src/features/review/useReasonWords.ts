import { useWords } from "../../i18n/useWords";
import type { SalienceReason } from "../../ipc/bindings";

/** Returns the reasons that a fact ranks high, in words. */
export function useReasonWords(): (reasons: readonly SalienceReason[]) => string {
	const t = useWords();
	return (reasons) => reasons.map((reason) => t(`inbox.reason.${reason}`)).join(", ");
}
