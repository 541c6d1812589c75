import { useQuery } from "@tanstack/react-query";
import { type RefObject, useDeferredValue, useEffect, useEffectEvent } from "react";
import { useCommand } from "../../commands/useCommand";
import { sourceFindQuery } from "../../ipc/wordQueries";
import type { InputLocation } from "../../state/navigation";
import { markedElement } from "./scrollToWords";
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
	/** The position where the search begins. */
	firstInView: number;
	show: (location: InputLocation) => void;
}

/** A selection that is longer is no word that anybody looks for. */
const LONGEST = 80;

/** Searches the open source: as soon as a text is typed, the next location is shown, and how many there are. */
export function useFind({ input, scroller, firstInView, show }: FindOptions): Finding | null {
	const finding = useSource((state) => state.finding);
	const query = useDeferredValue(finding?.text.trim() ?? "");
	const { data, isFetching } = useQuery({ ...sourceFindQuery(input, query), enabled: query !== "" });
	const locations = query === "" ? [] : (data ?? []);
	const at = locations.findIndex(({ start }) => start === finding?.start);

	const go = (to: number) => {
		const location = locations[to];
		if (!location) return;
		useSource.getState().find({ start: location.start });
		show(location);
	};
	const onFound = useEffectEvent(() => {
		if (at < 0)
			go(
				Math.max(
					0,
					locations.findIndex(({ block }) => block >= firstInView),
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
		count: locations.length,
		isLooking: isFetching || query !== finding.text.trim(),
		turn: finding.turn,
		onType: (text) => useSource.getState().type(text),
		onStep: (step) => go((at + step + locations.length) % Math.max(1, locations.length)),
		onClose: () => {
			useSource.setState({ finding: null });
			const { marked } = useSource.getState();
			const view = scroller.current;
			((view && marked && markedElement(view, marked)) ?? view)?.focus({ preventScroll: true });
		},
	};
}
