import { useQuery } from "@tanstack/react-query";
import { Plus } from "lucide-react";
import { useState } from "react";
import { Button } from "../../../components/Button";
import { SearchField } from "../../../components/SearchField";
import { useWords } from "../../../i18n/useWords";
import type { Conversation } from "../../../ipc/bindings";
import { chatSearchQuery } from "../../../ipc/chatQueries";
import { chooseConversation } from "../../../state/chosenConversation";
import { startConversation } from "./actions";
import styles from "./ConversationList.module.css";
import { ConversationRow } from "./ConversationRow";

interface ConversationListProps {
	discovery: string;
	conversations: readonly Conversation[];
	shown: string | null;
	/** The analyst has chosen one. */
	onChosen: () => void;
}

/** All conversations of a discovery, and what was said in them. */
export function ConversationList({ discovery, conversations, shown, onChosen }: ConversationListProps) {
	const t = useWords();
	const [search, setSearch] = useState("");
	const wanted = search.trim();
	const open = (conversation: string, message: string | null = null) => {
		chooseConversation(discovery, conversation, message);
		onChosen();
	};
	const start = async () => {
		const mode = conversations.find(({ id }) => id === shown)?.mode ?? "discovery";
		if (await startConversation(discovery, mode)) onChosen();
	};
	return (
		<div className={styles.pane}>
			<div className={styles.tools}>
				<SearchField name={t("chat.search")} value={search} onChange={setSearch} />
				<Button onClick={() => void start()}>
					<Plus size={14} aria-hidden />
					{t("chat.newConversation")}
				</Button>
			</div>
			{wanted === "" ? (
				<ul className={styles.list} aria-label={t("chat.conversations")}>
					{conversations.map((one) => (
						<ConversationRow
							key={one.id}
							discovery={discovery}
							conversation={one}
							isShown={one.id === shown}
							onOpen={() => open(one.id)}
						/>
					))}
				</ul>
			) : (
				<Hits discovery={discovery} text={wanted} onOpen={open} />
			)}
		</div>
	);
}

interface HitsProps {
	discovery: string;
	text: string;
	onOpen: (conversation: string, message: string) => void;
}

function Hits({ discovery, text, onOpen }: HitsProps) {
	const t = useWords();
	const { data: hits = [], isPending } = useQuery(chatSearchQuery(discovery, text));
	if (hits.length === 0 && !isPending) {
		return (
			<p role="status" className={styles.none}>
				{t("chat.noHit")}
			</p>
		);
	}
	return (
		<ul className={styles.list} aria-label={t("chat.hits")}>
			{hits.map(({ conversation, title, message, snippet }) => (
				<li key={message} className={styles.row}>
					<button type="button" className={styles.open} onClick={() => onOpen(conversation, message)}>
						<span className={styles.name}>{title || t("chat.untitled")}</span>
						<span className={styles.detail}>{snippet}</span>
					</button>
				</li>
			))}
		</ul>
	);
}
