import type { ChatCard, ChatEvent, ChatMessage } from "../../../ipc/bindings";
import type { Label } from "../../../ipc/label";
import { type BlockGroups, noBlocks, replaceFrom } from "../blocks/groups";

/** One turn while it runs: what was asked, and what has come so far. What the host says of it, as a pure function. */

export interface Ask {
	text: string;
	mentions: readonly Label[];
}

/** The part of the conversation that the turn replaces: nothing, one answer, or a message and all after it. */
export type Replaces = { kind: "nothing" } | { kind: "answer"; id: string } | { kind: "from"; id: string };

/** The fields that stay the same while tokens come, so that the list of messages is not drawn again for each of them.
 * */
export interface TurnHead {
	task: string;
	ask: Ask;
	replaces: Replaces;
	user: ChatMessage | null;
	/** The id of the answer, once the host has given it one. */
	assistant: string | null;
	stopping: boolean;
}

export interface Turn {
	head: TurnHead;
	groups: BlockGroups;
	cards: readonly ChatCard[];
}

export function newTurn(task: string, ask: Ask, replaces: Replaces): Turn {
	return { head: { task, ask, replaces, user: null, assistant: null, stopping: false }, groups: noBlocks, cards: [] };
}

export function applyEvent(turn: Turn, event: ChatEvent): Turn {
	switch (event.type) {
		case "begun":
			return { ...turn, head: { ...turn.head, user: event.user, assistant: event.assistant } };
		case "token":
			return { ...turn, groups: replaceFrom(turn.groups, event.from, event.blocks, event.grown) };
		case "tool_call":
			return { ...turn, cards: [...turn.cards, event.card] };
		// The call's own answer ends the turn, with the message as it was stored.
		default:
			return turn;
	}
}
