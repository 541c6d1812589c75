import type {
	Addition,
	BlockLine,
	BlockTurn,
	BlockUpdate,
	BlockWords,
	Contest,
	Enrichment,
	FactRow,
	KnowledgeBlock,
	LineRole,
	ProjectedField,
} from "../bindings";
import { fault, type Handlers, type Notify } from "./reply";
import { allowed } from "./sending";
import type { FakeState } from "./state";
import { commit } from "./steps";
import { factsOf } from "./views";

/** The blocks and fields of the project, worked out from its accepted facts; the fake library has no items. */
export function knowledgeHandlers(state: FakeState, notify: Notify) {
	const takenOf = (discovery: string) => state.content.taken.get(discovery) ?? [];
	const standing = (discovery: string) =>
		factsOf(state, discovery)
			.map((fact) => fact.row)
			.filter((row) => row.status === "accepted" && row.valueType !== "note");
	return {
		knowledgeBlocks: ({ discovery }: { discovery: string; item: string | null }): KnowledgeBlock[] => {
			const blocks = new Map<string, FactRow[]>();
			for (const row of standing(discovery)) {
				const key = blockOf(row.key);
				blocks.set(key, [...(blocks.get(key) ?? []), row]);
			}
			const added = takenOf(discovery);
			const keys = new Set([...blocks.keys(), ...added.map(({ block }) => block)]);
			return [...keys].map((key) => ({
				key,
				revision: 3,
				updated: updatedFor((blocks.get(key) ?? []).at(-1)),
				markdown: `## ${key}\n`,
				lines: [...(blocks.get(key) ?? []).map(line), ...added.filter(({ block }) => block === key).map(addedLine)],
			}));
		},
		knowledgeLastTurn: ({ discovery }: { discovery: string; item: string | null }): BlockTurn[] => {
			const rows = factsOf(state, discovery).map(({ row }) => row);
			const [first] = standing(discovery);
			const contests = rows
				.filter(({ status }) => status === "conflict")
				.slice(0, 100)
				.map(contest);
			const none: BlockTurn[] = [];
			return first === undefined
				? none
				: [{ key: blockOf(first.key), changed: [{ factId: first.id, was: before(first) }], gone: [closed], contests }];
		},
		knowledgeFields: ({ discovery }: { discovery: string; item: string | null }): ProjectedField[] =>
			standing(discovery).map(field),
		fieldTable: () => ({ columns: [], rows: [] }),
		fieldOverride: (): ProjectedField => {
			throw fault("refused", "This host keeps no overrides.");
		},
		fieldClearOverride: (): ProjectedField => {
			throw fault("refused", "This host keeps no overrides.");
		},
		enrichAsk: ({ discovery }: { discovery: string; item: string | null; task: string }): Enrichment => {
			const to = allowed(state, discovery, "derivation");
			if (to === null) throw fault("no_model", "No model is set for derivation. Nothing was sent.");
			return { model: `${to.provider}: ${to.model ?? "scripted"}`, ...suggested };
		},
		enrichTake: ({ discovery, taken: added }: { discovery: string; taken: Addition[] }) => {
			const taken = new Map(state.content.taken).set(discovery, [...takenOf(discovery), ...added]);
			commit(state, discovery, "Take over suggestions", { ...state.content, taken });
			notify(discovery, "knowledge", "undo");
			return null;
		},
	} satisfies Handlers<
		| "knowledgeBlocks"
		| "knowledgeLastTurn"
		| "knowledgeFields"
		| "fieldTable"
		| "fieldOverride"
		| "fieldClearOverride"
		| "enrichAsk"
		| "enrichTake"
	>;
}

const suggested: Omit<Enrichment, "model"> = {
	proposed: [
		{ block: "project.openQuestions", kind: "question", text: "Who holds the keys of the quay at night?" },
		{ block: "project.constraints", kind: "constraint", text: "Keep the fire lane along the quay free." },
		{ block: "project.logistics", kind: "checklist", text: "Ask the harbour office for its plan of the moorings." },
	],
	refused: [
		{
			place: 3,
			sent: '{"op":"replace","block":"project.budget","kind":"note","text":"The budget is 90,000 EUR."}',
			why: "nothing but adding is allowed, and it says “replace”",
		},
		{
			place: 5,
			sent: '{"op":"remove","block":"project.constraints","kind":"constraint","text":"No fireworks."}',
			why: "nothing but adding is allowed, and it says “remove”",
		},
	],
};

const roles: Record<Addition["kind"], LineRole> = {
	question: "question",
	checklist: "check",
	constraint: "suggested",
	note: "note",
};

function addedLine({ kind, text }: Addition): BlockLine {
	return { label: null, text, role: roles[kind], factId: null, factLabel: null, isNew: false };
}

/** The window's tests have a last turn that did one of each to the first block. */
const closed: BlockWords = {
	label: null,
	text: "Who pays for the crane?",
	role: "question",
	factId: null,
	factLabel: null,
};

function before({ keyLabel }: FactRow): BlockWords {
	return { label: keyLabel, text: "what was said before", role: "value", factId: null, factLabel: "F-0" };
}

function contest({ id, label, text }: FactRow): Contest {
	return { factId: id, factLabel: label, text };
}

function updatedFor(row: FactRow | undefined): BlockUpdate | null {
	return row === undefined ? null : { at: Date.UTC(2026, 2, 1, 9, 30), by: "user", forFact: row.label };
}

function blockOf(key: string): string {
	const [scope, topic] = key.split(".");
	return scope === "project" || scope === "item" ? `${scope}.${topic}` : "project.summary";
}

function line(row: FactRow, at: number): BlockLine {
	return { label: row.keyLabel, text: row.value, role: "value", factId: row.id, factLabel: row.label, isNew: at === 0 };
}

function field(row: FactRow): ProjectedField {
	return {
		key: row.key,
		label: row.keyLabel,
		value: { valueType: row.valueType, reading: row.value, unit: null, currency: null, amount: null },
		source: { kind: "fact", factId: row.id, factLabel: row.label, sourceKind: row.sourceKind },
		conflict: false,
	};
}
