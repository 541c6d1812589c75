import type { Card, Kind } from "../../../ipc/bindings";
import type { Label } from "../../../ipc/label";
import { type CardElement, fillCard, makeCard, moveTo } from "./cardElement";
import type { CardSource } from "./cardSource";
import { Heights } from "./heights";
import type { PlacedCard } from "./lines";
import { poolSize, type Range, rowsAround, rowsInView, scrollFor } from "./range";

/**
 * The cards of one column in the document: as many as fit and a few more, moved and filled again as the column scrolls.
 * The sizes come from the observer. What a conclusion says is shown whole, so its card is measured when it is filled;
 * in the other columns every row is of one height, and drawing reads nothing that could force a layout.
 */

const BESIDE = 3;

/** The emphasis of cards beyond their own content. */
export interface Emphasis {
	active: Label | null;
	selected: ReadonlySet<Label>;
	traced: ReadonlySet<Label> | null;
	/** The stale content of their reports, in words. */
	stale: ReadonlyMap<Label, string>;
}

export class ColumnBody {
	readonly kind: Kind;
	readonly scroller: HTMLElement;
	readonly source: CardSource;
	readonly #column: number;
	readonly #heights: Heights;
	readonly #isWhole: boolean;
	readonly #space = document.createElement("div");
	#pool: CardElement[] = [];
	#height = 0;
	#width = 0;
	#total = -1;
	/** The row to be brought into view, until its height is known. */
	#wanted: { row: number; centre: boolean } | null = null;

	constructor(kind: Kind, column: number, scroller: HTMLElement, source: CardSource, rowHeight: number) {
		this.kind = kind;
		this.scroller = scroller;
		this.source = source;
		this.#column = column;
		this.#heights = new Heights(rowHeight);
		this.#isWhole = kind !== "input" && kind !== "fact";
		this.#space.role = "presentation";
		this.#space.style.position = "relative";
		// With reduced motion every change takes a moment: scrolled to in that moment, the end is not there yet.
		this.#space.style.setProperty("transition", "none", "important");
		scroller.append(this.#space);
	}

	detach(): void {
		this.#space.remove();
	}

	resize(height: number, width: number): void {
		this.#height = height;
		if (width !== this.#width) {
			this.#width = width;
			this.#heights.forget();
			for (const element of this.#pool) element.measured = null;
		}
		const size = poolSize(height, this.#heights.least, BESIDE);
		if (size === this.#pool.length) return;
		for (const { row } of this.#pool.slice(size)) row.remove();
		const more = Array.from({ length: Math.max(0, size - this.#pool.length) }, () => makeCard(this.#isWhole));
		this.#pool = [...this.#pool.slice(0, size), ...more];
		this.#space.append(...more.map(({ row }) => row));
		// With another number of elements every row has another element.
		for (const element of this.#pool) element.at = -1;
	}

	/** Begins the view with a row. */
	toTop(row = 0): void {
		this.#wanted = null;
		this.scroller.scrollTop = this.#heights.top(row);
	}

	draw(emphasis: Emphasis, language: string): void {
		const { count } = this.source;
		this.#heights.resize(count);
		let range = this.#fill(emphasis, language);
		// Higher cards than was guessed: fewer are in view, all below the first stand lower, and so may what was to be seen.
		for (let again = 0; this.#isWhole && again < 3 && this.#measure(range); again++) {
			if (this.#wanted) this.reveal(this.#wanted.row, this.#wanted.centre);
			range = this.#fill(emphasis, language);
		}
		this.#stretch();
		for (const element of this.#pool) {
			const isShown = element.at >= range.first && element.at < range.end;
			if (isShown) emphasise(element, emphasis);
			else element.at = -1;
			if (element.row.hidden === isShown) element.row.hidden = !isShown;
		}
	}

	#stretch(): void {
		const { total } = this.#heights;
		if (this.#total === total) return;
		this.#total = total;
		this.#space.style.height = `${total}px`;
	}

	#fill({ stale }: Emphasis, language: string): Range {
		const { scrollTop } = this.scroller;
		const range = rowsAround(scrollTop, this.#heights, this.#pool.length, BESIDE, this.source.count);
		this.source.want(range);
		for (let row = range.first; row < range.end; row++) {
			const element = this.#pool[row % this.#pool.length];
			if (!element) continue;
			const card = this.source.at(row);
			fillCard(element, card, { row, column: this.#column, language, stale: card && stale.get(card.label) });
			moveTo(element, this.#heights.top(row));
			if (element.row.hidden) element.row.hidden = false;
		}
		return range;
	}

	/** Reads the height of what was filled anew, all at once, and keeps in place what stands at the top of the view. */
	#measure({ first, end }: Range): boolean {
		const fresh = this.#pool.filter(({ at, card, measured }) => at >= first && at < end && card && card !== measured);
		const { scrollTop } = this.scroller;
		const top = this.#heights.at(scrollTop);
		const found = fresh.map((element) => ({ element, height: element.row.offsetHeight }));
		let above = 0;
		let isChanged = false;
		for (const { element, height } of found) {
			element.measured = element.card;
			const grown = this.#heights.set(element.at, height);
			if (grown !== 0) isChanged = true;
			if (element.at < top) above += grown;
		}
		if (isChanged) this.#stretch();
		if (above !== 0) this.scroller.scrollTop = scrollTop + above;
		return isChanged;
	}

	/** The cards that can be seen, with the middle of what is seen of each, from the top of the column. */
	placed(): PlacedCard[] {
		const { scrollTop } = this.scroller;
		const { first, end } = rowsInView(scrollTop, this.#height, this.#heights, this.source.count);
		const found: PlacedCard[] = [];
		for (let row = first; row < end; row++) {
			const card = this.source.at(row);
			if (!card) continue;
			const top = this.#heights.top(row) - scrollTop;
			const y = (Math.max(0, top) + Math.min(this.#height, top + this.#heights.of(row))) / 2;
			found.push({ label: card.label, y, upLabels: card.upLabels, up: card.up, down: card.down });
		}
		return found;
	}

	reveal(row: number, centre: boolean): void {
		const { scrollTop } = this.scroller;
		const isKnown = this.#pool.some(({ at, card, measured }) => at === row && card && card === measured);
		this.#wanted = this.#isWhole && !isKnown ? { row, centre } : null;
		const to = scrollFor(row, scrollTop, this.#height, this.#heights, centre);
		if (to !== scrollTop) this.scroller.scrollTop = to;
	}

	/** Rows that fit, for the keys that go by the page. */
	get page(): number {
		const { first, end } = rowsInView(this.scroller.scrollTop, this.#height, this.#heights, this.source.count);
		return Math.max(1, end - first - 2);
	}

	/** The row nearest to a height in the window: where an arrow to the side leads. */
	rowAt(clientY: number): number {
		const { top } = this.scroller.getBoundingClientRect();
		return this.#heights.at(clientY - top + this.scroller.scrollTop);
	}

	cellOf(label: Label): HTMLElement | null {
		return this.#pool.find(({ card, row }) => card?.label === label && !row.hidden)?.cell ?? null;
	}

	cardOf(label: Label): Card | undefined {
		const row = this.source.rowOf(label);
		return row === undefined ? undefined : this.source.at(row);
	}
}

function emphasise({ cell, card }: CardElement, { active, selected, traced }: Emphasis): void {
	const label = card?.label ?? "";
	set(cell, "active", label !== "" && label === active);
	set(cell, "traced", traced?.has(label) ?? false);
	const isSelected = String(selected.has(label));
	if (cell.ariaSelected !== isSelected) cell.ariaSelected = isSelected;
}

function set(cell: HTMLElement, name: "active" | "traced", on: boolean): void {
	if ((cell.dataset[name] === "true") === on) return;
	if (on) cell.dataset[name] = "true";
	else delete cell.dataset[name];
}
