import { type RefObject, useEffect } from "react";
import { useNavigation } from "../../state/navigation";
import { selectPlace } from "./selectPlace";

/** Shows words that another view asked for, as if they were selected by hand. */
export function useShownPlace(
	input: string,
	scroller: RefObject<HTMLElement | null>,
	toBlock: (block: number) => void,
): void {
	const place = useNavigation((navigation) => navigation.place);
	useEffect(() => {
		const view = scroller.current;
		if (place?.input !== input || !view) return;
		useNavigation.setState({ place: null });
		toBlock(place.block);
		void selectPlace(view, place);
	}, [place, input, scroller, toBlock]);
}
