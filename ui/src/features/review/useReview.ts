import { useInfiniteQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useWords } from "../../i18n/useWords";
import type { FactDetail, FactRuling } from "../../ipc/bindings";
import { reviewQuery } from "../../ipc/queries";
import { useSelection } from "../../state/selection";
import { reportError } from "../../state/toasts";
import { carryOut } from "./carryOut";
import {
	type Choice,
	changedElsewhere,
	checked,
	type Decision,
	following,
	otherVersion,
	type Place,
	type Queue,
	queue,
	type Shown,
	standing,
	stepped,
} from "./queue";

interface Review {
	/** Null until the host has answered. */
	queue: Queue | null;
	error: Error | null;
	retry: () => void;
	step: (direction: 1 | -1) => void;
	decide: (choice: Choice, rulings?: FactRuling[]) => void;
}

/** Fetched ahead while so few still wait. */
const AHEAD = 10;

/** The queue of one discovery, and what is done with it: the next item shows at once, the host follows. */
export function useReview(discovery: string): Review {
	const t = useWords();
	const client = useQueryClient();
	const { queryKey } = reviewQuery(discovery);
	const list = useInfiniteQuery(reviewQuery(discovery));
	const [decisions, setDecisions] = useState<readonly Decision[]>([]);
	const [place, setPlace] = useState<Place>(() => ({ next: useSelection.getState().factId }));
	const [shown, setShown] = useState<Shown | null>(null);

	const items = list.data?.pages.flatMap((page) => page.items) ?? [];
	const total = list.data?.pages.at(-1)?.total ?? 0;
	const now = list.data ? queue({ items, total }, decisions, place) : null;

	// State that follows the host's list, adjusted while rendering so that nothing wrong is ever drawn.
	const elsewhere = shown && list.data ? changedElsewhere(shown, decisions, items) : null;
	const again = shown && elsewhere ? otherVersion(shown, items) : null;
	if (again) {
		setPlace({ at: again.fact.id });
		setShown(null);
	} else if (shown && elsewhere) {
		setDecisions([...decisions, elsewhere]);
		setPlace(shown.next);
		setShown(null);
	} else if (now?.current && now.current !== shown?.detail) {
		setShown({ detail: now.current, next: following(now) });
	}

	const go = (to: Place) => {
		setDecisions((before) => standing(before, items));
		setPlace(to);
		const ahead = now ? now.all.length - now.position : 0;
		if (ahead < AHEAD && list.hasNextPage && !list.isFetching) void list.fetchNextPage();
	};
	const check = async (fact: string) => {
		await client.refetchQueries({ queryKey });
		const fresh = client.getQueryData(queryKey)?.pages.flatMap((page) => page.items) ?? [];
		setDecisions((before) => checked(before, fact, fresh));
	};
	const takeBack = ({ fact }: FactDetail, error: unknown) => {
		setDecisions((before) => before.filter(({ detail }) => detail.fact.id !== fact.id));
		setPlace({ at: fact.id });
		reportError(error, t("facts.changeFailed"));
	};
	const decide = (choice: Choice, rulings?: FactRuling[]) => {
		const detail = now?.current;
		if (!now || !detail || now.choice !== null) return;
		go(following(now));
		setDecisions((before) => [...before, { detail, choice, confirmed: false }]);
		carryOut(discovery, choice, detail.fact.id, rulings).then(
			() => check(detail.fact.id),
			(error: unknown) => takeBack(detail, error),
		);
	};

	return {
		queue: now,
		error: list.error,
		retry: () => void list.refetch(),
		step: (direction) => now && go(stepped(now, direction)),
		decide,
	};
}
