import { Quote } from "../../components/Quote";
import type { EvidenceView } from "../../ipc/bindings";

/** A quote as large as it is read, with where it stands. */
export function Evidence({ evidence }: { evidence: EvidenceView }) {
	const { inputLabel, inputTitle } = evidence;
	const caption = [inputLabel, inputTitle].filter((part) => part !== null).join(" ");
	return <Quote evidence={evidence} context={160} caption={caption} />;
}
