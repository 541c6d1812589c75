import { ChevronsLeftRight, ChevronsRightLeft, Plus } from "lucide-react";
import { IconButton } from "../../components/IconButton";
import { number } from "../../i18n/format";
import { useWords } from "../../i18n/useWords";
import type { WordKey } from "../../i18n/words";
import type { ColumnSummary, Kind } from "../../ipc/bindings";
import { isFiltered, usePipeline } from "../../shared/cards/state";
import { ColumnFilters } from "./ColumnFilters";
import styles from "./ColumnHead.module.css";
import type { Board } from "./grid/board";
import { compose } from "./useEntityCommands";

interface ColumnHeadProps {
	kind: Kind;
	board: Board;
	state: ColumnSummary | undefined;
	/** Count of the column's cards in the trace, while there is one. */
	traced: number | null;
	/** The first row of them. */
	first: number | null;
}

/** A column's name, how much of it is shown, and what is done to it as a whole. */
export function ColumnHead({ kind, board, state, traced, first }: ColumnHeadProps) {
	const t = useWords();
	const isFolded = usePipeline((now) => now.folded.includes(kind));
	const fold = usePipeline((now) => now.fold);
	const name = t(`pipeline.kind.${kind}`);
	if (isFolded) {
		return (
			<div className={styles.folded}>
				<IconButton
					name={t("pipeline.unfold", { name })}
					icon={<ChevronsLeftRight size={14} aria-hidden />}
					onClick={() => fold(kind, false)}
				/>
			</div>
		);
	}
	return (
		<div className={styles.head}>
			<div className={styles.line}>
				<h2 className={styles.name}>{name}</h2>
			</div>
			<div className={styles.line}>
				{traced === null ? (
					<Count kind={kind} state={state} />
				) : (
					<button
						type="button"
						className={styles.traced}
						disabled={first === null}
						title={t("pipeline.jumpToFirst")}
						onClick={() => first !== null && void board.reach(kind, first, true)}
					>
						{t("pipeline.traced", { count: traced, shown: number(traced) })}
					</button>
				)}
				<IconButton
					className={styles.tool}
					name={t(`pipeline.add.${kind}`)}
					icon={<Plus size={14} aria-hidden />}
					onClick={() => compose(kind)}
				/>
				<ColumnFilters kind={kind} state={state} />
				<IconButton
					className={styles.tool}
					name={t("pipeline.fold", { name })}
					icon={<ChevronsRightLeft size={14} aria-hidden />}
					onClick={() => fold(kind, true)}
				/>
			</div>
			{kind === "fact" && (
				<>
					<Fold of="byRules" count={state?.byRules ?? 0} shown="pipeline.byRules" hidden="pipeline.hideByRules" />
					<Fold
						of="undecided"
						count={state?.undecided ?? 0}
						shown="pipeline.showUndecided"
						hidden="pipeline.hideUndecided"
					/>
				</>
			)}
		</div>
	);
}

function Count({ kind, state }: { kind: Kind; state: ColumnSummary | undefined }) {
	const t = useWords();
	const filter = usePipeline((now) => now.filters[kind]);
	const search = usePipeline((now) => now.search);
	if (!state) return <span className={styles.count} />;
	const { total, shown, undecided, byRules } = state;
	const isPart = isFiltered(filter) || search !== "" || undecided + byRules > 0;
	return (
		<span className={styles.count} role="status">
			{isPart ? t("pipeline.shownOf", { shown: number(shown), total: number(total) }) : number(total)}
		</span>
	);
}

interface FoldProps {
	of: "undecided" | "byRules";
	/** Count of those that are hidden. */
	count: number;
	shown: "pipeline.showUndecided" | "pipeline.byRules";
	hidden: WordKey;
}

/** One line for all facts that wait, or that the rules accepted, which shows them or hides them again. */
function Fold({ of, count, shown, hidden }: FoldProps) {
	const t = useWords();
	const shows = usePipeline((now) => now.filters.fact[of]);
	const change = usePipeline((now) => now.filter);
	if (!shows && count === 0) return null;
	return (
		<button
			type="button"
			className={styles.foldLine}
			aria-expanded={shows}
			title={of === "undecided" ? t("pipeline.undecidedTitle") : undefined}
			onClick={() => change("fact", { [of]: !shows })}
		>
			{shows ? t(hidden) : t(shown, { count, shown: number(count) })}
		</button>
	);
}
