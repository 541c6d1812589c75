import { useQueryClient } from "@tanstack/react-query";
import { type RefObject, useEffect, useEffectEvent, useRef } from "react";
import type { FactPlace, SourceOutline } from "../../ipc/bindings";
import { placeQuery } from "../../ipc/queries";
import { type InputPlace, useNavigation } from "../../state/navigation";
import { useSelection } from "../../state/selection";
import { cardOf, followWords, markedOf, wordsOf } from "./followWords";
import { isNews } from "./keptViews";
import { selectPlace } from "./selectPlace";
import { useSource } from "./sourceState";

export type Focus = "words" | "card";
export type Reveal = (fact: string, focus?: Focus) => Promise<void>;

interface RevealOptions {
	discovery: string;
	outline: SourceOutline;
	scroller: RefObject<HTMLElement | null>;
	/** Brings the place of a fact into view, whose words may still be on their way; false where it cannot be seen here. */
	goTo: (place: FactPlace) => boolean;
	/** As `goTo`, of words. */
	goToWords: (place: InputPlace) => Promise<boolean>;
}

interface Ways {
	reveal: Reveal;
	/** Brings words into view and marks them; the focus stays where it is. */
	show: (place: InputPlace) => void;
}

/**
 * Brings words into view, marks and focuses them: those that were asked for from anywhere, and those of a fact that is
 * selected elsewhere, which take no focus.
 */
export function useReveal({ discovery, outline, scroller, goTo, goToWords }: RevealOptions): Ways {
	const client = useQueryClient();
	const stop = useRef<() => void>(undefined);
	const target = useNavigation((navigation) => navigation.target);
	const { factId, origin, turn } = useSelection();
	const input = outline.inputId;

	const reveal: Reveal = async (fact, focus) => {
		stop.current?.();
		const view = scroller.current;
		if (!view) return;
		const isFar = !wordsOf(view, fact);
		if (isFar) {
			const place = await client.fetchQuery(placeQuery(fact)).catch(() => null);
			// A fact without evidence stands nowhere.
			if (!place || useSelection.getState().factId !== fact) return;
			if (place.inputId !== input || !goTo(place)) {
				useNavigation.getState().goTo(discovery, { input: place.inputId, block: place.block, fact });
				return;
			}
		}
		stop.current = followWords(
			view,
			() => wordsOf(view, fact),
			isFar,
			(words) => {
				cardOf(view, fact)?.scrollIntoView({ block: "nearest" });
				if (focus === "words") words.focus({ preventScroll: true });
				if (focus === "card") cardOf(view, fact)?.focus({ preventScroll: true });
			},
		);
	};
	const show = async (place: InputPlace, focus: boolean) => {
		stop.current?.();
		const view = scroller.current;
		if (!view) return;
		if (!(await goToWords(place))) {
			useNavigation.getState().goTo(discovery, place);
			return;
		}
		useSource.setState({ marked: place });
		stop.current = followWords(
			view,
			() => markedOf(view, place),
			true,
			(words) => {
				if (!focus) return;
				words.focus({ preventScroll: true });
				void selectPlace(view, place);
			},
		);
	};

	const onTarget = useEffectEvent((asked: NonNullable<typeof target>) => {
		// What was asked for is what is looked at, whatever was selected before.
		isNews(useSelection.getState().turn);
		useNavigation.setState({ target: null });
		void ("fact" in asked ? reveal(asked.fact, "words") : show(asked, true));
	});
	const onSelection = useEffectEvent((fact: string) => void reveal(fact));
	useEffect(() => () => stop.current?.(), []);
	useEffect(() => {
		if (target?.input === input) onTarget(target);
	}, [target, input]);
	useEffect(() => {
		if (isNews(turn) && factId !== null && origin !== "source") onSelection(factId);
	}, [factId, origin, turn]);
	return { reveal, show: (place) => void show(place, false) };
}
