import { fakeId } from "../rng";
import type { FakeState } from "../state";
import { newConversation } from "./read";
import type { FakeMessage } from "./state";

/** A conversation of as many messages as asked for, questions and answers in turn. */
export function addTalk(state: FakeState, discovery: string, count: number): void {
	const { id } = newConversation(state, discovery, "A long talk", true);
	const messages: FakeMessage[] = [];
	for (let at = 0; at < count; at++) {
		const no = Math.floor(at / 2) + 1;
		const isAsked = at % 2 === 0;
		messages.push({
			id: fakeId(7, state.nextSerial++),
			conversation: id,
			role: isAsked ? "user" : "assistant",
			state: "done",
			text: isAsked
				? `Question ${no}: which stations stood over ${300 + (no % 90)} cm?`
				: `Answer ${no}: **${no % 7} stations** did, see [F-${(no % 500) + 1}].${"\n\nThe others stayed below, as in the years before.".repeat(no % 4)}`,
			references: [],
			items: [],
			cards: [],
			error: null,
			model: null,
			answers: isAsked ? null : (messages.at(-1)?.id ?? null),
			createdAt: state.clock++,
		});
	}
	state.chat.messages.set(id, messages);
}
