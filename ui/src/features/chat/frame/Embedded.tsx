import { useQuery } from "@tanstack/react-query";
import { MessagesSquare, PictureInPicture2 } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import { ErrorNote } from "../../../components/ErrorNote";
import { IconButton } from "../../../components/IconButton";
import { LoadingMark } from "../../../components/LoadingMark";
import { useWords } from "../../../i18n/useWords";
import type { ScopeItem } from "../../../ipc/bindings";
import { conversationsQuery } from "../../../ipc/chatQueries";
import { useChatState } from "../../../state/chatState";
import { LinkDialog } from "../blocks/LinkDialog";
import { ConversationList } from "../conversations/ConversationList";
import { DiscoveryProvider } from "../discoveryContext";
import { ModeBar } from "../sources/ModeBar";
import { useRunning } from "../turns/running";
import { ConversationPane } from "./ConversationPane";
import styles from "./Embedded.module.css";
import { handlePanelKeys } from "./keys";
import { useShownConversation } from "./useShownConversation";

interface EmbeddedProps {
	discovery: string;
	/** The items in the view; none is the whole project. */
	items: readonly ScopeItem[];
	/** Takes it out of its place, to float over the window; none where it belongs to the view. */
	onFloat?: () => void;
}

/** The conversation as a part of a view: the same turns, the same messages. The floating panel stays away meanwhile. */
export default function Embedded({ discovery, items, onFloat }: EmbeddedProps) {
	const t = useWords();
	const frame = useRef<HTMLElement>(null);
	const conversations = useQuery(conversationsQuery(discovery));
	const shown = useShownConversation(discovery, conversations.data);
	const [isListing, setListing] = useState(false);
	const announcement = useRunning((running) => running.announcement);
	useEffect(() => {
		const focus = () => frame.current?.querySelector<HTMLElement>("[data-chat-input] [contenteditable]")?.focus();
		useChatState.setState({ embedded: focus, open: false });
		return () => useChatState.setState({ embedded: null });
	}, []);
	// Earlier announcements are not repeated.
	useEffect(() => () => useRunning.setState({ announcement: "" }), []);

	return (
		<DiscoveryProvider value={discovery}>
			<section
				ref={frame}
				className={styles.frame}
				aria-label={t("chat.title")}
				onKeyDown={(event) => handlePanelKeys(event, leave)}
			>
				<header className={styles.head}>
					<p className={styles.title} dir="auto">
						{shown?.title}
					</p>
					<IconButton
						name={t("chat.conversations")}
						icon={<MessagesSquare size={16} aria-hidden />}
						aria-pressed={isListing}
						onClick={() => setListing(!isListing)}
					/>
					{onFloat && (
						<IconButton name={t("chat.float")} icon={<PictureInPicture2 size={16} aria-hidden />} onClick={onFloat} />
					)}
				</header>
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
					shown && (
						<ConversationPane key={shown.id} mode={shown.mode} where={{ discovery, conversation: shown.id, items }} />
					)
				)}
				<p role="status" className="visually-hidden">
					{announcement}
				</p>
			</section>
			<LinkDialog />
		</DiscoveryProvider>
	);
}

/** Escape leaves the input; nothing closes. */
function leave(): void {
	if (document.activeElement instanceof HTMLElement) document.activeElement.blur();
}
