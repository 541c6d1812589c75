import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useDeferredValue, useEffect, useEffectEvent, useRef, useState } from "react";
import { useWords } from "../../i18n/useWords";
import type { FactRuling, WaitingRow } from "../../ipc/bindings";
import { discoveryQuery, factQuery } from "../../ipc/queries";
import { takeNewOrder, waitingQuery } from "../../ipc/reviewQueries";
import { onEdit } from "../../shared/facts/actions";
import { useSelection } from "../../state/selection";
import { reportError } from "../../state/toasts";
import { type Choice, sendDecision } from "./decide";
import { countKinds } from "./filter";
import { isFiltered, showWanted, trackStep, useListing } from "./listing";
import { indexOfPosition, type ListPosition, positionAfterDecision, stepIndex } from "./listPosition";
import { arrangeInbox, type GroupedBy, rowsOf } from "./queue";
import { expectedAccepted } from "./ranking";
import { useLeads } from "./useLeads";
import { useUnseen } from "./useUnseen";

/** A decision made here, or a change made elsewhere to what was looked at: stored, and gone from what waits. */
interface Made {
	facts: readonly WaitingRow[];
	choice: Choice | "elsewhere";
	/** The step that it became. */
	step: number | null;
}

/** Fetched ahead, so that the next card is there with the key. */
const AHEAD = 5;

/** Returns all that waits in a discovery, and the actions on it: the next line shows at once, the host follows. */
export function useInbox(discovery: string) {
	const t = useWords();
	const client = useQueryClient();
	const { queryKey } = waitingQuery(discovery);
	const { data, error, refetch } = useQuery(waitingQuery(discovery));
	const leads = useLeads(discovery);
	const { by, order, shown, inputId, reason, toggledFolds, ...listing } = useListing();
	const text = useDeferredValue(listing.text);
	const [position, setPosition] = useState<ListPosition>(() => ({
		id: useSelection.getState().factId,
		label: null,
		index: 0,
	}));
	/** Beside the position: once it is left, the fold closes that it opened. */
	const [sought, setSought] = useState(position.id);
	/** The fact that was shown last. */
	const [seen, setSeen] = useState<WaitingRow | null>(null);
	const [pending, setPending] = useState<ReadonlySet<string>>(new Set());
	/** The property that tells them apart at first goes on folding them, while they become fewer. */
	const [defaultGrouping, setDefaultGrouping] = useState<GroupedBy | null>(null);
	const [made, setMade] = useState<readonly Made[]>([]);

	const rows = data?.rows ?? [];
	const waiting = new Set(rows.map(({ id }) => id));
	const open = rows.filter(({ id }) => !pending.has(id));
	const narrowing = { text, by: by ?? defaultGrouping, order, shown, inputId, reason, toggledFolds, sought };
	const inbox = arrangeInbox(open, leads, narrowing);
	const { lines } = inbox;
	const at = indexOfPosition(lines, position);
	const line = lines[at];
	const fact = line?.kind === "fact" ? line.rows[0] : null;
	const [hasMoved, setMoved] = useUnseen(line ? `${line.id} ${fact?.text}` : null);

	const goTo = (id: string) => {
		setPosition({ id, label: null, index: at });
		setSought(id);
	};

	// State that follows the host's list, adjusted while rendering so that nothing wrong is ever drawn.
	const isBack = ({ id }: WaitingRow) => waiting.has(id) && !pending.has(id);
	const undone = made.find(({ facts }) => facts.some(isBack));
	const back = undone?.facts.find(isBack);
	const isKnown = (one: WaitingRow) =>
		pending.has(one.id) ||
		rows.some(({ id, label }) => id === one.id || label === one.label) ||
		made.some(({ facts }) => facts.some(({ id }) => id === one.id));
	if (defaultGrouping === null && rows.length === data?.total && lines.some(({ kind }) => kind === "more"))
		setDefaultGrouping(inbox.by);
	if (back) {
		setMade(made.filter((one) => one !== undone));
		goTo(back.id);
	} else if (data && seen && !isKnown(seen)) {
		setMade([...made, { facts: [seen], choice: "elsewhere", step: null }]);
		setMoved(true);
	} else if (data && line && (line.id !== position.id || at !== position.index)) {
		setPosition({ id: line.id, label: fact?.label ?? null, index: at });
	} else if (fact !== seen) {
		setSeen(fact);
		if (fact && seen && fact.label === seen.label && fact.text !== seen.text) setMoved(true);
	}

	useEffect(showWanted, []);
	// Filters of an earlier visit that leave nothing are let go, so that whoever comes for what waits finds it.
	const isEntered = useRef(false);
	const isRead = data !== undefined && rows.length === data.total;
	const { clear } = listing;
	useEffect(() => {
		if (!isRead || isEntered.current) return;
		isEntered.current = true;
		if (lines.length === 0) clear();
	}, [isRead, lines.length, clear]);

	const ahead = lines
		.slice(at, at + AHEAD)
		.flatMap((one) => (one.kind === "fact" ? [one.id] : []))
		.join(" ");
	useEffect(() => {
		for (const id of ahead.split(" ").filter(Boolean)) void client.ensureQueryData(factQuery(id)).catch(() => {});
	}, [client, ahead]);

	const check = async (facts: readonly WaitingRow[], choice: Made["choice"], step: number | null) => {
		// The last step is read again as well, so that it is never one from before the decision.
		await Promise.all(
			[queryKey, discoveryQuery(discovery).queryKey].map((key) => client.refetchQueries({ queryKey: key })),
		);
		const fresh = new Set(client.getQueryData(queryKey)?.rows.map(({ id }) => id));
		const decided = facts.filter(({ id }) => !fresh.has(id));
		if (decided.length > 0) setMade((before) => [...before, { facts: decided, choice, step }]);
	};
	const decide = (choice: Choice, facts: readonly WaitingRow[], rulings?: FactRuling[]) => {
		const [first, ...others] = facts;
		if (first) moveOn(choice, [first, ...others], sendDecision(discovery, choice, [first, ...others], rulings));
	};
	/** The facts are decided as soon as it is begun; what the host refuses comes back. */
	const moveOn = (
		choice: Made["choice"],
		facts: readonly [WaitingRow, ...WaitingRow[]],
		begun: Promise<number | null>,
	) => {
		const [first] = facts;
		const ids = new Set(facts.map(({ id }) => id));
		setPosition(positionAfterDecision(lines, at, ids));
		setPending((before) => new Set([...before, ...ids]));
		const release = () => setPending((before) => new Set([...before].filter((id) => !ids.has(id))));
		trackStep(begun)
			.then((step) => check(facts, choice, step))
			.then(release, (failed: unknown) => {
				release();
				goTo(first.id);
				reportError(failed, t("facts.changeFailed"));
			});
	};
	const onEdited = useEffectEvent((id: string, saved: Promise<{ step: number | null }>) => {
		const row = rows.find((one) => one.id === id);
		if (!row) return;
		moveOn(
			"elsewhere",
			[row],
			saved.then(({ step }) => step),
		);
		setMoved(true);
	});
	useEffect(() => onEdit((id, saved) => onEdited(id, saved)), []);
	const go = (to: number) => {
		setMoved(false);
		const next = lines[to];
		if (!next) return;
		setPosition({ id: next.id, label: null, index: to });
		setSought(null);
	};

	return {
		inbox,
		at,
		line: line ?? null,
		/** Null until the host has answered. */
		waiting: data ? data.total - rows.filter(({ id }) => pending.has(id)).length : null,
		/** As many of them as a filter or search leaves; null without one. */
		matching: isFiltered(narrowing) ? rowsOf(inbox.facts).length : null,
		/** About how many of these will be kept; null where too little was decided to tell. */
		expected: expectedAccepted(rowsOf(inbox.facts)),
		toolbar: {
			/** The property that the rest is folded by. */
			by: inbox.by,
			/** The reasons of the waiting facts' ranking. */
			reasons: [...new Set(rows.flatMap((row) => row.reasons))].toSorted(),
			/** Null until all is read. */
			kindCounts: isRead ? countKinds(open, leads, narrowing) : null,
			ordering: {
				/** Decisions tell of what else waits. */
				isLearned: expectedAccepted(open) !== null,
				isOutdated: data?.isOutdated ?? false,
				renew: () => void takeNewOrder(client, discovery),
			},
		},
		/** The host is doing what was decided. */
		isDeciding: pending.size > 0,
		made: made.at(-1),
		hasMoved,
		/** Marks the line that is looked at as the one that the next key is for. */
		look: () => setMoved(false),
		error,
		retry: () => void refetch(),
		step: (steps: number) => go(stepIndex(lines, at, steps)),
		go,
		decide,
	};
}
