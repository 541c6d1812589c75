import type {
	AnswerSaid,
	Backup,
	BundleRow,
	Discovery,
	FactRow,
	Hint,
	InputSummary,
	Missing,
	Preferences,
	RunView,
} from "../bindings";
import { type ChatContent, emptyChatContent, type FakeChat } from "./chat/state";
import type { Memory } from "./memory/seed";
import type { FakePipeline } from "./pipeline/board";
import { type FakeProviders, noProviders } from "./sending";

/** The fake library. Collections are replaced, never changed in place, so that an undo step is one reference. */

export interface FakeFact {
	row: FactRow;
	discovery: string;
	/** UTF-16 place in the Input's text; null for what no Input says. */
	place: { input: string; start: number; end: number } | null;
	/** UTF-16 place in the bundle of a turn, of what was answered there. */
	answer: { bundle: string; start: number; end: number } | null;
	missing: Missing[];
	hint: Hint | null;
	reason: string;
	rival: string | null;
	supersedes: string | null;
	reaffirmed: number;
	run: string | null;
}

export interface FakeInput {
	summary: InputSummary;
	discovery: string;
	text: string;
}

export interface FakeBundle {
	row: BundleRow;
	discovery: string;
	text: string;
	/** Where the bundle's text begins in the Input. */
	start: number;
}

export interface Content {
	discoveries: readonly Discovery[];
	inputs: readonly FakeInput[];
	facts: ReadonlyMap<string, FakeFact>;
	bundles: readonly FakeBundle[];
	runs: ReadonlyMap<string, RunView>;
	/** By discovery. */
	pipelines: ReadonlyMap<string, FakePipeline>;
	chat: ChatContent;
	/** None before somebody looked. */
	memory: Memory | null;
	/** What was answered last, by discovery and question. */
	answers: Answers;
}

/** By "discovery question"; with no question it is what is said freely. */
type Answers = ReadonlyMap<string, AnswerSaid>;

interface Step {
	seq: number;
	at: number;
	name: string;
	before: Content;
	after: Content;
	/** Drafts that it sent. */
	sent: Answers;
}

export interface FakeState {
	content: Content;
	chat: FakeChat;
	preferences: Preferences;
	undo: Map<string, { done: Step[]; undone: Step[] }>;
	/** Answers that are written and not sent: no step of undo. */
	drafts: Map<string, AnswerSaid>;
	cancelled: Set<string>;
	unavailable: boolean;
	/** Whether a pack that is checked is found changed. */
	brokenPack: boolean;
	backups: Backup[];
	providers: FakeProviders;
	nextSerial: number;
	clock: number;
}

const NOW = Date.UTC(2026, 10, 20, 9, 30);

export function emptyState(): FakeState {
	return {
		content: {
			discoveries: [],
			inputs: [],
			facts: new Map(),
			bundles: [],
			runs: new Map(),
			pipelines: new Map(),
			chat: emptyChatContent,
			memory: null,
			answers: new Map(),
		},
		drafts: new Map(),
		chat: { conversations: [], messages: new Map(), pace: 16, stride: 24 },
		preferences: { theme: "system", sidebar: true, inspector: true, language: "en", lastDiscovery: null },
		undo: new Map(),
		cancelled: new Set(),
		unavailable: false,
		brokenPack: false,
		backups: [
			{ id: "b2", takenAt: NOW - 7_200_000, bytes: 4_812_800, discoveries: 3, facts: 1204 },
			{ id: "b1", takenAt: NOW - 93_600_000, bytes: 4_100_096, discoveries: 3, facts: 1101 },
		],
		providers: noProviders(),
		nextSerial: 1,
		clock: NOW,
	};
}

/** Records a change as one undo step of a discovery, or of the library when `scope` is null. */
export function commit(
	state: FakeState,
	scope: string | null,
	name: string,
	after: Content,
	sent: Answers = new Map(),
): void {
	const stack = state.undo.get(scope ?? "") ?? { done: [], undone: [] };
	stack.done.push({ seq: state.nextSerial++, at: state.clock++, name, before: state.content, after, sent });
	stack.undone = [];
	state.undo.set(scope ?? "", stack);
	state.content = after;
}

export function step(state: FakeState, scope: string | null, direction: "undo" | "redo") {
	const stack = state.undo.get(scope ?? "") ?? { done: [], undone: [] };
	const [from, to] = direction === "undo" ? [stack.done, stack.undone] : [stack.undone, stack.done];
	const taken = from.pop();
	if (!taken) return { done: null, keptDrafts: 0, state: undoState(state, scope) };
	to.push(taken);
	state.content = direction === "undo" ? taken.before : taken.after;
	return { done: taken.name, keptDrafts: turnDrafts(state, taken.sent, direction), state: undoState(state, scope) };
}

/** A draft that was written since stays; says how many hide one that would have come back. */
function turnDrafts({ drafts }: FakeState, sent: Answers, direction: "undo" | "redo"): number {
	let kept = 0;
	for (const [place, said] of sent) {
		const now = drafts.get(place);
		const isWritten = now !== undefined && (now.quick !== null || now.text !== "");
		const isSame = isWritten && now.quick === said.quick && now.text === said.text;
		if (direction === "redo" && isSame) drafts.delete(place);
		if (direction === "undo" && !isWritten) drafts.set(place, said);
		if (direction === "undo" && isWritten && !isSame) kept++;
	}
	return kept;
}

export function undoState(state: FakeState, scope: string | null) {
	const stack = state.undo.get(scope ?? "");
	const newest = stack?.done.at(-1);
	return {
		undo: newest?.name ?? null,
		redo: stack?.undone.at(-1)?.name ?? null,
		newest: newest?.seq ?? null,
	};
}
