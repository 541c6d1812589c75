import { useQuery } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { ErrorNote } from "../../../components/ErrorNote";
import { Waiting } from "../../../components/Waiting";
import { useWords } from "../../../i18n/useWords";
import { conversationsQuery } from "../../../ipc/chatQueries";
import { closeChat } from "../../../state/chatDoor";
import { LinkDialog } from "../blocks/LinkDialog";
import { ConversationList } from "../conversations/ConversationList";
import { PlaceProvider } from "../place";
import { ModeBar } from "../sources/ModeBar";
import { useRunning } from "../turns/running";
import styles from "./ChatPanel.module.css";
import { ConversationPane } from "./ConversationPane";
import { Edges } from "./Edges";
import { keepKeys } from "./keys";
import { PanelHeader } from "./PanelHeader";
import { usePlace } from "./panel";
import { useReturnFocus } from "./useReturnFocus";
import { useShownConversation } from "./useShownConversation";

/** The chat: over the window and beside its dialogs, moved, resized, and left where it is put. */
export default function ChatPanel({ discovery }: { discovery: string }) {
	const t = useWords();
	const { box, place } = usePlace();
	const conversations = useQuery(conversationsQuery(discovery));
	const shown = useShownConversation(discovery, conversations.data);
	const [isListing, setListing] = useState(false);
	const said = useRunning((running) => running.said);
	useReturnFocus();
	// Earlier announcements are not repeated when the panel opens.
	useEffect(() => () => useRunning.setState({ said: "" }), []);

	return (
		<PlaceProvider value={discovery}>
			<section
				className={styles.panel}
				style={{ ...box }}
				aria-label={t("chat.title")}
				onKeyDown={(event) => keepKeys(event, closeChat)}
			>
				<PanelHeader
					discovery={discovery}
					conversation={shown}
					isListing={isListing}
					onList={() => setListing(!isListing)}
					box={box}
					place={place}
				/>
				{shown && !isListing && (
					<ModeBar discovery={discovery} conversation={shown} conversations={conversations.data ?? []} />
				)}
				{conversations.isError && (
					<ErrorNote error={conversations.error} onRetry={() => void conversations.refetch()} />
				)}
				{conversations.isPending && <Waiting />}
				{isListing ? (
					<ConversationList
						discovery={discovery}
						conversations={conversations.data ?? []}
						shown={shown?.id ?? null}
						onChosen={() => setListing(false)}
					/>
				) : (
					shown && <ConversationPane key={shown.id} mode={shown.mode} where={{ discovery, conversation: shown.id }} />
				)}
				<p role="status" className="visually-hidden">
					{said}
				</p>
				<Edges box={box} place={place} />
			</section>
			<LinkDialog />
		</PlaceProvider>
	);
}
