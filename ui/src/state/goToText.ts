import { type InputLocation, useNavigation } from "./navigation";
import { useSelection } from "./selection";

/** The one way to words of an Input that prove no fact. What was selected is let go of: the text would go on to it. */
export function goToText(discovery: string, { input, block, start, end }: InputLocation): void {
	useSelection.getState().clear();
	// Where only a title was found there are no words; its first letter has the place then.
	useNavigation.getState().goTo(discovery, { input, block, start, end: Math.max(end, start + 1) });
}
