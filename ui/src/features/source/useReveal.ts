import { useQueryClient } from "@tanstack/react-query";
import { type RefObject, useEffect, useRef, useState } from "react";
import type { FactPlace, SourceOutline } from "../../ipc/bindings";
import { placeQuery } from "../../ipc/queries";
import { useNavigation } from "../../state/navigation";
import { useSelection } from "../../state/selection";
import { cardOf, followWords, wordsOf } from "./followWords";
import { keptView } from "./keptViews";

export type Focus = "words" | "card";
export type Reveal = (fact: string, focus?: Focus) => Promise<void>;

interface RevealOptions {
	discovery: string;
	outline: SourceOutline;
	scroller: RefObject<HTMLElement | null>;
	/** Brings the place into view; its words may still be on their way. */
	goTo: (place: FactPlace) => void;
	/** The name that the view's place is kept under. */
	keptAs: string;
}

/** Brings the words of a fact into view, wherever in the discovery they stand, and does so for what other views select. */
export function useReveal({ discovery, outline, scroller, goTo, keptAs }: RevealOptions): Reveal {
	const client = useQueryClient();
	const stop = useRef<() => void>(undefined);
	const read = useNavigation((navigation) => navigation.read);
	const target = useNavigation((navigation) => navigation.target);
	const { factId, origin, turn } = useSelection();

	const reveal: Reveal = async (fact, focus) => {
		stop.current?.();
		const view = scroller.current;
		if (!view) return;
		const isFar = !wordsOf(view, fact);
		if (isFar) {
			const place = await client.fetchQuery(placeQuery(fact)).catch(() => null);
			// A fact without evidence stands nowhere.
			if (!place || useSelection.getState().factId !== fact) return;
			if (place.inputId !== outline.inputId) return read(discovery, place.inputId);
			goTo(place);
		}
		stop.current = followWords(view, fact, isFar, (words) => {
			cardOf(view, fact)?.scrollIntoView({ block: "nearest" });
			if (focus === "words") words.focus({ preventScroll: true });
			if (focus === "card") cardOf(view, fact)?.focus({ preventScroll: true });
		});
	};

	// A selection made elsewhere, or before the view was opened, is scrolled to once it is shown; a view that comes back
	// to where it was left stays there.
	const latest = useRef(reveal);
	useEffect(() => {
		latest.current = reveal;
	});
	const [kept] = useState(() => keptView(keptAs));
	useEffect(() => {
		const before = useSelection.getState().factId;
		if (before && !kept) void latest.current(before);
		return () => stop.current?.();
	}, [kept]);
	useEffect(() => {
		if (factId && origin !== "source" && turn !== kept?.turn) void latest.current(factId);
	}, [factId, origin, turn, kept]);
	useEffect(() => {
		if (!target || target.request === kept?.request) return;
		if (target.factId === useSelection.getState().factId) void latest.current(target.factId);
	}, [target, kept]);
	return reveal;
}
