import { Dialog as Base } from "@base-ui/react/dialog";
import { useQuery } from "@tanstack/react-query";
import { type KeyboardEvent, useDeferredValue, useEffect, useId, useRef, useState } from "react";
import { KeysRest } from "../../components/Dialog";
import { ErrorNote } from "../../components/ErrorNote";
import { number } from "../../i18n/format";
import { useWords } from "../../i18n/useWords";
import type { GroupHits, LibraryHit } from "../../ipc/bindings";
import { searchQuery } from "../../ipc/retrievalQueries";
import { ReadingMark } from "../../shared/reading/ReadingMark";
import { useReadingWords } from "../../shared/reading/useReadingWords";
import { takePendingSearch } from "../../state/searchFor";
import { Hit } from "./Hit";
import { type OpenConversation, openHit } from "./open";
import styles from "./SearchDialog.module.css";
import { groupTitles, SearchFilters } from "./SearchFilters";
import { useSearch } from "./state";

interface SearchDialogProps {
	onClose: () => void;
	openConversation: OpenConversation;
}

/** The search of the whole library, by group. Arrows choose, Enter opens a hit at its words, Escape goes back. */
export default function SearchDialog({ onClose, openConversation }: SearchDialogProps) {
	const t = useWords();
	const list = useId();
	const { typed, group, discovery, change } = useSearch();
	const [chosen, setChosen] = useState(0);
	const field = useRef<HTMLInputElement>(null);
	useEffect(() => {
		const typedElsewhere = takePendingSearch();
		if (typedElsewhere !== null) change({ typed: typedElsewhere });
	}, [change]);
	const query = useDeferredValue(typed.trim());
	const search = searchQuery(query, group, discovery);
	const result = useQuery(search);
	const { data, error, refetch } = result;
	const readingWords = useReadingWords();
	const found = query === "" ? [] : (data ?? []).filter(({ hits }) => hits.length > 0);
	const hits = found.flatMap((of) => of.hits.map((hit, at) => ({ hit, id: `${list}-${of.group}-${at}` })));
	const active = hits[Math.min(chosen, hits.length - 1)];

	const open = (hit: LibraryHit) => {
		onClose();
		// The dialog has to be gone, and the focus back, before the place takes it.
		setTimeout(() => openHit(hit, openConversation));
	};
	const onKeyDown = (event: KeyboardEvent) => {
		const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
		if (step !== undefined && hits.length > 0) {
			event.preventDefault();
			setChosen((Math.min(chosen, hits.length - 1) + step + hits.length) % hits.length);
		}
		if (event.key === "Enter" && active) {
			event.preventDefault();
			open(active.hit);
		}
	};
	const look = (next: Parameters<typeof change>[0]) => {
		setChosen(0);
		change(next);
	};

	return (
		<Base.Root open onOpenChange={(isOpen) => !isOpen && onClose()}>
			<Base.Portal>
				<Base.Backdrop className={styles.backdrop} />
				<Base.Popup className={styles.popup} aria-label={t("search.title")}>
					<KeysRest />
					<input
						ref={field}
						className={styles.field}
						role="combobox"
						aria-expanded
						aria-controls={list}
						aria-activedescendant={active?.id}
						aria-label={t("search.title")}
						placeholder={t("search.title")}
						value={typed}
						onFocus={(event) => event.currentTarget.select()}
						onChange={(event) => look({ typed: event.target.value })}
						onKeyDown={onKeyDown}
					/>
					<SearchFilters
						group={group}
						discovery={discovery}
						onGroup={(next) => look({ group: next })}
						onDiscovery={(next) => look({ discovery: next })}
					/>
					<div id={list} role="listbox" aria-label={t("search.hits")} className={styles.list}>
						{found.map((of) => (
							<Group
								key={of.group}
								found={of}
								all={group === of.group}
								onAll={() => {
									look({ group: of.group });
									field.current?.focus();
								}}
							>
								{of.hits.map((hit, at) => {
									const id = `${list}-${of.group}-${at}`;
									return <Hit key={id} rowId={id} hit={hit} selected={id === active?.id} onOpen={() => open(hit)} />;
								})}
							</Group>
						))}
					</div>
					{error && <ErrorNote error={error} onRetry={() => void refetch()} />}
					{hits.length === 0 && !error && (query === "" || data !== undefined) && (
						<p role="status" className={styles.none}>
							{query === "" ? t("search.empty") : t("search.none", { typed: query })}
						</p>
					)}
					{query !== "" && data === undefined && !error && (
						<ReadingMark query={result} queryKey={search.queryKey} words={readingWords} loading={t("search.looking")} />
					)}
				</Base.Popup>
			</Base.Portal>
		</Base.Root>
	);
}

interface GroupProps {
	found: GroupHits;
	/** It is the only group that is shown. */
	all: boolean;
	onAll: () => void;
	children: React.ReactNode;
}

function Group({ found, all, onAll, children }: GroupProps) {
	const t = useWords();
	const title = t(groupTitles[found.group]);
	return (
		<div role="group" aria-label={title} className={styles.group}>
			{/* Of a list box's groups only options are heard: their name is the label, and the buttons above show one alone. */}
			<div className={styles.head} aria-hidden>
				<span className={styles.title}>
					{title} <span className={styles.muted}>{number(found.total)}</span>
				</span>
				{found.more && !all && (
					<button
						type="button"
						className={styles.more}
						tabIndex={-1}
						// The field keeps the focus, and with it the keys.
						onMouseDown={(event) => event.preventDefault()}
						onClick={onAll}
					>
						{t("search.more")}
					</button>
				)}
				{found.more && all && <span className={styles.muted}>{t("search.first", { count: found.hits.length })}</span>}
			</div>
			{children}
		</div>
	);
}
