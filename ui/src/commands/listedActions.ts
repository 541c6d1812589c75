import { useEffect } from "react";

/** An action in the menus of the shown content, which the palette offers beside the commands that have names of their
 * own. */

export interface ListedAction {
	words: string;
	run: () => void;
}

interface Listed {
	group: string;
	actions: readonly ListedAction[];
}

const shown = new Set<Listed>();

/** Offers these in the palette while the calling component is shown, under a name for all of them; under none, not. */
export function useListedActions(group: string | undefined, actions: readonly ListedAction[]): void {
	useEffect(() => {
		if (group === undefined) return;
		const listed = { group, actions };
		shown.add(listed);
		return () => {
			shown.delete(listed);
		};
	}, [group, actions]);
}

/** As it is when the palette opens. */
export function listedActions(): { group: string; action: ListedAction }[] {
	return [...shown].flatMap(({ group, actions }) => actions.map((action) => ({ group, action })));
}
