import { fitCards, stackCards } from "./heights";

const GAP = 4;
/** Between two blocks, where their last card may reach. */
const BELOW = 14;
/** The least that a block is high. */
const BLOCK = 40;

/**
 * Pushes the cards of a row down to the height of their words; a card in the way pushes the next one on, and where there is
 * no room for all of them some are one line. Where the next block has no cards, they may reach into its room. Follows the
 * text as the window changes its width, until the returned function is called.
 */
export function alignCards(list: HTMLElement, isFollowed: boolean): () => void {
	const text = list.closest("[data-index]")?.querySelector("[data-block-start]");
	if (!text) return () => {};
	let width = -1;
	const observer = new ResizeObserver(() => {
		const now = text.clientWidth;
		if (now !== width) positionCards(list, text, isFollowed);
		width = now;
	});
	positionCards(list, text, isFollowed);
	width = text.clientWidth;
	observer.observe(text);
	return () => observer.disconnect();
}

function positionCards(list: HTMLElement, text: Element, isFollowed: boolean): void {
	const items = [...list.children].filter((item) => item instanceof HTMLElement);
	const shorten = (isShort: (at: number) => boolean) =>
		items.forEach((item, at) => {
			item.toggleAttribute("data-short", isShort(at));
		});
	shorten(() => false);
	const top = list.getBoundingClientRect().top;
	// In a narrow window the cards stand beneath the text, and simply follow one another.
	const beside = list.getBoundingClientRect().left >= text.getBoundingClientRect().right;
	const wanted = items.map((item) => (beside ? Math.max(0, heightOfWords(item, text) - top) : 0));
	const heights = items.map((item) => item.offsetHeight);
	let tops = stackCards(wanted, heights, GAP);
	let taken = heights;
	const room = text.clientHeight + BELOW + (isFollowed ? 0 : BLOCK);
	const isOver = (tops.at(-1) ?? 0) + (heights.at(-1) ?? 0) > room;
	const cards = list.parentElement;
	if (cards) cards.style.blockSize = "";
	// For what is selected, or read whole, the row makes room.
	if (beside && isOver && list.querySelector("[aria-current], [data-open=true]") === null) {
		shorten(() => true);
		const fit = fitCards(wanted, heights, { room, gap: GAP, line: items[0]?.offsetHeight ?? 0 });
		shorten((at) => fit.short[at] ?? false);
		({ tops } = fit);
		taken = items.map((item) => item.offsetHeight);
		if (cards && fit.needed > room) cards.style.blockSize = `${fit.needed}px`;
	}
	let free = 0;
	items.forEach((item, at) => {
		const wantedTop = tops[at] ?? free;
		item.style.marginTop = `${wantedTop - free}px`;
		free = wantedTop + (taken[at] ?? 0);
	});
}

function heightOfWords(item: Element, text: Element): number {
	const fact = item.querySelector("[data-fact-card]")?.getAttribute("data-fact-card") ?? "";
	return text.querySelector(`[data-facts~="${CSS.escape(fact)}"]`)?.getBoundingClientRect().top ?? 0;
}
