import type { Card, ColumnQuery, Kind } from "../../../ipc/bindings";
import type { Label } from "../../../ipc/label";
import { CardSource, type FetchCards } from "./cardSource";
import { ColumnBody, type Emphasis } from "./columnBody";
import { Gap, type Ink } from "./gap";

/**
 * The grid's five columns and the lines between them. React draws the frame; cards and lines are drawn here, at most
 * once a frame, so that scrolling through 100,000 of them costs what a handful does.
 */

export interface ColumnData {
	query: ColumnQuery;
	revision: number;
	count: number;
}

interface Events {
	fetch: FetchCards;
	onFail: (error: unknown) => void;
}

const nothing: Emphasis = { active: null, selected: new Set(), traced: null, stale: new Map() };

/** The least height, in rem, as the style sheet has it: large type makes high cards. */
const ROW_REM = 5.5;

export class Board {
	readonly #events: Events;
	readonly #bodies = new Map<Kind, ColumnBody>();
	readonly #sources = new Map<Kind, CardSource>();
	readonly #gaps = new Map<Kind, { gap: Gap; right: Kind }>();
	readonly #rowHeight = ROW_REM * Number.parseFloat(getComputedStyle(document.documentElement).fontSize);
	#emphasis = nothing;
	#language = "";
	#frame = 0;
	#awaited: { kind: Kind; row: number; tell: (card: Card | undefined) => void } | null = null;
	#ink: Ink | null = null;

	constructor(events: Events) {
		this.#events = events;
	}

	/** Follows a column's element until the returned function is called. */
	column(kind: Kind, index: number, scroller: HTMLElement): () => void {
		const body = new ColumnBody(kind, index, scroller, this.#source(kind), this.#rowHeight);
		this.#bodies.set(kind, body);
		const onScroll = () => this.schedule();
		const size = new ResizeObserver(([entry]) => {
			body.resize(entry?.contentRect.height ?? 0, entry?.contentRect.width ?? 0);
			// Within the frame that laid the column out, so that it is never seen empty.
			body.draw(this.#emphasis, this.#language);
			this.schedule();
		});
		scroller.addEventListener("scroll", onScroll, { passive: true });
		size.observe(scroller);
		return () => {
			size.disconnect();
			scroller.removeEventListener("scroll", onScroll);
			body.detach();
			this.#bodies.delete(kind);
		};
	}

	/** Follows the canvas between a column and the next one that is open. */
	gap(left: Kind, right: Kind, canvas: HTMLCanvasElement): () => void {
		const gap = new Gap(canvas);
		this.#gaps.set(left, { gap, right });
		const size = new ResizeObserver(([entry]) => {
			gap.resize(entry?.contentRect.width ?? 0, entry?.contentRect.height ?? 0);
			this.schedule();
		});
		size.observe(canvas);
		const theme = new MutationObserver(() => {
			this.#ink = null;
			this.schedule();
		});
		theme.observe(document.documentElement, { attributeFilter: ["data-theme"] });
		return () => {
			size.disconnect();
			theme.disconnect();
			this.#gaps.delete(left);
		};
	}

	show(columns: readonly ColumnData[]): void {
		for (const { query, revision, count } of columns) this.#source(query.kind).show(query, revision, count);
		this.schedule();
	}

	emphasise(emphasis: Partial<Emphasis>): void {
		this.#emphasis = { ...this.#emphasis, ...emphasis };
		this.schedule();
	}

	speak(language: string): void {
		this.#language = language;
		this.schedule();
	}

	retry(): void {
		for (const source of this.#sources.values()) source.retry();
	}

	body(kind: Kind): ColumnBody | undefined {
		return this.#bodies.get(kind);
	}

	cell(label: Label): HTMLElement | null {
		for (const body of this.#bodies.values()) {
			const cell = body.cellOf(label);
			if (cell) return cell;
		}
		return null;
	}

	card(label: Label): Card | undefined {
		for (const body of this.#bodies.values()) {
			const card = body.cardOf(label);
			if (card) return card;
		}
		return undefined;
	}

	/** Scrolls a row into view and gives its card once it is there; nothing if another row was asked for meanwhile. */
	async reach(kind: Kind, row: number, centre = false): Promise<Card | undefined> {
		const body = this.#bodies.get(kind);
		this.#awaited?.tell(undefined);
		this.#awaited = null;
		body?.reveal(row, centre);
		this.schedule();
		const card = body?.source.at(row);
		if (card || !body) return card;
		return new Promise((tell) => {
			this.#awaited = { kind, row, tell };
		});
	}

	schedule(): void {
		if (this.#frame === 0) this.#frame = requestAnimationFrame(() => this.drawNow());
	}

	drawNow(): void {
		cancelAnimationFrame(this.#frame);
		this.#frame = 0;
		for (const body of this.#bodies.values()) body.draw(this.#emphasis, this.#language);
		this.#drawLines();
	}

	#drawLines(): void {
		const ink = this.#inks();
		if (!ink) return;
		const placed = new Map([...this.#bodies].map(([kind, body]) => [kind, body.placed()]));
		for (const [left, { gap, right }] of this.#gaps) {
			gap.draw(placed.get(left) ?? [], placed.get(right) ?? [], this.#emphasis.traced, ink);
		}
	}

	/** Read once a theme: asking for a computed style in the middle of a frame would force one. */
	#inks(): Ink | null {
		if (this.#ink) return this.#ink;
		const style = getComputedStyle(document.documentElement);
		const colour = (name: string) => style.getPropertyValue(name).trim();
		this.#ink = { plain: colour("--edge"), strong: colour("--accent"), faded: colour("--border") };
		return this.#ink;
	}

	#tellAwaited(): void {
		const card = this.#awaited && this.#bodies.get(this.#awaited.kind)?.source.at(this.#awaited.row);
		if (!card) return;
		this.#awaited?.tell(card);
		this.#awaited = null;
	}

	#source(kind: Kind): CardSource {
		const known = this.#sources.get(kind);
		if (known) return known;
		const made = new CardSource(this.#events.fetch, {
			onArrive: (renewed) => {
				if (renewed) this.#bodies.get(kind)?.toTop();
				this.schedule();
				this.#tellAwaited();
			},
			onFail: this.#events.onFail,
		});
		this.#sources.set(kind, made);
		return made;
	}
}
