import type { CommandId } from "../../../commands/catalog";
import { useCommand } from "../../../commands/useCommand";
import type { AnswerUse, ChatMessage } from "../../../ipc/bindings";
import { saveAnswerAs } from "./actions";
import { isUsable } from "./grounding";

/** By one key the last answer becomes a fact, an insight or a note, if it answers and cites anything. */
export function useAnswerKeys(discovery: string, last: ChatMessage | null): void {
	const isCited = isUsable(last?.grounding ?? null);
	const bind = (command: CommandId, kind: AnswerUse) =>
		[command, () => void saveAnswerAs(discovery, last?.id ?? "", kind), isCited, "everywhere"] as const;
	useCommand(...bind("chat.useFact", "fact"));
	useCommand(...bind("chat.useInsight", "insight"));
	useCommand(...bind("chat.useNote", "note"));
}
