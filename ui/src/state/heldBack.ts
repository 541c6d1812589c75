import { create } from "zustand";
import type { HeldBack } from "../ipc/bindings";

/** Facts that were to be accepted and whose column says the same already: they wait here for the analyst's word. */

interface Waiting {
	discovery: string;
	held: HeldBack;
	/** Told when it was decided about, or left. */
	settled: () => void;
}

export const useHeldBack = create<{ waiting: readonly Waiting[] }>()(() => ({ waiting: [] }));

/** Asks about each; done when all are decided about or left as they were. */
export async function decideHeldBack(discovery: string, held: readonly HeldBack[]): Promise<void> {
	const asked = held.map(
		(one) =>
			new Promise<void>((settled) => {
				useHeldBack.setState(({ waiting }) => ({ waiting: [...waiting, { discovery, held: one, settled }] }));
			}),
	);
	await Promise.all(asked);
}

export function settle(facts: readonly string[]): void {
	const { waiting } = useHeldBack.getState();
	const isSettled = ({ held }: Waiting) => facts.includes(held.id);
	useHeldBack.setState({ waiting: waiting.filter((one) => !isSettled(one)) });
	for (const one of waiting.filter(isSettled)) one.settled();
}
