import type { CommandId } from "../../../commands/catalog";
import { useCommand } from "../../../commands/useCommand";
import type { AnswerUse, ChatMessage } from "../../../ipc/bindings";
import { takeAnswerAs } from "./actions";

/** By one key the last answer becomes a fact, an insight or a note, if it cites anything. */
export function useAnswerKeys(discovery: string, last: ChatMessage | null): void {
	const isCited = (last?.grounding?.citations.length ?? 0) > 0;
	const bind = (command: CommandId, kind: AnswerUse) =>
		[command, () => void takeAnswerAs(discovery, last?.id ?? "", kind), isCited, "everywhere"] as const;
	useCommand(...bind("chat.useFact", "fact"));
	useCommand(...bind("chat.useInsight", "insight"));
	useCommand(...bind("chat.useNote", "note"));
}
