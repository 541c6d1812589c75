import { useQuery } from "@tanstack/react-query";
import { type RefObject, useDeferredValue, useEffect, useEffectEvent } from "react";
import { useCommand } from "../../commands/useCommand";
import { sourceFindQuery } from "../../ipc/wordQueries";
import type { InputPlace } from "../../state/navigation";
import { markedOf } from "./followWords";
import { useSource } from "./sourceState";

export interface Finding {
	text: string;
	/** The one that is shown, from 1. */
	at: number;
	count: number;
	isLooking: boolean;
	/** Another each time that the bar is asked for: its field takes the focus again. */
	turn: number;
	onType: (text: string) => void;
	onStep: (step: 1 | -1) => void;
	onClose: () => void;
}

interface FindOptions {
	input: string;
	scroller: RefObject<HTMLElement | null>;
	/** Where looking begins. */
	firstInView: number;
	show: (place: InputPlace) => void;
}

/** A selection that is longer is no word that anybody looks for. */
const LONGEST = 80;

/** What is looked for in the source that is read: as soon as it is typed the next place is shown, and how many there are. */
export function useFind({ input, scroller, firstInView, show }: FindOptions): Finding | null {
	const finding = useSource((state) => state.finding);
	const asked = useDeferredValue(finding?.text.trim() ?? "");
	const { data, isFetching } = useQuery({ ...sourceFindQuery(input, asked), enabled: asked !== "" });
	const places = asked === "" ? [] : (data ?? []);
	const at = places.findIndex(({ start }) => start === finding?.start);

	const go = (to: number) => {
		const place = places[to];
		if (!place) return;
		useSource.getState().find({ start: place.start });
		show(place);
	};
	const onFound = useEffectEvent(() => {
		if (at < 0)
			go(
				Math.max(
					0,
					places.findIndex(({ block }) => block >= firstInView),
				),
			);
	});
	useEffect(() => {
		if (data) onFound();
	}, [data]);
	useCommand("source.find", () => {
		const selected = document.getSelection()?.toString().trim() ?? "";
		const isWord = selected !== "" && selected.length <= LONGEST && !selected.includes("\n");
		useSource.getState().find(isWord ? { text: selected } : {});
	});
	if (!finding) return null;
	return {
		text: finding.text,
		at: at + 1,
		count: places.length,
		isLooking: isFetching || asked !== finding.text.trim(),
		turn: finding.turn,
		onType: (text) => useSource.getState().type(text),
		onStep: (step) => go((at + step + places.length) % Math.max(1, places.length)),
		onClose: () => {
			useSource.setState({ finding: null });
			const { marked } = useSource.getState();
			const view = scroller.current;
			((view && marked && markedOf(view, marked)) ?? view)?.focus({ preventScroll: true });
		},
	};
}
