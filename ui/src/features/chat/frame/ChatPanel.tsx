import { useQuery } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { ErrorNote } from "../../../components/ErrorNote";
import { LoadingMark } from "../../../components/LoadingMark";
import { useWords } from "../../../i18n/useWords";
import { conversationsQuery } from "../../../ipc/chatQueries";
import { closeChat } from "../../../state/chatState";
import { LinkDialog } from "../blocks/LinkDialog";
import { ConversationList } from "../conversations/ConversationList";
import { DiscoveryProvider } from "../discoveryContext";
import { ModeBar } from "../sources/ModeBar";
import { useRunning } from "../turns/running";
import styles from "./ChatPanel.module.css";
import { ConversationPane } from "./ConversationPane";
import { Edges } from "./Edges";
import { handlePanelKeys } from "./keys";
import { PanelHeader } from "./PanelHeader";
import { usePanelBox } from "./panel";
import { useReturnFocus } from "./useReturnFocus";
import { useShownConversation } from "./useShownConversation";

/** The chat: over the window and beside its dialogs, moved, resized, and left where it is put. */
export default function ChatPanel({ discovery }: { discovery: string }) {
	const t = useWords();
	const { box, setBox } = usePanelBox();
	const conversations = useQuery(conversationsQuery(discovery));
	const shown = useShownConversation(discovery, conversations.data);
	const [isListing, setListing] = useState(false);
	const announcement = useRunning((running) => running.announcement);
	useReturnFocus();
	// Earlier announcements are not repeated when the panel opens.
	useEffect(() => () => useRunning.setState({ announcement: "" }), []);

	return (
		<DiscoveryProvider value={discovery}>
			<section
				className={styles.panel}
				style={{ ...box }}
				aria-label={t("chat.title")}
				onKeyDown={(event) => handlePanelKeys(event, closeChat)}
			>
				<PanelHeader
					discovery={discovery}
					conversation={shown}
					isListing={isListing}
					onList={() => setListing(!isListing)}
					box={box}
					setBox={setBox}
				/>
				{shown && !isListing && (
					<ModeBar discovery={discovery} conversation={shown} conversations={conversations.data ?? []} />
				)}
				{conversations.isError && (
					<ErrorNote error={conversations.error} onRetry={() => void conversations.refetch()} />
				)}
				{conversations.isPending && <LoadingMark />}
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
					{announcement}
				</p>
				<Edges box={box} setBox={setBox} />
			</section>
			<LinkDialog />
		</DiscoveryProvider>
	);
}
