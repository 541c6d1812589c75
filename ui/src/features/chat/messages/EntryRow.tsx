import { memo } from "react";
import type { ChatMessage } from "../../../ipc/bindings";
import { groupsOf } from "../blocks/groups";
import type { Entry } from "../turns/entries";
import { useRunning } from "../turns/running";
import { AnswerRow } from "./AnswerRow";
import { QuestionRow } from "./QuestionRow";

interface EntryRowProps {
	conversation: string;
	entry: Entry;
	isLast: boolean;
}

/** One message, drawn again only when it is another. The one that is being written follows its turn by itself. */
export const EntryRow = memo(function EntryRow({ conversation, entry, isLast }: EntryRowProps) {
	if (entry.kind === "question") return <QuestionRow conversation={conversation} message={null} {...entry.ask} />;
	if (entry.kind === "message" && entry.message.role === "user") {
		const { message } = entry;
		return (
			<QuestionRow conversation={conversation} message={message} text={message.text} mentions={message.references} />
		);
	}
	return (
		<Answering conversation={conversation} message={entry.kind === "message" ? entry.message : null} isLast={isLast} />
	);
});

interface AnsweringProps {
	conversation: string;
	/** Null while it is being written. */
	message: ChatMessage | null;
	isLast: boolean;
}

/** The same elements before and after the end, so that nothing flickers and a selection in them stays. */
function Answering({ conversation, message, isLast }: AnsweringProps) {
	const turn = useRunning(({ turns }) => (message === null ? turns[conversation] : undefined));
	const groups = message === null ? turn?.groups : groupsOf(message.blocks);
	const cards = message === null ? turn?.cards : message.cards;
	return (
		<AnswerRow
			conversation={conversation}
			message={message}
			groups={groups ?? []}
			cards={cards ?? []}
			isLast={isLast}
			isStopping={turn?.head.stopping ?? false}
		/>
	);
}
