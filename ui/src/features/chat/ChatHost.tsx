import { useEffect } from "react";
import { useCommand } from "../../commands/useCommand";
import { ErrorBoundary } from "../../components/ErrorBoundary";
import { LazyPart } from "../../components/LazyPart";
import { LazyComponent } from "../../components/lazyComponent";
import { toggleChat, useChatState } from "../../state/chatState";
import { ChatButton } from "./ChatButton";

const panel = new LazyComponent(() => import("./frame/ChatPanel"));

/** People type on at once after Ctrl J: the panel, a third of the interface, is fetched as soon as it may be wanted. */
function near(): void {
	void panel.load().catch(() => {});
}

interface ChatHostProps {
	discovery: string | null;
	/** True if the dock is open, whose tab leads to the chat. */
	hasDock: boolean;
}

/** The chat's place in the window: nothing without a discovery. Its button comes with the view, its panel when it is wanted. */
export function ChatHost({ discovery, hasDock }: ChatHostProps) {
	const open = useChatState((door) => door.open);
	const isEmbedded = useChatState((door) => door.embedded !== null);
	useEffect(() => {
		const onKeyDown = ({ key }: KeyboardEvent) => {
			if (key === "Control" || key === "Meta") near();
		};
		addEventListener("keydown", onKeyDown);
		return () => removeEventListener("keydown", onKeyDown);
	}, []);
	useCommand("chat.toggle", toggleChat, discovery !== null, "everywhere");
	if (discovery === null || isEmbedded) return null;
	return (
		<ErrorBoundary>
			{!hasDock && <ChatButton discovery={discovery} onNear={near} />}
			{open && <LazyPart key={discovery} of={panel} props={{ discovery }} />}
		</ErrorBoundary>
	);
}
