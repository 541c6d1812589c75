import { useEffect } from "react";
import { useCommand } from "../../commands/useCommand";
import { ErrorBoundary } from "../../components/ErrorBoundary";
import { Fetched } from "../../components/fetched";
import { Part } from "../../components/Part";
import { toggleChat, useDoor } from "../../state/chatDoor";
import { ChatButton } from "./ChatButton";

const panel = new Fetched(() => import("./frame/ChatPanel"));

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
	const open = useDoor((door) => door.open);
	const isEmbedded = useDoor((door) => door.embedded !== null);
	useEffect(() => {
		const hear = ({ key }: KeyboardEvent) => {
			if (key === "Control" || key === "Meta") near();
		};
		addEventListener("keydown", hear);
		return () => removeEventListener("keydown", hear);
	}, []);
	useCommand("chat.toggle", toggleChat, discovery !== null, "everywhere");
	if (discovery === null || isEmbedded) return null;
	return (
		<ErrorBoundary>
			{!hasDock && <ChatButton discovery={discovery} onNear={near} />}
			{open && <Part key={discovery} of={panel} props={{ discovery }} />}
		</ErrorBoundary>
	);
}
