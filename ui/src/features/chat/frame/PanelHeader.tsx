import { useQuery } from "@tanstack/react-query";
import { GripHorizontal, MessagesSquare, PanelRight, X } from "lucide-react";
import type { KeyboardEvent } from "react";
import { IconButton } from "../../../components/IconButton";
import { useWords } from "../../../i18n/useWords";
import type { Conversation } from "../../../ipc/bindings";
import { sendToQuery } from "../../../ipc/providerQueries";
import { hostOf } from "../../../shared/providers/names";
import { closeChat, dockChat } from "../../../state/chatState";
import { type Box, moved, resized } from "./box";
import styles from "./ChatPanel.module.css";
import { windowSize } from "./panel";
import { useDrag } from "./useDrag";

interface PanelHeaderProps {
	discovery: string;
	conversation: Conversation | null;
	isListing: boolean;
	onList: () => void;
	box: Box;
	setBox: (box: Box) => void;
}

const STEP = 16;
const ways: Readonly<Record<string, [x: number, y: number]>> = {
	ArrowLeft: [-STEP, 0],
	ArrowRight: [STEP, 0],
	ArrowUp: [0, -STEP],
	ArrowDown: [0, STEP],
};

/** Shows the conversation and the answerer. The panel is moved by it. */
export function PanelHeader({ discovery, conversation, isListing, onList, box, setBox }: PanelHeaderProps) {
	const t = useWords();
	const drag = useDrag(box, (start, x, y) => setBox(moved(start, x, y, windowSize())));
	const onKeyDown = (event: KeyboardEvent) => {
		const way = ways[event.key];
		if (!way) return;
		event.preventDefault();
		setBox(event.shiftKey ? resized(box, "se", ...way, windowSize()) : moved(box, ...way, windowSize()));
	};
	return (
		<header className={styles.header} {...drag}>
			<button
				type="button"
				className={styles.grip}
				aria-label={t("chat.move")}
				aria-description={t("chat.moveHow")}
				onKeyDown={onKeyDown}
			>
				<GripHorizontal size={16} aria-hidden />
			</button>
			<div className={styles.names}>
				<h2 className={styles.title}>{conversation?.title || t("chat.title")}</h2>
				<Answerer discovery={discovery} />
			</div>
			<IconButton
				name={t("chat.conversations")}
				icon={<MessagesSquare size={16} aria-hidden />}
				aria-pressed={isListing}
				onClick={onList}
			/>
			<IconButton name={t("chat.dock")} icon={<PanelRight size={16} aria-hidden />} onClick={dockChat} />
			<IconButton name={t("chat.close")} command="chat.toggle" icon={<X size={16} aria-hidden />} onClick={closeChat} />
		</header>
	);
}

/** Shows the answerer, and its location. */
function Answerer({ discovery }: { discovery: string }) {
	const t = useWords();
	const answerer = useQuery(sendToQuery(discovery, "chat"));
	if (answerer.isPending) return null;
	const to = answerer.data ?? null;
	const name =
		to === null ? t("chat.builtIn") : t("chat.answeredBy", { model: to.model ?? to.provider, host: hostOf(to.origin) });
	return <p className={styles.answerer}>{name}</p>;
}
