import { useNavigation } from "./navigation";

/** The conflicts alone were asked for elsewhere; the inbox takes it when it opens. */
let areConflictsWanted = false;

export function openConflicts(): void {
	areConflictsWanted = true;
	useNavigation.getState().show("review");
}

export function takeConflictsWanted(): boolean {
	const areWanted = areConflictsWanted;
	areConflictsWanted = false;
	return areWanted;
}
