import type {
	Addition,
	AnswerSaid,
	Backup,
	BundleRow,
	Discovery,
	FactRow,
	Hint,
	InputSummary,
	Item,
	Missing,
	Preferences,
	RunView,
	SavedView,
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
	/** What the analyst says of its document. */
	described: { authors: string[]; date: string; reference: string };
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
	/** By discovery, as the next two. */
	items: ReadonlyMap<string, readonly Item[]>;
	views: ReadonlyMap<string, readonly SavedView[]>;
	/** What was taken over of a model's suggestions. */
	taken: ReadonlyMap<string, readonly Addition[]>;
}

/** By "discovery question"; with no question it is what is said freely. */
export type Answers = ReadonlyMap<string, AnswerSaid>;

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
	/** The step that the call under way became, if it changed something. */
	made: number | null;
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
			items: new Map(),
			views: new Map(),
			taken: new Map(),
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
		made: null,
		clock: NOW,
	};
}
