import { ChevronDown, ChevronRight } from "lucide-react";
import { type KeyboardEvent, type ReactNode, useRef, useState } from "react";
import { ActionMenu } from "../../components/ActionMenu";
import { Button } from "../../components/Button";
import { InlineEdit } from "../../components/InlineEdit";
import { VirtualList, type VirtualListHandle } from "../../components/VirtualList";
import { useWords } from "../../i18n/useWords";
import type { ReportSection, ReportSuggestion } from "../../ipc/bindings";
import type { ToolArguments } from "./actions";
import styles from "./Outline.module.css";
import { marksOf, OutlineMark } from "./OutlineMark";
import { StaleSign } from "./PrefaceRow";
import { indent, type Move, moveDown, moveUp, outdent, visibleSections } from "./sectionMoves";
import { useSectionDrag } from "./useSectionDrag";

interface OutlineProps {
	sections: readonly ReportSection[];
	suggestions: readonly ReportSuggestion[];
	open: string;
	onOpen: (section: string) => void;
	/** The first suggestion of a mark is gone to. */
	onSuggestion: (suggestion: string) => void;
	/** The focus goes into the text. */
	onWrite: () => void;
	onAdd: (args: ToolArguments) => void;
	onMove: (section: string, to: Move) => void;
	onRename: (section: string, title: string) => void;
	onDelete: (section: ReportSection) => void;
	onAppendix: (section: string, is: boolean) => void;
	/** The content above the sections. */
	children: ReactNode;
}

const ROW = 30;
const moves = { ArrowUp: moveUp, ArrowDown: moveDown, ArrowRight: indent, ArrowLeft: outdent };
const STEPS: Readonly<Record<string, 1 | -1>> = { ArrowUp: -1, ArrowDown: 1 };

/** The sections with their numbers. They are dragged, or moved by Alt and the arrows. */
export function Outline(props: OutlineProps) {
	const { sections, suggestions, open, onOpen, onSuggestion, onWrite, onAdd, onMove, onRename, onDelete, onAppendix } =
		props;
	const t = useWords();
	const list = useRef<VirtualListHandle>(null);
	const [folded, setFolded] = useState<ReadonlySet<string>>(new Set());
	const [renaming, setRenaming] = useState<string | null>(null);
	/** The row that a key went to, which takes the focus once it is there. */
	const [focused, setFocused] = useState<string | null>(null);
	const shown = visibleSections(sections, folded);
	const marks = marksOf(suggestions, sections);
	const within = useRef<HTMLElement>(null);
	const drag = useSectionDrag(sections, shown, onMove, within);

	const move = (id: string, to: Move | null) => {
		if (to) onMove(id, to);
	};
	const fold = (id: string) => {
		const next = new Set(folded);
		if (!next.delete(id)) next.add(id);
		setFolded(next);
	};
	const go = (at: number) => {
		const next = shown[at];
		if (!next) return;
		setFocused(next.id);
		onOpen(next.id);
		list.current?.scrollTo(at);
	};
	const onKeyDown = (event: KeyboardEvent, section: ReportSection, at: number) => {
		const { key, altKey, ctrlKey, metaKey } = event;
		if (ctrlKey || metaKey) return;
		const find = moves[key as keyof typeof moves];
		const step = STEPS[key];
		if (altKey && find) move(section.id, find(sections, section.id));
		else if (altKey) return;
		else if (step) go(at + step);
		else if (key === "F2") setRenaming(section.id);
		else if (key === "Delete") onDelete(section);
		else if (key === "Enter") {
			onOpen(section.id);
			onWrite();
		} else return;
		event.preventDefault();
		event.stopPropagation();
	};
	const actions = (section: ReportSection) => {
		const { id, depth, appendix } = section;
		return [
			{ words: t("report.addAfter"), run: () => onAdd({ after: id }) },
			{ words: t("report.addUnder"), run: () => onAdd({ parent: id }) },
			{ words: t("report.rename"), run: () => setRenaming(id), leads: true },
			{ words: t("report.up"), run: () => move(id, moveUp(sections, id)) },
			{ words: t("report.down"), run: () => move(id, moveDown(sections, id)) },
			{ words: t("report.indent"), run: () => move(id, indent(sections, id)) },
			{ words: t("report.outdent"), run: () => move(id, outdent(sections, id)) },
			...(depth === 1
				? [{ words: t(appendix ? "report.noAppendix" : "report.appendix"), run: () => onAppendix(id, !appendix) }]
				: []),
			{ words: t("report.delete"), run: () => onDelete(section), grave: true },
		];
	};
	const row = (at: number) => {
		const section = shown[at];
		if (!section) return null;
		const { id, title, depth, number, stale } = section;
		const isParent = (sections[sections.indexOf(section) + 1]?.depth ?? 0) > depth;
		const suggested = marks.get(id) ?? [];
		const renamed = suggested.find(({ kind }) => kind === "rename")?.after;
		const isGoing = renamed !== undefined || suggested.some(({ kind }) => kind === "delete");
		const gap = drag.gap?.above === id || (drag.gap?.above === null && at === 0) ? drag.gap : null;
		return (
			<div className={styles.row} data-open={id === open} data-section={id} data-dragged={drag.id === id}>
				{isParent ? (
					<button
						type="button"
						className={styles.fold}
						style={{ marginInlineStart: indentation(depth) }}
						aria-expanded={!folded.has(id)}
						aria-label={t("report.fold", { title })}
						onClick={() => fold(id)}
					>
						{folded.has(id) ? <ChevronRight size={14} aria-hidden /> : <ChevronDown size={14} aria-hidden />}
					</button>
				) : (
					<span className={styles.fold} style={{ marginInlineStart: indentation(depth) }} />
				)}
				{renaming === id ? (
					<InlineEdit
						value={title}
						name={t("report.sectionTitle")}
						editing
						className={styles.field}
						onSave={(next) => onRename(id, next)}
						onDone={(byKey) => {
							setRenaming(null);
							if (byKey) setFocused(id);
						}}
					/>
				) : (
					<button
						type="button"
						className={styles.line}
						aria-current={id === open}
						ref={focused === id ? focus : undefined}
						onClick={() => !drag.wasDragged() && onOpen(id)}
						onDoubleClick={() => setRenaming(id)}
						onKeyDown={(event) => onKeyDown(event, section, at)}
						onPointerDown={(event) => drag.begin(event, id)}
						title={title}
					>
						<span className={styles.number}>{number}</span>
						<span className={styles.title}>
							{renamed !== undefined && <ins>{renamed}</ins>}
							{isGoing ? <del>{title}</del> : title}
						</span>
						<StaleSign stale={stale} />
					</button>
				)}
				<OutlineMark title={title} suggested={suggested} onOpen={onSuggestion} />
				<ActionMenu
					name={t("report.sectionActions", { title })}
					actions={actions(section)}
					listedAs={id === open ? `${number} ${title}` : undefined}
					className={styles.menu}
				/>
				{gap && (
					<span
						className={styles.gap}
						data-top={gap.above === null}
						style={{ insetInlineStart: indentation(gap.depth) }}
						aria-hidden
					/>
				)}
			</div>
		);
	};
	return (
		<nav className={styles.outline} aria-label={t("report.outline")} ref={within}>
			{props.children}
			<VirtualList
				count={shown.length}
				rowHeight={ROW}
				handle={list}
				className={styles.list}
				render={row}
				rowKey={(at) => shown[at]?.id ?? String(at)}
			/>
			<div className={styles.foot}>
				<Button kind="quiet" onClick={() => onAdd({})}>
					{t("report.addSection")}
				</Button>
			</div>
		</nav>
	);
}

const indentation = (depth: number) => `calc(var(--s3) * ${Math.min(depth, 8) - 1})`;

const focus = (row: HTMLButtonElement | null) => row?.focus();
