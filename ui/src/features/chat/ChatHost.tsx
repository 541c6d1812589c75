import { useEffect, useState } from "react";
import { useCommand } from "../../commands/useCommand";
import { ErrorBoundary } from "../../components/ErrorBoundary";
import { Fetched, Part } from "../../components/Part";
import { toggleChat, useDoor } from "./door";

const button = new Fetched(() => import("./ChatButton"));
const panel = new Fetched(() => import("./frame/ChatPanel"));

/** The window has shown what was asked for by then. */
const AFTER_FIRST_PICTURE_MS = 200;

/** People type on at once after Ctrl J: the panel, a third of the interface, is fetched as soon as it may be wanted. */
function near(): void {
	void panel.load().catch(() => {});
}

/** The chat's place in the window: nothing without a discovery, and nothing before the first picture stands. */
export function ChatHost({ discovery }: { discovery: string | null }) {
	const open = useDoor((door) => door.open);
	const isEmbedded = useDoor((door) => door.embedded !== null);
	const [isReady, setReady] = useState(false);
	useEffect(() => {
		const first = setTimeout(() => setReady(true), AFTER_FIRST_PICTURE_MS);
		return () => clearTimeout(first);
	}, []);
	useEffect(() => {
		const hear = ({ key }: KeyboardEvent) => {
			if (key === "Control" || key === "Meta") near();
		};
		addEventListener("keydown", hear);
		return () => removeEventListener("keydown", hear);
	}, []);
	useCommand("chat.toggle", toggleChat, discovery !== null, "everywhere");
	if (discovery === null || !isReady || isEmbedded) return null;
	return (
		<ErrorBoundary>
			<Part of={button} props={{ discovery, onNear: near }} />
			{open && <Part key={discovery} of={panel} props={{ discovery }} />}
		</ErrorBoundary>
	);
}
