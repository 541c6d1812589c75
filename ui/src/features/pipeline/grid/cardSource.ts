import type { Card, ColumnQuery, PipelineCards } from "../../../ipc/bindings";
import { pagesOf, type Range } from "./range";

/**
 * The cards of one column, fetched by the page as they come into view. What is shown stays until what replaces it has
 * come: after a change the old page, after another question the old answer.
 */

const PAGE = 100;
const PAGES_KEPT = 24;
/** While the scroll bar is dragged over thousands of rows, only the last position is worth asking for. */
const AT_ONCE = 2;

export type FetchCards = (query: ColumnQuery, from: number, count: number) => Promise<PipelineCards>;

interface Answer {
	query: ColumnQuery;
	revision: number;
	count: number;
	/** Each with the revision that it was asked for under; an undone change may bring an old one back. */
	pages: Map<number, { revision: number; cards: readonly Card[] }>;
}

interface Events {
	/** `renewed`: another question is answered now, so the column begins at its top. */
	onArrive: (renewed: boolean) => void;
	onFail: (error: unknown) => void;
}

export class CardSource {
	readonly #fetch: FetchCards;
	readonly #events: Events;
	#shown: Answer | null = null;
	#next: Answer | null = null;
	#wanted: Range = { first: 0, end: 0 };
	#asked = new Set<string>();
	#failed = false;

	constructor(fetch: FetchCards, events: Events) {
		this.#fetch = fetch;
		this.#events = events;
	}

	get count(): number {
		return this.#shown?.count ?? 0;
	}

	at(row: number): Card | undefined {
		return this.#shown?.pages.get(Math.floor(row / PAGE))?.cards[row % PAGE];
	}

	/** Among the pages that are here. */
	rowOf(label: string): number | undefined {
		for (const [page, { cards }] of this.#shown?.pages ?? []) {
			const at = cards.findIndex((card) => card.label === label);
			if (at >= 0) return page * PAGE + at;
		}
		return undefined;
	}

	/** Sets the present content of the column, and its query. */
	show(query: ColumnQuery, revision: number, count: number): void {
		this.#failed = false;
		const current = this.#next ?? this.#shown;
		if (current && sameQuery(current.query, query)) {
			current.revision = revision;
			current.count = count;
		} else {
			this.#next = { query, revision, count, pages: new Map() };
			if (count === 0 || !this.#shown) this.#turnTo(this.#next);
		}
		this.#pump();
	}

	want(range: Range): void {
		this.#wanted = range;
		this.#pump();
	}

	retry(): void {
		this.#failed = false;
		this.#pump();
	}

	#pump(): void {
		const answer = this.#next ?? this.#shown;
		if (!answer || this.#failed) return;
		const range = this.#next ? { first: 0, end: Math.min(PAGE, answer.count) } : this.#wanted;
		for (const page of pagesOf({ first: range.first, end: Math.min(range.end, answer.count) }, PAGE)) {
			if (this.#asked.size >= AT_ONCE) return;
			const known = answer.pages.get(page);
			if (!known || known.revision !== answer.revision) void this.#ask(answer, page);
		}
	}

	async #ask(answer: Answer, page: number): Promise<void> {
		const { revision } = answer;
		const name = `${revision} ${page} ${JSON.stringify(answer.query)}`;
		if (this.#asked.has(name)) return;
		this.#asked.add(name);
		try {
			const reply = await this.#fetch(answer.query, page * PAGE, PAGE);
			answer.pages.set(page, { revision, cards: reply.cards });
			this.#forgetFar(answer);
			const renewed = answer === this.#next;
			if (renewed) this.#turnTo(answer);
			else if (answer === this.#shown) this.#events.onArrive(false);
		} catch (error) {
			this.#failed = true;
			this.#events.onFail(error);
		} finally {
			this.#asked.delete(name);
			this.#pump();
		}
	}

	#turnTo(answer: Answer): void {
		const isFirst = this.#shown === null;
		this.#shown = answer;
		this.#next = null;
		this.#events.onArrive(!isFirst);
	}

	#forgetFar({ pages }: Answer): void {
		if (pages.size <= PAGES_KEPT) return;
		const here = Math.floor(this.#wanted.first / PAGE);
		const [farthest] = [...pages.keys()].toSorted((a, b) => Math.abs(b - here) - Math.abs(a - here));
		if (farthest !== undefined) pages.delete(farthest);
	}
}

function sameQuery(a: ColumnQuery, b: ColumnQuery): boolean {
	return JSON.stringify(a) === JSON.stringify(b);
}
