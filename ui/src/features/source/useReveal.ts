import { useQueryClient } from "@tanstack/react-query";
import { type RefObject, useEffect, useEffectEvent, useRef } from "react";
import type { FactPlace, SourceOutline } from "../../ipc/bindings";
import { placeQuery } from "../../ipc/queries";
import { type InputLocation, useNavigation } from "../../state/navigation";
import { useSelection } from "../../state/selection";
import { isNewSelection } from "./scrollPositions";
import { cardElement, factElement, markedElement, scrollToWords } from "./scrollToWords";
import { selectSpan } from "./selectSpan";
import { useSource } from "./sourceState";

export type Focus = "words" | "card";
export type Reveal = (fact: string, focus?: Focus) => Promise<void>;

interface RevealOptions {
	discovery: string;
	outline: SourceOutline;
	scroller: RefObject<HTMLElement | null>;
	/** Brings the location of a fact into view, whose words may still be on their way; false where it cannot be seen here. */
	goTo: (location: FactPlace) => boolean;
	/** As `goTo`, of words. */
	goToText: (location: InputLocation) => Promise<boolean>;
}

interface Ways {
	reveal: Reveal;
	/** Brings words into view and marks them; the focus stays where it is. */
	show: (location: InputLocation) => void;
}

/**
 * Brings words into view, marks and focuses them: those that were asked for from anywhere, and those of a fact that is
 * selected elsewhere, which take no focus.
 */
export function useReveal({ discovery, outline, scroller, goTo, goToText }: RevealOptions): Ways {
	const client = useQueryClient();
	const stop = useRef<() => void>(undefined);
	const target = useNavigation((navigation) => navigation.target);
	const { factId, origin, turn } = useSelection();
	const input = outline.inputId;

	const reveal: Reveal = async (fact, focus) => {
		stop.current?.();
		const view = scroller.current;
		if (!view) return;
		const isFar = !factElement(view, fact);
		if (isFar) {
			const location = await client.fetchQuery(placeQuery(fact)).catch(() => null);
			// A fact without evidence stands nowhere.
			if (!location || useSelection.getState().factId !== fact) return;
			if (location.inputId !== input || !goTo(location)) {
				useNavigation.getState().goTo(discovery, { input: location.inputId, block: location.block, fact });
				return;
			}
		}
		stop.current = scrollToWords(
			view,
			() => factElement(view, fact),
			isFar,
			(words) => {
				cardElement(view, fact)?.scrollIntoView({ block: "nearest" });
				if (focus === "words") words.focus({ preventScroll: true });
				if (focus === "card") cardElement(view, fact)?.focus({ preventScroll: true });
			},
		);
	};
	const show = async (location: InputLocation, focus: boolean) => {
		stop.current?.();
		const view = scroller.current;
		if (!view) return;
		if (!(await goToText(location))) {
			useNavigation.getState().goTo(discovery, location);
			return;
		}
		useSource.setState({ marked: location });
		stop.current = scrollToWords(
			view,
			() => markedElement(view, location),
			true,
			(words) => {
				if (!focus) return;
				words.focus({ preventScroll: true });
				void selectSpan(view, location);
			},
		);
	};

	const onTarget = useEffectEvent((wanted: NonNullable<typeof target>) => {
		// What was asked for is what is looked at, whatever was selected before.
		isNewSelection(useSelection.getState().turn);
		useNavigation.setState({ target: null });
		void ("fact" in wanted ? reveal(wanted.fact, "words") : show(wanted, true));
	});
	const onSelection = useEffectEvent((fact: string) => void reveal(fact));
	useEffect(() => () => stop.current?.(), []);
	useEffect(() => {
		if (target?.input === input) onTarget(target);
	}, [target, input]);
	useEffect(() => {
		if (isNewSelection(turn) && factId !== null && origin !== "source") onSelection(factId);
	}, [factId, origin, turn]);
	return { reveal, show: (location) => void show(location, false) };
}
