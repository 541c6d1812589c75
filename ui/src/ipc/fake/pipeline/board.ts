import type { Because, Card, EntityStatus, EntityVersion, Kind, OutputType, Suggestion } from "../../bindings";
import type { Label } from "../../label";
import type { Content, FakeFact } from "../state";

/** The five columns of a discovery, worked out from the fake library and kept for as long as that does not change. */

export const kinds: readonly Kind[] = ["input", "fact", "insight", "recommendation", "output"];
const letters: Record<Kind, string> = { input: "I", fact: "F", insight: "N", recommendation: "R", output: "O" };

export interface FakeEntity {
	label: Label;
	kind: Kind;
	no: number;
	id: string;
	text: string;
	state: "draft" | "validated";
	mark: EntityStatus | null;
	because: Because | null;
	versions: readonly EntityVersion[];
	rank: number;
	archived: boolean;
	outputType: OutputType | null;
	fromAssistant: boolean;
	hasEvidence: boolean;
	factStatus: Card["factStatus"];
	createdAt: number;
}

/** What the pipeline knows of an Input or a fact that the texts and the ledger do not. */
export type Overlay = Partial<Pick<FakeEntity, "mark" | "because" | "archived" | "rank">> & { deleted?: boolean };

export interface FakePipeline {
	own: ReadonlyMap<Label, FakeEntity>;
	over: ReadonlyMap<Label, Overlay>;
	/** Made by hand: from below to what it rests on. */
	links: ReadonlyMap<Label, readonly Label[]>;
	suggestions: readonly Suggestion[];
	/** Pairs that were kept beside each other, with their words, as `pairOf` names them. */
	apart: ReadonlySet<string>;
}

export interface FakeBoard {
	columns: Record<Kind, FakeEntity[]>;
	byLabel: Map<Label, FakeEntity>;
	up: Map<Label, Label[]>;
	down: Map<Label, Label[]>;
	/** Of each fact, the Inputs that its evidence stands in. */
	evidence: Map<Label, Label>;
}

export const emptyPipeline: FakePipeline = {
	own: new Map(),
	over: new Map(),
	links: new Map(),
	suggestions: [],
	apart: new Set(),
};

export function kindOf(label: Label): Kind {
	const kind = kinds.find((one) => letters[one] === label[0]);
	if (!kind) throw new Error(`${label} is no label`);
	return kind;
}

export function labelOf(kind: Kind, no: number): Label {
	return `${letters[kind]}-${no}`;
}

export function statusOf(entity: FakeEntity): EntityStatus {
	return entity.mark ?? entity.state;
}

const boards = new WeakMap<Content, Map<string, FakeBoard>>();

export function boardOf(content: Content, discovery: string): FakeBoard {
	const known = boards.get(content) ?? new Map<string, FakeBoard>();
	boards.set(content, known);
	const board = known.get(discovery) ?? build(content, discovery);
	known.set(discovery, board);
	return board;
}

function build(content: Content, discovery: string): FakeBoard {
	const { own, over, links } = content.pipelines.get(discovery) ?? emptyPipeline;
	const board: FakeBoard = {
		columns: { input: [], fact: [], insight: [], recommendation: [], output: [] },
		byLabel: new Map(),
		up: new Map(),
		down: new Map(),
		evidence: new Map(),
	};
	const put = (entity: FakeEntity) => {
		const { deleted, ...known } = over.get(entity.label) ?? {};
		if (deleted) return;
		const whole = { ...entity, ...known };
		board.columns[entity.kind].push(whole);
		board.byLabel.set(entity.label, whole);
	};
	const link = (up: Label, down: Label) => {
		if (!board.byLabel.has(up) || !board.byLabel.has(down)) return;
		put2(board.up, down, up);
		put2(board.down, up, down);
	};
	for (const { discovery: home, summary, text } of content.inputs) {
		if (home === discovery) put(inputEntity(summary, text));
	}
	for (const fact of content.facts.values()) {
		if (fact.discovery !== discovery || fact.row.status === "rejected" || fact.row.status === "superseded") continue;
		put(factEntity(fact));
		if (fact.place && fact.row.inputLabel) {
			board.evidence.set(fact.row.label, fact.row.inputLabel);
			link(fact.row.inputLabel, fact.row.label);
		}
	}
	for (const entity of own.values()) put(entity);
	for (const [down, ups] of links) for (const up of ups) link(up, down);
	return board;
}

function put2(map: Map<Label, Label[]>, key: Label, value: Label): void {
	const known = map.get(key);
	if (!known) map.set(key, [value]);
	else if (!known.includes(value)) known.push(value);
}

const place = (no: number) => no * 2 ** 20;

function inputEntity(summary: Content["inputs"][number]["summary"], text: string): FakeEntity {
	const no = Number(summary.label.slice(2));
	return {
		label: summary.label,
		kind: "input",
		no,
		id: summary.id,
		text: summary.title,
		state: "validated",
		mark: null,
		because: null,
		versions: [{ version: 1, text, madeAt: summary.addedAt, restores: null }],
		rank: place(no),
		archived: false,
		outputType: null,
		fromAssistant: false,
		hasEvidence: true,
		factStatus: null,
		createdAt: summary.addedAt,
	};
}

function factEntity({ row }: FakeFact): FakeEntity {
	const no = Number(row.label.slice(2));
	const typed = row.valueType !== "note";
	return {
		label: row.label,
		kind: "fact",
		no,
		id: row.id,
		text: typed && row.text === "" ? `${row.keyLabel}: ${row.value}` : row.text,
		state: row.status === "accepted" ? "validated" : "draft",
		mark: row.needsReview || row.status === "conflict" ? "needs_review" : null,
		because: null,
		versions: Array.from({ length: row.version }, (_, at) => ({
			version: at + 1,
			text: row.text,
			madeAt: row.createdAt,
			restores: null,
		})),
		rank: place(no),
		archived: false,
		outputType: null,
		fromAssistant: row.sourceKind === "agent",
		hasEvidence: row.quote !== null,
		factStatus: row.status,
		createdAt: row.createdAt,
	};
}

/** An Input is one if nothing rests on it; anything else if it rests on nothing. */
export function isOrphan(board: FakeBoard, { label, kind }: FakeEntity): boolean {
	return kind === "input" ? !board.down.has(label) : !board.up.has(label);
}

export function cardOf(board: FakeBoard, entity: FakeEntity): Card {
	const { label, id, archived, fromAssistant, hasEvidence, outputType, factStatus } = entity;
	const own = { label, id, archived, fromAssistant, hasEvidence, outputType, factStatus };
	const up = board.up.get(label) ?? [];
	return {
		...own,
		text: entity.text.replaceAll(/\s+/g, " ").slice(0, 240),
		status: statusOf(entity),
		version: entity.versions.length,
		up: up.length,
		down: board.down.get(label)?.length ?? 0,
		upLabels: up.slice(0, 32),
		orphan: isOrphan(board, entity),
	};
}
