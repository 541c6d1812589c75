import type {
	AppError,
	CardEdited,
	CardStatus,
	ChatMode,
	Kind,
	MessageState,
	OutputType,
	ScopeItem,
} from "../../bindings";
import type { Label } from "../../label";

/** What was said is never undone; what was decided is part of the library's content, and is. */

export type Proposal =
	| { tool: "add_item"; kind: Kind; text: string; from: Label[]; outputType: OutputType | null }
	| { tool: "delete_item"; labels: Label[] }
	| { tool: "edit_item"; label: Label; text: string };

export interface FakeCard {
	id: string;
	message: string;
	proposal: Proposal;
	/** Of what it would change, when it was made. */
	versions: Record<Label, number>;
}

export interface Decision {
	status: CardStatus;
	became: Label | null;
	error: AppError | null;
	edited: CardEdited | null;
	/** The undo step that it made. */
	step: number | null;
}

export interface FakeMessage {
	id: string;
	conversation: string;
	role: "user" | "assistant";
	state: MessageState;
	text: string;
	references: Label[];
	items: ScopeItem[];
	cards: FakeCard[];
	error: AppError | null;
	/** Of an answer, the message that it answers. */
	answers: string | null;
	/** Who answered; null is the assistant that is built in. */
	model: string | null;
	createdAt: number;
}

export interface FakeConversation {
	id: string;
	discovery: string;
	title: string;
	isDefault: boolean;
	mode: ChatMode;
	/** Inputs that it looks at. */
	scope: string[];
}

/** The part that undo takes back. */
export interface ChatContent {
	/** Given after they were made. */
	titles: ReadonlyMap<string, string>;
	decisions: ReadonlyMap<string, Decision>;
	/** Messages and conversations. */
	hidden: ReadonlySet<string>;
}

export interface FakeChat {
	conversations: FakeConversation[];
	messages: Map<string, FakeMessage[]>;
	/** Between two events of a stream, in milliseconds. */
	pace: number;
	/** Characters an event. */
	stride: number;
}

export const emptyChatContent: ChatContent = { titles: new Map(), decisions: new Map(), hidden: new Set() };
export const pending: Decision = { status: "pending", became: null, error: null, edited: null, step: null };
