import { type KeyboardEvent, type MouseEvent, type Ref, useEffect, useId, useRef } from "react";
import { isTyping } from "../../commands/keys";
import { VirtualList, type VirtualListHandle } from "../../components/VirtualList";
import { useWords } from "../../i18n/useWords";
import type { InputSummary } from "../../ipc/bindings";
import styles from "./InboxList.module.css";
import { InboxRow } from "./InboxRow";
import type { FactLine, Line } from "./queue";

const ROW_HEIGHT = 64;

interface InboxListProps {
	lines: readonly Line[];
	inputs: readonly InputSummary[];
	at: number;
	ticked: ReadonlySet<string>;
	onGo: (at: number) => void;
	onStep: (by: number) => void;
	onTick: (line: FactLine, range: boolean) => void;
	/** Opens a fold or closes it, and goes where a line leads. */
	onOpen: (line: Line) => void;
	list: Ref<VirtualListHandle>;
	/** The name under which the scroll offset is kept. */
	scrollKey: string;
}

/** Lists all that waits, a line each. The grid has the focus and names the line that is looked at, so that a line may
 * leave the document. */
export function InboxList({
	lines,
	inputs,
	at,
	ticked,
	onGo,
	onStep,
	onTick,
	onOpen,
	list,
	scrollKey,
}: InboxListProps) {
	const t = useWords();
	const grid = useId();
	const self = useRef<HTMLDivElement>(null);
	// The control that led here, such as the rail, would take Enter and the arrows; a person typing in the search goes on
	// writing.
	useEffect(() => {
		if (!isTyping(document.activeElement)) self.current?.focus({ preventScroll: true });
	}, []);
	const pressed = (event: MouseEvent) => {
		const row = event.target instanceof Element ? event.target.closest<HTMLElement>("[data-row]") : null;
		const index = Number(row?.dataset.row ?? Number.NaN);
		return { index, line: lines[index] };
	};
	const onClick = (event: MouseEvent) => {
		const { index, line } = pressed(event);
		if (!line || line.kind === "more") return;
		const on = (part: string) => event.target instanceof Element && event.target.closest(part) !== null;
		const ticks = on("[data-tick]") || event.shiftKey || event.ctrlKey || event.metaKey;
		if (line.kind === "fact" && ticks) return onTick(line, event.shiftKey);
		onGo(index);
		if (on("[data-turn]")) onOpen(line);
	};
	const onDoubleClick = (event: MouseEvent) => {
		const { line } = pressed(event);
		if (line) onOpen(line);
	};
	const onKeyDown = (event: KeyboardEvent) => {
		const by = { PageDown: 10, PageUp: -10, Home: -lines.length, End: lines.length }[event.key];
		if (by === undefined) return;
		event.preventDefault();
		onStep(by);
	};
	return (
		<div
			ref={self}
			role="treegrid"
			tabIndex={0}
			className={styles.grid}
			aria-label={t("inbox.list")}
			aria-rowcount={lines.length}
			aria-multiselectable
			aria-activedescendant={at >= 0 ? `${grid}-${at}` : undefined}
			onKeyDown={onKeyDown}
			onClick={onClick}
			onDoubleClick={onDoubleClick}
		>
			<VirtualList
				handle={list}
				scrollKey={scrollKey}
				count={lines.length}
				rowHeight={ROW_HEIGHT}
				rowKey={(index) => lines[index]?.id ?? String(index)}
				render={(index) => {
					const line = lines[index];
					return (
						line && (
							<InboxRow
								rowId={`${grid}-${index}`}
								index={index}
								line={line}
								inputs={inputs}
								selected={index === at}
								ticked={ticked.has(line.id)}
							/>
						)
					);
				}}
			/>
		</div>
	);
}
