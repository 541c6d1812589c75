import { useVirtualizer } from "@tanstack/react-virtual";
import { type ReactNode, type Ref, useEffect, useImperativeHandle, useRef } from "react";
import { useTextSize } from "../state/textSize";
import { savedScrollOffset, saveScrollOffset } from "./scrollOffsets";
import styles from "./VirtualList.module.css";

export interface VirtualListHandle {
	scrollTo: (index: number) => void;
}

interface VirtualListProps {
	count: number;
	/** A fixed height at the usual size of the text, or the guess for rows that are measured. */
	rowHeight: number;
	measured?: boolean;
	render: (index: number) => ReactNode;
	rowKey: (index: number) => string;
	/** Called with the rows in view whenever they change, so that what is missing can be fetched. */
	onRange?: (first: number, last: number) => void;
	handle?: Ref<VirtualListHandle>;
	/** The name under which the scroll offset is kept for the next time the list is shown. */
	scrollKey?: string;
	/** For rows that take no focus themselves: the keys then scroll the list, which has this name. */
	name?: string;
	className?: string;
}

/** A list of any length; only the rows in view, and a few beside them, are in the document. Rows are as high as the text is large. */
export function VirtualList(props: VirtualListProps) {
	const percent = useTextSize((size) => size.percent);
	return <Rows key={percent} {...props} rowHeight={(props.rowHeight * percent) / 100} />;
}

function Rows({
	count,
	rowHeight,
	measured = false,
	render,
	rowKey,
	onRange,
	handle,
	scrollKey,
	name,
	className,
}: VirtualListProps) {
	// The virtualizer is one object whose answers change: memoising what it says would freeze the list.
	"use no memo";
	const scroller = useRef<HTMLDivElement>(null);
	const rows = useVirtualizer({
		count,
		getScrollElement: () => scroller.current,
		estimateSize: () => rowHeight,
		getItemKey: rowKey,
		overscan: 8,
		initialOffset: () => savedScrollOffset(scrollKey),
	});
	const items = rows.getVirtualItems();
	const first = items[0]?.index ?? 0;
	const last = items.at(-1)?.index ?? -1;

	useImperativeHandle(handle, () => ({ scrollTo: (index) => rows.scrollToIndex(index, { align: "auto" }) }), [rows]);
	useEffect(() => {
		if (last >= 0) onRange?.(first, last);
	}, [first, last, onRange]);

	const named = name === undefined ? { role: "presentation" } : { role: "region", "aria-label": name, tabIndex: 0 };
	return (
		<div
			ref={scroller}
			className={`${styles.scroller} ${className ?? ""}`}
			{...named}
			onScroll={(event) => saveScrollOffset(scrollKey, event.currentTarget.scrollTop)}
		>
			<div className={styles.spacer} style={{ height: rows.getTotalSize() }} role="presentation">
				{items.map((item) => (
					<div
						key={item.key}
						data-index={item.index}
						ref={measured ? rows.measureElement : undefined}
						className={styles.row}
						style={{ transform: `translateY(${item.start}px)`, height: measured ? undefined : rowHeight }}
						role="presentation"
					>
						{render(item.index)}
					</div>
				))}
			</div>
		</div>
	);
}
