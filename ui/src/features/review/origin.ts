import type { InputSummary, WaitingRow } from "../../ipc/bindings";

/** Returns who says a fact, or under which heading; of several Inputs also in which one: in each somebody may be called
 * "Interviewee". */
export function originOf(
	{ speaker, heading, inputId, inputLabel }: WaitingRow,
	inputs: readonly Pick<InputSummary, "id" | "title">[],
	isOfOneInput: boolean,
): string {
	const by = speaker ?? heading;
	const title = inputs.find(({ id }) => id === inputId)?.title || inputLabel;
	if (by === null) return (isOfOneInput ? inputLabel : title) ?? "";
	return isOfOneInput || title === null ? by : `${title} · ${by}`;
}
