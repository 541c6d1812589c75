import { useEffect } from "react";
import { ErrorNote } from "../../../components/ErrorNote";
import { LoadingMark } from "../../../components/LoadingMark";
import type { ChatMode } from "../../../ipc/bindings";
import { showConversation } from "../../../state/chatState";
import { useChosenConversation } from "../../../state/chosenConversation";
import { Composer } from "../composer/Composer";
import { MessageList } from "../messages/MessageList";
import { Starters } from "../messages/Starters";
import { useMessages } from "../messages/useMessages";
import { useAnswerKeys } from "../sources/useAnswerKeys";
import type { Where } from "../turns/actions";

const found = () => useChosenConversation.setState({ sought: null });

/** One conversation: what was said, and where to say more. */
export function ConversationPane({ mode, where }: { mode: ChatMode; where: Where }) {
	const { entries, last, loadOlder, isLoading, error, retry } = useMessages(where.conversation);
	const sought = useChosenConversation((now) => now.sought);
	useEffect(() => showConversation(where.conversation), [where.conversation]);
	useAnswerKeys(where.discovery, last);
	return (
		<>
			{error !== null && <ErrorNote error={error} onRetry={retry} />}
			{isLoading && <LoadingMark />}
			{!isLoading && error === null && entries.length === 0 && <Starters mode={mode} where={where} />}
			{entries.length > 0 && (
				<MessageList
					conversation={where.conversation}
					entries={entries}
					last={last}
					loadOlder={loadOlder}
					sought={sought}
					onFound={found}
				/>
			)}
			<Composer mode={mode} where={where} />
		</>
	);
}
