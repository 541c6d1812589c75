import { useRef } from "react";
import { useCommand } from "../../commands/useCommand";
import { Button } from "../../components/Button";
import { EmptyState } from "../../components/EmptyState";
import { ErrorNote } from "../../components/ErrorNote";
import { LoadingMark } from "../../components/LoadingMark";
import type { VirtualListHandle } from "../../components/VirtualList";
import { useWords } from "../../i18n/useWords";
import type { FactRuling } from "../../ipc/bindings";
import { markReviewed } from "../../shared/cards/actions";
import { openNewCard } from "../../shared/cards/newCard";
import { allows, choicesFor } from "../../shared/facts/choices";
import { openEvidence } from "../../shared/facts/origin";
import { TickBar } from "../../shared/facts/TickBar";
import { useTicks } from "../../shared/facts/useTicks";
import type { ViewProps } from "../../state/navigation";
import { showToast } from "../../state/toasts";
import type { Choice } from "./decide";
import { EmptyInbox } from "./EmptyInbox";
import { FactCard } from "./FactCard";
import { FoldCard } from "./FoldCard";
import { InboxList } from "./InboxList";
import { InboxToolbar } from "./InboxToolbar";
import { LastStep } from "./LastStep";
import { LeadCard } from "./LeadCard";
import { isFiltered, useListing } from "./listing";
import { batchTargets } from "./listPosition";
import { type Line, labelsOf, rowsOf } from "./queue";
import styles from "./ReviewView.module.css";
import { useInbox } from "./useInbox";
import { openLead, useSelectionOfLine } from "./useSelectionOfLine";
import { useWaitingWords } from "./useWaitingWords";

/** Shows all that waits for the analyst: a list, and large beside it the selected one. */
export default function ReviewView({ detail }: ViewProps) {
	const t = useWords();
	const waitingWords = useWaitingWords();
	const discovery = detail.discovery.id;
	const search = useRef<HTMLInputElement>(null);
	const list = useRef<VirtualListHandle>(null);
	const { inbox, at, line, waiting, made, error, retry, step, go, decide, hasMoved, look, ...all } =
		useInbox(discovery);
	const { lines, facts } = inbox;
	const listing = useListing();
	const ticks = useTicks(facts);
	const chosen = batchTargets(inbox, at, ticks.ticked);
	useSelectionOfLine(line, at, list);
	const open = (one: Line) => {
		if (one.kind === "fold") listing.turn(one.id);
		if (one.kind === "fact") void openEvidence(one.id, "review");
		if (one.kind === "lead") openLead(discovery, one.lead);
	};
	const fold = (wanted: boolean) => {
		const holder = line?.kind === "fact" ? lines.findIndex(({ id }) => id === line.fold) : at;
		const found = lines[holder];
		if (found?.kind !== "fold") return;
		if (found.open !== wanted) listing.turn(found.id);
		go(holder);
	};
	/** A key that was pressed for another line is for none. */
	const isMeant = () => {
		if (!hasMoved) return true;
		look();
		const title = line?.kind === "fact" ? t("inbox.movedOnTo", { label: line.rows[0].label }) : t("inbox.movedOn");
		if (line) showToast({ title });
		return false;
	};
	const decideOne = (choice: "accept" | "reject") => {
		if (!isMeant()) return;
		if (line?.kind === "lead" && line.lead.report === null && choice === "accept")
			void markReviewed(discovery, [line.lead.label]);
		if (line?.kind !== "fact") return;
		const [row] = line.rows;
		if (choice === "accept" && row.status === "accepted") decide("still_holds", [row]);
		else if (choicesFor(row).includes(choice)) decide(choice, [row]);
	};
	const decideAll = (choice: "accept" | "reject") => {
		if (!isMeant()) return;
		const wanted = rowsOf(chosen);
		if (wanted.length === 0) return void showToast({ title: t("inbox.tickFirst") });
		// The choice of the right one of two sources cannot be made for many at once.
		if (choice === "accept" && wanted.some(({ status }) => status === "conflict"))
			showToast({ title: t("facts.conflictsFirst") });
		decide(
			choice,
			wanted.filter((row) => allows(choice, row)),
		);
		ticks.clear();
	};
	const current = line?.kind === "fact" ? line : null;
	const decideShown = (choice: Choice, rulings?: FactRuling[]) => {
		if (current && isMeant()) decide(choice, choice === "settled" ? current.rows : [current.rows[0]], rulings);
	};

	/** On what is ticked, or on what is looked at. */
	const insight = () =>
		openNewCard("insight", labelsOf(ticks.ticked.size > 0 ? chosen : current ? [current] : []), ticks.clear);

	useCommand("make.next", insight);
	useCommand("make.insight", insight);
	useCommand("list.next", () => step(1));
	useCommand("list.previous", () => step(-1));
	useCommand("review.down", () => step(1));
	useCommand("review.up", () => step(-1));
	useCommand("review.unfold", () => fold(true));
	useCommand("review.fold", () => fold(false));
	useCommand("list.search", () => search.current?.focus());
	useCommand("list.toggle", () => current && ticks.toggle(current, false));
	useCommand("list.selectAll", ticks.tickAll, facts.length > 0);
	// Bound even where they do nothing: what is not shown must not be decided by the window's own A.
	useCommand("fact.accept", () => decideOne("accept"));
	useCommand("fact.reject", () => decideOne("reject"));
	useCommand("fact.open", () => line && open(line));
	useCommand("fact.clear", ticks.clear, ticks.ticked.size > 0);
	useCommand("review.acceptGroup", () => decideAll("accept"));
	useCommand("review.rejectGroup", () => decideAll("reject"));

	if (waiting === null) {
		return error ? <ErrorNote title={t("review.couldNotLoad")} error={error} onRetry={retry} /> : <LoadingMark />;
	}
	const last = <LastStep undo={detail.undo} made={made} isDeciding={all.isDeciding} />;
	if (lines.length === 0 && !isFiltered(listing)) {
		return (
			<>
				<EmptyInbox isNew={detail.inputs.length === 0} />
				{last}
			</>
		);
	}
	const rows = rowsOf(chosen);
	const many = (choice: "accept" | "reject") => rows.filter((row) => allows(choice, row)).length;
	return (
		<>
			<InboxToolbar inputs={detail.inputs} {...all.toolbar} searchRef={search} />
			<div className={styles.inbox} onPointerMove={look}>
				<div className={styles.both}>
					<div className={styles.list}>
						{lines.length === 0 ? (
							<EmptyState title={t("inbox.noMatch")}>
								<Button onClick={listing.clear}>{t("facts.filter.clear")}</Button>
							</EmptyState>
						) : (
							<InboxList
								lines={lines}
								inputs={detail.inputs}
								at={at}
								ticked={ticks.ticked}
								onGo={go}
								onStep={step}
								onTick={ticks.toggle}
								onOpen={open}
								list={list}
								scrollKey={`inbox ${discovery}`}
							/>
						)}
						<TickBar
							idle={waitingWords(waiting, all.matching, all.expected)}
							ticked={ticks.ticked.size}
							acceptable={many("accept")}
							rejectable={many("reject")}
							onAccept={() => decideAll("accept")}
							onReject={() => decideAll("reject")}
							onInsight={insight}
							onClear={ticks.clear}
						/>
						{last}
					</div>
					<div className={styles.card}>
						{line?.kind === "fact" && <FactCard key={line.id} line={line} onDecide={decideShown} />}
						{line?.kind === "lead" && (
							<LeadCard
								key={line.id}
								discovery={discovery}
								lead={line.lead}
								onOpen={() => open(line)}
								onHolds={() => decideOne("accept")}
							/>
						)}
						{line?.kind === "fold" && (
							<FoldCard
								fold={line}
								inputs={detail.inputs}
								onTurn={() => open(line)}
								onAccept={() => decideAll("accept")}
								onReject={() => decideAll("reject")}
							/>
						)}
					</div>
				</div>
			</div>
		</>
	);
}
