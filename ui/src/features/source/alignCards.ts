import { squeezed, stackCards } from "./heights";

const GAP = 4;
/** Between two blocks, where their last card may reach. */
const BELOW = 14;

/**
 * Pushes the cards of a row down to the height of their words; a card in the way pushes the next one on, and
 * where there is no room for all of them they lie over one another. Follows the
 * text as the window changes its width, until the returned function is called.
 */
export function alignCards(list: HTMLElement): () => void {
	const text = list.closest("[data-index]")?.querySelector("[data-block-start]");
	if (!text) return () => {};
	let width = -1;
	const observer = new ResizeObserver(() => {
		const now = text.clientWidth;
		if (now !== width) place(list, text);
		width = now;
	});
	place(list, text);
	width = text.clientWidth;
	observer.observe(text);
	return () => observer.disconnect();
}

function place(list: HTMLElement, text: Element): void {
	const items = [...list.children].filter((item) => item instanceof HTMLElement);
	const top = list.getBoundingClientRect().top;
	// In a narrow window the cards stand beneath the text, and simply follow one another.
	const beside = list.getBoundingClientRect().left >= text.getBoundingClientRect().right;
	const wanted = items.map((item) => (beside ? Math.max(0, heightOfWords(item, text) - top) : 0));
	const heights = items.map((item) => item.offsetHeight);
	const stacked = stackCards(wanted, heights, GAP);
	const hasSelected = list.querySelector("[aria-current]") !== null;
	const tops = beside && !hasSelected ? squeezed(stacked, heights, text.clientHeight + BELOW) : stacked;
	let free = 0;
	items.forEach((item, at) => {
		const wantedTop = tops[at] ?? free;
		item.style.marginTop = `${wantedTop - free}px`;
		free = wantedTop + (heights[at] ?? 0);
	});
}

function heightOfWords(item: Element, text: Element): number {
	const fact = item.querySelector("[data-fact-card]")?.getAttribute("data-fact-card") ?? "";
	return text.querySelector(`[data-facts~="${CSS.escape(fact)}"]`)?.getBoundingClientRect().top ?? 0;
}
