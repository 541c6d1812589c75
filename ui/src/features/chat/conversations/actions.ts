import { words } from "../../../i18n/useWords";
import { type ChatMode, type Conversation, commands } from "../../../ipc/bindings";
import { call } from "../../../ipc/call";
import { conversationsQuery } from "../../../ipc/chatQueries";
import { client } from "../../../ipc/client";
import { markConversationRead } from "../../../state/chatState";
import { chooseConversation } from "../../../state/chosenConversation";
import { offerUndo } from "../../../state/history";
import { reportError } from "../../../state/toasts";

/** Starting, naming and deleting conversations. A failure is told. */

export async function startConversation(discovery: string, mode: ChatMode): Promise<boolean> {
	const made = await attempt(discovery, call(commands.chatCreate(discovery, mode, null)));
	if (made) chooseConversation(discovery, made.id);
	return made !== null;
}

export async function renameConversation(discovery: string, id: string, title: string): Promise<void> {
	await attempt(discovery, call(commands.chatRename(id, title)));
}

export async function deleteConversation(discovery: string, { id, title }: Conversation): Promise<void> {
	const done = await attempt(discovery, call(commands.chatDelete(id)));
	if (!done) return;
	markConversationRead(id);
	offerUndo(discovery, done, words("chat.did.conversationDeleted", { title: title || words("chat.untitled") }));
}

async function attempt<T>(discovery: string, work: Promise<T>): Promise<T | null> {
	try {
		const done = await work;
		await client.invalidateQueries({ queryKey: conversationsQuery(discovery).queryKey });
		return done;
	} catch (error) {
		reportError(error);
		return null;
	}
}
