import type { Because, EntityStatus } from "../../bindings";
import type { Label } from "../../label";
import type { FakeState } from "../state";
import { commit } from "../steps";
import {
	boardOf,
	emptyPipeline,
	type FakeBoard,
	type FakeEntity,
	type FakePipeline,
	kindOf,
	type Overlay,
} from "./board";
import { pairOf, type Worded } from "./likeness";

/** One user's action on a pipeline, put together and then committed as one step. */
export class Change {
	readonly board: FakeBoard;
	readonly #state: FakeState;
	readonly #discovery: string;
	readonly #own: Map<Label, FakeEntity>;
	readonly #over: Map<Label, Overlay>;
	readonly #links: Map<Label, readonly Label[]>;
	readonly #apart: Set<string>;
	readonly #rejected = new Set<Label>();
	readonly #before: FakePipeline["suggestions"];
	suggestions: FakePipeline["suggestions"];
	#changed = false;

	constructor(state: FakeState, discovery: string) {
		const { own, over, links, suggestions, apart } = state.content.pipelines.get(discovery) ?? emptyPipeline;
		this.#state = state;
		this.#discovery = discovery;
		this.board = boardOf(state.content, discovery);
		this.#own = new Map(own);
		this.#over = new Map(over);
		this.#links = new Map(links);
		this.#apart = new Set(apart);
		this.suggestions = suggestions;
		this.#before = suggestions;
	}

	add(entity: FakeEntity, from: readonly Label[]): void {
		this.#changed = true;
		this.#own.set(entity.label, entity);
		if (from.length > 0) this.#links.set(entity.label, from);
	}

	/** Changes what is the pipeline's own to change; of an Input or a fact that is an overlay. */
	set(label: Label, change: Partial<FakeEntity>): void {
		const shown = this.board.byLabel.get(label);
		const isSame = ([key, to]: [string, unknown]) =>
			JSON.stringify(shown?.[key as keyof FakeEntity] ?? null) === JSON.stringify(to ?? null);
		if (Object.entries(change).every(isSame)) return;
		this.#changed = true;
		const entity = this.#own.get(label);
		if (entity) this.#own.set(label, { ...entity, ...change });
		else this.#over.set(label, { ...this.#over.get(label), ...change });
	}

	remove(label: Label): void {
		this.#changed = true;
		if (!this.#own.delete(label)) this.#over.set(label, { ...this.#over.get(label), deleted: true });
	}

	/** Neither is a duplicate of the other, as long as both have these words. */
	keepApart(one: Worded, other: Worded): void {
		const pair = pairOf(one, other);
		this.#changed ||= !this.#apart.has(pair);
		this.#apart.add(pair);
	}

	/** A fact stays in the ledger as a rejected one. */
	reject(label: Label): void {
		this.#changed = true;
		this.#rejected.add(label);
	}

	link(up: Label, down: Label): void {
		const known = this.#links.get(down) ?? [];
		if (known.includes(up) || this.board.evidence.get(down) === up) return;
		this.#changed = true;
		this.#links.set(down, [...known, up]);
	}

	unlink(up: Label, down: Label): void {
		const known = this.#links.get(down) ?? [];
		const left = known.filter((one) => one !== up);
		if (left.length === known.length) return;
		this.#changed = true;
		this.#links.set(down, left);
	}

	mark(label: Label, status: EntityStatus, because: Because): void {
		this.set(label, { mark: status, because });
	}

	/** Marks what rests directly on an entity, as an edit of it does. */
	markDependants(label: Label, because: Because): Label[] {
		const touched = this.board.down.get(label) ?? [];
		for (const one of touched) this.mark(one, kindOf(one) === "output" ? "needs_refresh" : "needs_review", because);
		return touched;
	}

	/** What changed nothing is no step, as with the real host. */
	commit(name: string): void {
		if (!this.#changed && this.suggestions === this.#before) return;
		const pipelines = new Map(this.#state.content.pipelines);
		const { suggestions } = this;
		const [own, over, links, apart] = [this.#own, this.#over, this.#links, this.#apart];
		pipelines.set(this.#discovery, { own, over, links, suggestions, apart });
		commit(this.#state, this.#discovery, name, { ...this.#state.content, facts: this.#facts(), pipelines });
	}

	#facts(): FakeState["content"]["facts"] {
		const { facts } = this.#state.content;
		if (this.#rejected.size === 0) return facts;
		const after = new Map(facts);
		for (const [id, fact] of facts) {
			if (fact.discovery !== this.#discovery || !this.#rejected.has(fact.row.label)) continue;
			after.set(id, { ...fact, row: { ...fact.row, status: "rejected", needsReview: false } });
		}
		return after;
	}
}

export function nextNumber(board: FakeBoard, kind: FakeEntity["kind"]): number {
	return board.columns[kind].reduce((most, { no }) => Math.max(most, no), 0) + 1;
}
