/**
 * Scrolls until words stand in view, and stays with them while the rows above are measured for the first
 * time and push them about.
 */

import { spanKey } from "./draft";
import type { TextSpan } from "./sentences";

/** Frames to wait for the row to be mounted and its height to settle. */
const MAX_FRAMES = 90;
const STILL_FRAMES = 3;
const MARGIN = 24;
const TOUCHES = ["wheel", "pointerdown", "touchstart"] as const;

export function factElement(view: Element, fact: string): HTMLElement | null {
	return view.querySelector<HTMLElement>(`[data-facts~="${CSS.escape(fact)}"]`);
}

/** The words that were asked for. */
export function markedElement(view: Element, span: TextSpan): HTMLElement | null {
	return view.querySelector<HTMLElement>(`[data-place="${spanKey(span)}"]`);
}

export function cardElement(view: Element, fact: string): HTMLElement | null {
	return view.querySelector<HTMLElement>(`[data-fact-card="${CSS.escape(fact)}"]`);
}

/** `done` gets the words once they stand still. The returned function stops following; so does any touch of the reader. */
export function scrollToWords(
	view: HTMLElement,
	find: () => HTMLElement | null,
	/** To the middle, as after a jump; else only what is out of view is scrolled to. */
	toMiddle: boolean,
	done: (words: HTMLElement) => void,
): () => void {
	let frame = 0;
	let frames = 0;
	let still = 0;
	let centring = toMiddle;

	const stop = () => {
		cancelAnimationFrame(frame);
		for (const touch of TOUCHES) view.removeEventListener(touch, stop);
	};
	const step = () => {
		const words = find();
		const off = words ? distance(view, words, centring) : null;
		if (off) {
			centring = true;
			view.scrollTop += off;
		}
		still = off === 0 ? still + 1 : 0;
		frames += 1;
		if (words && still >= STILL_FRAMES) {
			stop();
			done(words);
		} else if (frames < MAX_FRAMES) frame = requestAnimationFrame(step);
		else stop();
	};
	for (const touch of TOUCHES) view.addEventListener(touch, stop, { passive: true });
	frame = requestAnimationFrame(step);
	return stop;
}

/** Returns the distance to scroll: nothing while the words are in view; else to the middle, and once begun exactly
 * there. */
function distance(view: HTMLElement, words: HTMLElement, exactly: boolean): number {
	const frame = view.getBoundingClientRect();
	const box = words.getClientRects()[0] ?? words.getBoundingClientRect();
	const inView = box.top >= frame.top + MARGIN && box.bottom <= frame.bottom - MARGIN;
	if (inView && !exactly) return 0;
	const wanted = (box.top + box.bottom - frame.top - frame.bottom) / 2;
	const target = Math.min(Math.max(0, view.scrollTop + wanted), view.scrollHeight - view.clientHeight);
	const off = Math.round(target - view.scrollTop);
	return Math.abs(off) <= 1 ? 0 : off;
}
