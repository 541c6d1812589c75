import { useVirtualizer } from "@tanstack/react-virtual";
import { ArrowDown } from "lucide-react";
import { type KeyboardEvent, useEffect, useRef, useState } from "react";
import { Button } from "../../../components/Button";
import { useWords } from "../../../i18n/useWords";
import type { ChatMessage } from "../../../ipc/bindings";
import type { Entry } from "../turns/entries";
import { dropOldestPages } from "../turns/stored";
import { EntryRow } from "./EntryRow";
import styles from "./MessageList.module.css";

interface MessageListProps {
	conversation: string;
	entries: readonly Entry[];
	last: ChatMessage | null;
	loadOlder: () => void;
	/** A message that a search found and that is to be shown. */
	sought: string | null;
	onFound: () => void;
}

/** The guess for a message that was never drawn. */
const GUESS = 96;
const GAP = 12;
/** Nearer to the end than this, the list stays at the end while it grows. */
const NEAR = 40;
/** Older messages are asked for this many rows before they are reached. */
const AHEAD = 6;

/** By how much of what is in view a key scrolls. */
const strides: Readonly<Record<string, number>> = { PageUp: -0.9, PageDown: 0.9, ArrowUp: -0.1, ArrowDown: 0.1 };

/** Messages of any number, of which those in view are drawn; it stays at the end unless the analyst has left it. */
export function MessageList({ conversation, entries, last, loadOlder, sought, onFound }: MessageListProps) {
	// The virtualizer is one object whose answers change: memoising what it says would freeze the list.
	"use no memo";
	const t = useWords();
	const scroller = useRef<HTMLDivElement>(null);
	const [isAway, setAway] = useState(false);
	const [leftAt, setLeftAt] = useState("");
	const rows = useVirtualizer({
		count: entries.length,
		getScrollElement: () => scroller.current,
		estimateSize: () => GUESS,
		getItemKey: (index) => entries[index]?.key ?? index,
		overscan: 4,
		paddingStart: GAP,
		paddingEnd: GAP,
		gap: GAP,
		anchorTo: "end",
		followOnAppend: true,
		scrollEndThreshold: NEAR,
		// The end, as far as it can be guessed; measuring keeps it there.
		initialOffset: () => entries.length * (GUESS + GAP) + GAP,
	});
	const items = rows.getVirtualItems();
	const first = items[0]?.index ?? entries.length;
	const newest = entries.at(-1)?.key ?? "";
	const soughtIndex = sought === null ? -1 : entries.findIndex(({ key }) => key === sought);

	const toEnd = () => {
		rows.scrollToEnd();
		dropOldestPages(conversation);
	};
	useEffect(() => () => dropOldestPages(conversation), [conversation]);
	// The analyst's own message is seen, wherever the list was.
	const isOwn = newest.startsWith("answer ");
	useEffect(() => {
		if (isOwn) rows.scrollToEnd();
	}, [isOwn, rows]);
	// Passages come at once and are read from their beginning; what a model writes is followed to its end.
	const isWriting = entries.at(-1)?.kind === "answering";
	const wasWriting = useRef(isWriting);
	const isOfPassages = last?.grounding?.origin === "extract";
	useEffect(() => {
		const hasCome = wasWriting.current && !isWriting;
		wasWriting.current = isWriting;
		if (!hasCome || !isOfPassages || isAway) return;
		const index = entries.length - 1;
		const answer = scroller.current?.querySelector<HTMLElement>(`[data-index="${index}"]`);
		// Its sources have come with it; a list that learns of them afterwards stays at their end.
		if (answer) rows.resizeItem(index, answer.offsetHeight);
		rows.scrollToIndex(index, { align: "start" });
	}, [isWriting, isOfPassages, isAway, entries.length, rows]);
	useEffect(() => {
		if (first < AHEAD) loadOlder();
	}, [first, loadOlder]);
	useEffect(() => {
		if (sought === null) return;
		if (soughtIndex < 0) loadOlder();
		else {
			rows.scrollToIndex(soughtIndex, { align: "center" });
			onFound();
		}
	}, [sought, soughtIndex, loadOlder, onFound, rows]);

	const onScroll = () => {
		const away = !rows.isAtEnd();
		if (away === isAway) return;
		setAway(away);
		setLeftAt(newest);
	};
	// At once: a message that is measured while WebKit still glides would end the gliding after a few pixels.
	const onKeyDown = (event: KeyboardEvent<HTMLDivElement>) => {
		const { currentTarget: list, target, key } = event;
		const stride = strides[key];
		if (target !== list || stride === undefined || event.ctrlKey || event.altKey || event.metaKey) return;
		event.preventDefault();
		list.scrollTop += list.clientHeight * stride;
	};
	return (
		<div className={styles.frame}>
			<div
				ref={scroller}
				className={styles.scroller}
				role="region"
				// biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, and has to take the keys that scroll it.
				tabIndex={0}
				aria-label={t("chat.messages")}
				onScroll={onScroll}
				onKeyDown={onKeyDown}
			>
				<div className={styles.spacer} style={{ height: rows.getTotalSize() }} role="list">
					{items.map(({ index, key, start }) => {
						const entry = entries[index];
						return (
							entry && (
								<div
									key={key}
									ref={rows.measureElement}
									data-index={index}
									className={styles.row}
									style={{ top: start }}
									role="listitem"
									aria-setsize={entries.length}
									aria-posinset={index + 1}
								>
									<EntryRow conversation={conversation} entry={entry} isLast={entry.key === last?.id} />
								</div>
							)
						);
					})}
				</div>
			</div>
			{isAway && (
				<Button className={styles.toEnd} onClick={toEnd}>
					<ArrowDown size={14} aria-hidden />
					{t(newest === leftAt ? "chat.toNewest" : "chat.newMessages")}
				</Button>
			)}
		</div>
	);
}
