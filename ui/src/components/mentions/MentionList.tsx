import { useQuery } from "@tanstack/react-query";
import { type Ref, useImperativeHandle, useLayoutEffect, useState } from "react";
import { useWords } from "../../i18n/useWords";
import type { Item, LabelText, MentionGroup } from "../../ipc/bindings";
import { mentionsQuery } from "../../ipc/chatQueries";
import { itemsQuery } from "../../ipc/itemQueries";
import type { Label } from "../../ipc/label";
import styles from "./MentionList.module.css";

/** A mention that is being typed: what stands after the "@", and how to put a label in its place. */
export interface Mentioning {
	typed: string;
	choose: (label: Label) => void;
}

export interface MentionKeys {
	/** Says whether the key was for the list. */
	press: (event: KeyboardEvent) => boolean;
}

interface MentionListProps {
	id: string;
	discovery: string;
	mentioning: Mentioning;
	keys: Ref<MentionKeys>;
	/** The option that the keys are on, for whoever reads the field aloud. */
	onActive: (option: string | null) => void;
	/** Items alone, for a text that is no message; nothing is shown then where none is meant. */
	itemsOnly?: boolean;
	/** Under what is typed, where there is no room above it. */
	below?: boolean;
}

const optionId = (list: string, label: Label) => `${list}-${label}`;

/** Of what was found for fewer letters, what may still be meant; Enter must not take what is no longer on the way. */
function narrowed(groups: readonly MentionGroup[], typed: string): MentionGroup[] {
	const words = typed.toLowerCase().split(/\s+/);
	const fits = ({ label, text }: LabelText) => words.every((word) => `${label} ${text}`.toLowerCase().includes(word));
	return groups
		.map(({ kind, entries }) => ({ kind, entries: entries.filter(fits) }))
		.filter(({ entries }) => entries.length > 0);
}

/** More are found by typing on. */
const ITEMS_OFFERED = 8;

/** The items whose names have all that was typed. */
function offered(items: readonly Item[], typed: string): Item[] {
	const words = typed.toLowerCase().split(/\s+/);
	const fits = ({ reference, name, aliases }: Item) => {
		const names = `${reference} ${name} ${aliases.join(" ")}`.toLowerCase();
		return words.every((word) => names.includes(word));
	};
	return items.filter((item) => !item.archived && fits(item)).slice(0, ITEMS_OFFERED);
}

/** Lists the possible mentions, by column, narrowed by what is typed after the "@". */
export function MentionList({
	id,
	discovery,
	mentioning,
	keys,
	onActive,
	itemsOnly = false,
	below = false,
}: MentionListProps) {
	const t = useWords();
	const { typed } = mentioning;
	const cards = useQuery({ ...mentionsQuery(discovery, typed), enabled: !itemsOnly });
	const { data = [], isPending, isPlaceholderData } = cards;
	const groups = isPlaceholderData ? narrowed(data, typed) : data;
	const { data: allItems = [] } = useQuery(itemsQuery(discovery));
	const items = offered(allItems, typed);
	const [chosen, setChosen] = useState<Label | null>(null);
	const labels = [
		...groups.flatMap(({ entries }) => entries.map(({ label }) => label)),
		...items.map(({ token }) => token),
	];
	const at = chosen === null ? 0 : Math.max(0, labels.indexOf(chosen));
	const active = labels[at];

	const go = (to: number) => {
		const next = labels[(to + labels.length) % labels.length];
		if (next !== undefined) setChosen(next);
	};
	const press = (event: KeyboardEvent): boolean => {
		if (event.isComposing || labels.length === 0) return false;
		if (event.key === "ArrowDown") go(at + 1);
		else if (event.key === "ArrowUp") go(at - 1);
		else if ((event.key === "Enter" || event.key === "Tab") && active !== undefined) mentioning.choose(active);
		else return false;
		return true;
	};
	useImperativeHandle(keys, () => ({ press }));
	// Before it is painted: what is seen is what Enter takes and Escape closes.
	useLayoutEffect(() => onActive(active === undefined ? null : optionId(id, active)), [onActive, id, active]);

	// A sentence went on after the "@": it was none of a mention.
	if (active === undefined && (itemsOnly || (/\s/.test(typed) && !isPending))) return null;
	return (
		<div id={id} role="listbox" aria-label={t("chat.mentions")} className={styles.list} data-below={below}>
			{groups.map(({ kind, entries }) => (
				<div key={kind} role="group" aria-labelledby={`${id}-${kind}`}>
					<div id={`${id}-${kind}`} role="presentation" className={styles.kind}>
						{t(`pipeline.kind.${kind}`)}
					</div>
					{entries.map(({ label, text }) => (
						<div
							key={label}
							id={optionId(id, label)}
							role="option"
							tabIndex={-1}
							aria-selected={label === active}
							className={styles.option}
							ref={label === active ? (row) => row?.scrollIntoView({ block: "nearest" }) : undefined}
							// The field keeps the focus.
							onMouseDown={(event) => event.preventDefault()}
							onClick={() => mentioning.choose(label)}
							onKeyDown={undefined}
						>
							<b>{label}</b> — {text}
						</div>
					))}
				</div>
			))}
			{items.length > 0 && (
				<div role="group" aria-labelledby={`${id}-items`}>
					<div id={`${id}-items`} role="presentation" className={styles.kind}>
						{t("view.things")}
					</div>
					{items.map(({ token, reference, name }) => (
						<div
							key={token}
							id={optionId(id, token)}
							role="option"
							tabIndex={-1}
							aria-selected={token === active}
							className={styles.option}
							ref={token === active ? (row) => row?.scrollIntoView({ block: "nearest" }) : undefined}
							onMouseDown={(event) => event.preventDefault()}
							onClick={() => mentioning.choose(token)}
							onKeyDown={undefined}
						>
							<b>{reference}</b> — {name}
						</div>
					))}
				</div>
			)}
			{labels.length === 0 && !isPending && (
				<p role="status" className={styles.none}>
					{t("chat.noMention")}
				</p>
			)}
		</div>
	);
}
