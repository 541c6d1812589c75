import type { Card, Kind } from "../../../ipc/bindings";
import type { Label } from "../../../ipc/label";
import { type CardElement, fillCard, makeCard } from "./cardElement";
import type { CardSource } from "./cardSource";
import type { Placed } from "./lines";
import { poolSize, rowsAround, rowsInView, scrollFor } from "./range";

/**
 * The cards of one column in the document: as many as fit and a few more, moved and filled again as the column scrolls.
 * Drawing reads nothing that could force a layout; the sizes come from the observer.
 */

const BESIDE = 3;

/** What is said of cards beyond what is on them. */
export interface Emphasis {
	active: Label | null;
	selected: ReadonlySet<Label>;
	traced: ReadonlySet<Label> | null;
}

export class ColumnBody {
	readonly kind: Kind;
	readonly scroller: HTMLElement;
	readonly source: CardSource;
	readonly #column: number;
	readonly #rowHeight: number;
	readonly #space = document.createElement("div");
	#pool: CardElement[] = [];
	#height = 0;
	#count = -1;

	constructor(kind: Kind, column: number, scroller: HTMLElement, source: CardSource, rowHeight: number) {
		this.kind = kind;
		this.scroller = scroller;
		this.source = source;
		this.#column = column;
		this.#rowHeight = rowHeight;
		this.#space.role = "presentation";
		this.#space.style.position = "relative";
		scroller.append(this.#space);
	}

	detach(): void {
		this.#space.remove();
	}

	resize(height: number): void {
		this.#height = height;
		const size = poolSize(height, this.#rowHeight, BESIDE);
		if (size === this.#pool.length) return;
		for (const { row } of this.#pool.slice(size)) row.remove();
		const more = Array.from({ length: Math.max(0, size - this.#pool.length) }, makeCard);
		this.#pool = [...this.#pool.slice(0, size), ...more];
		this.#space.append(...more.map(({ row }) => row));
		// With another number of elements every row has another element.
		for (const element of this.#pool) element.at = -1;
	}

	toTop(): void {
		this.scroller.scrollTop = 0;
	}

	draw(emphasis: Emphasis, language: string): void {
		const { count } = this.source;
		if (this.#count !== count) {
			this.#count = count;
			this.#space.style.height = `${count * this.#rowHeight}px`;
		}
		const range = rowsAround(this.scroller.scrollTop, this.#rowHeight, this.#pool.length, BESIDE, count);
		this.source.want(range);
		const shown = range.end - range.first;
		for (let row = range.first; row < range.end; row++) {
			const element = this.#pool[row % this.#pool.length];
			if (!element) continue;
			fillCard(element, this.source.at(row), { row, column: this.#column, language }, this.#rowHeight);
			emphasise(element, emphasis);
			if (element.row.hidden) element.row.hidden = false;
		}
		if (shown === this.#pool.length) return;
		for (const element of this.#pool) {
			if (element.at >= range.first && element.at < range.end) continue;
			element.row.hidden = true;
			element.at = -1;
		}
	}

	/** The cards that can be seen, with the middle of each from the top of the column. */
	placed(): Placed[] {
		const { scrollTop } = this.scroller;
		const { first, end } = rowsInView(scrollTop, this.#height, this.#rowHeight, this.source.count);
		const found: Placed[] = [];
		for (let row = first; row < end; row++) {
			const card = this.source.at(row);
			if (!card) continue;
			const y = (row + 0.5) * this.#rowHeight - scrollTop;
			found.push({ label: card.label, y, upLabels: card.upLabels, up: card.up, down: card.down });
		}
		return found;
	}

	reveal(row: number, centre: boolean): void {
		const { scrollTop } = this.scroller;
		const to = scrollFor(row, scrollTop, this.#height, this.#rowHeight, centre);
		if (to !== scrollTop) this.scroller.scrollTop = to;
	}

	/** Rows that fit, for the keys that go by the page. */
	get page(): number {
		return Math.max(1, Math.floor(this.#height / this.#rowHeight) - 1);
	}

	/** The row nearest to a height in the window: where an arrow to the side leads. */
	rowAt(clientY: number): number {
		const { top } = this.scroller.getBoundingClientRect();
		const row = Math.floor((clientY - top + this.scroller.scrollTop) / this.#rowHeight);
		return Math.max(0, Math.min(this.source.count - 1, row));
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
