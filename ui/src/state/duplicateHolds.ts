import { create } from "zustand";
import type { DuplicateHold } from "../ipc/bindings";

/** Facts that were to be accepted and whose column says the same already: they wait here for the analyst's word. */

interface Waiting {
	discovery: string;
	held: DuplicateHold;
	/** Told when it was decided about, or left. */
	settled: () => void;
}

export const useDuplicateHolds = create<{ waiting: readonly Waiting[] }>()(() => ({ waiting: [] }));

/** Asks about each; done when all are decided about or left as they were. */
export async function decideDuplicateHolds(discovery: string, held: readonly DuplicateHold[]): Promise<void> {
	const decisions = held.map(
		(one) =>
			new Promise<void>((settled) => {
				useDuplicateHolds.setState(({ waiting }) => ({ waiting: [...waiting, { discovery, held: one, settled }] }));
			}),
	);
	await Promise.all(decisions);
}

export function closeDuplicateHolds(facts: readonly string[]): void {
	const { waiting } = useDuplicateHolds.getState();
	const isSettled = ({ held }: Waiting) => facts.includes(held.id);
	useDuplicateHolds.setState({ waiting: waiting.filter((one) => !isSettled(one)) });
	for (const one of waiting.filter(isSettled)) one.settled();
}
