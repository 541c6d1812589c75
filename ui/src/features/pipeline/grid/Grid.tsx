import { type ReactNode, useEffect, useRef } from "react";
import { useTranslation } from "react-i18next";
import { useWords } from "../../../i18n/useWords";
import type { ColumnSummary, Kind, PipelineTrace } from "../../../ipc/bindings";
import type { Label } from "../../../ipc/label";
import { kinds } from "../../../shared/cards/kinds";
import { useStaleReports } from "../../../shared/cards/staleReports";
import { usePipeline } from "../../../shared/cards/state";
import { ColumnHead } from "../ColumnHead";
import { EmptyColumn } from "../EmptyColumn";
import type { Board } from "./board";
import { cellId } from "./cardElement";
import styles from "./Grid.module.css";
import { useArrows } from "./useArrows";
import { usePointer } from "./usePointer";

interface GridProps {
	discovery: string;
	board: Board;
	columns: readonly ColumnSummary[];
	trace: PipelineTrace | null;
}

/**
 * The frame of the five columns. For screen readers they are one grid: a card is the cell at its row and its column, so
 * that both are counted right whatever part of them is in the document.
 */
export function Grid({ discovery, board, columns, trace }: GridProps) {
	const t = useWords();
	const grid = useRef<HTMLDivElement>(null);
	const folded = usePipeline((now) => now.folded);
	const active = usePipeline((now) => now.picked.active);
	const linking = usePipeline((now) => now.linking);
	const onKeyDown = useArrows(discovery, board);
	const pointer = usePointer(discovery, board);
	useBoardState(board, useStaleReports(discovery));

	const stateOf = (kind: Kind) => columns.find((column) => column.kind === kind);
	const gridTemplateColumns = kinds
		.map((kind, at) => {
			const width = folded.includes(kind) ? "2.25rem" : `minmax(${widthOf(kind, stateOf(kind)?.total)})`;
			return at === 0 ? width : `clamp(0.875rem, 2.4cqi, 3rem) ${width}`;
		})
		.join(" ");
	const rows = Math.max(0, ...columns.map(({ shown }) => shown));

	return (
		<div className={styles.scroll}>
			<div className={styles.heads} style={{ gridTemplateColumns }}>
				{kinds.map((kind, at) => (
					<div key={kind} style={{ gridColumn: 2 * at + 1, minWidth: 0 }}>
						<ColumnHead
							kind={kind}
							board={board}
							state={stateOf(kind)}
							traced={trace?.counts.find((one) => one.kind === kind)?.count ?? null}
							first={trace?.first.find((one) => one.kind === kind)?.index ?? null}
						/>
					</div>
				))}
			</div>
			<div
				ref={grid}
				id="pipeline-grid"
				role="grid"
				tabIndex={0}
				className={styles.grid}
				style={{ gridTemplateColumns }}
				aria-label={t("view.board")}
				aria-rowcount={rows}
				aria-colcount={kinds.length}
				aria-multiselectable
				aria-activedescendant={active === null ? undefined : cellId(active)}
				data-tracing={trace !== null}
				data-linking={linking !== null}
				onKeyDown={onKeyDown}
				{...pointer}
			>
				{kinds.map((kind, at) => {
					const next = kinds[at + 1];
					const state = stateOf(kind);
					return [
						folded.includes(kind) ? (
							<div key={kind} className={styles.folded} />
						) : (
							<Cards key={kind} board={board} kind={kind} index={at} isEmpty={state?.shown === 0}>
								<EmptyColumn kind={kind} state={state} />
							</Cards>
						),
						next && (
							<Gap
								key={`${kind} gap`}
								board={board}
								left={kind}
								right={next}
								hidden={folded.includes(kind) || folded.includes(next)}
							/>
						),
					];
				})}
			</div>
		</div>
	);
}

/** The least and the share of a column: an Input is a name, a conclusion is read, and what is empty needs no room but
 * for its heading. */
function widthOf(kind: Kind, total: number | undefined): string {
	if (kind === "recommendation" && total === 0) return "9.5rem, 0.55fr";
	if (kind === "input" || total === 0) return "7.5rem, 0.55fr";
	return kind === "fact" ? "8.25rem, 1fr" : "9.5rem, 1.35fr";
}

interface CardsProps {
	board: Board;
	kind: Kind;
	index: number;
	isEmpty: boolean;
	children: ReactNode;
}

function Cards({ board, kind, index, isEmpty, children }: CardsProps) {
	const t = useWords();
	const scroller = useRef<HTMLDivElement>(null);
	useEffect(() => (scroller.current ? board.column(kind, index, scroller.current) : undefined), [board, kind, index]);
	return (
		<div
			ref={scroller}
			role="rowgroup"
			className={styles.scroller}
			aria-label={t(`pipeline.kind.${kind}`)}
			data-column={kind}
		>
			{isEmpty && (
				<div role="row" className={styles.empty}>
					<div role="gridcell" aria-colindex={index + 1}>
						{children}
					</div>
				</div>
			)}
		</div>
	);
}

function Gap({ board, left, right, hidden }: { board: Board; left: Kind; right: Kind; hidden: boolean }) {
	const canvas = useRef<HTMLCanvasElement>(null);
	useEffect(() => {
		if (canvas.current && !hidden) return board.gap(left, right, canvas.current);
	}, [board, left, right, hidden]);
	if (hidden) return <div />;
	return <canvas ref={canvas} className={styles.gap} aria-hidden />;
}

/** Passes the window's state of cards to the board, which draws them. */
function useBoardState(board: Board, stale: ReadonlyMap<Label, string>): void {
	const { i18n } = useTranslation();
	const { language } = i18n;
	useEffect(() => board.speak(language), [board, language]);
	useEffect(() => board.emphasise({ stale }), [board, stale]);
	useEffect(() => {
		const updateActive = ({ picked }: ReturnType<typeof usePipeline.getState>) =>
			board.emphasise({ active: picked.active, selected: picked.selected });
		updateActive(usePipeline.getState());
		return usePipeline.subscribe(updateActive);
	}, [board]);
}
