import { useQuery } from "@tanstack/react-query";
import { type Ref, useEffect, useEffectEvent, useImperativeHandle, useRef, useState } from "react";
import { useCommand } from "../../commands/useCommand";
import { Button } from "../../components/Button";
import { EmptyState } from "../../components/EmptyState";
import { ErrorNote } from "../../components/ErrorNote";
import { Waiting } from "../../components/Waiting";
import { number } from "../../i18n/format";
import { useWords } from "../../i18n/useWords";
import type { Report, ReportSection } from "../../ipc/bindings";
import { reportQuery, reportSuggestionsQuery, reportSupportQuery } from "../../ipc/reportQueries";
import { changeReport, type Given, setAppendix } from "./actions";
import type { BodyHandle } from "./BodyEditor";
import { FindBar, type Sought } from "./FindBar";
import { beside, isSame, type Place, placesOf } from "./find";
import { Margin } from "./Margin";
import { Outline } from "./Outline";
import styles from "./ReportView.module.css";
import { SectionPane } from "./SectionPane";
import { Suggestions } from "./Suggestions";
import { staleAfter } from "./stale";
import { keepLeft } from "./writing";

export interface PageHandle {
	nextStale: () => void;
	find: () => void;
}

interface ReportPageProps {
	discovery: string;
	report: string;
	words: number;
	handle: Ref<PageHandle>;
}

/** One report: the outline, the section that is read and written, and what carries it. */
export function ReportPage(props: ReportPageProps) {
	const t = useWords();
	const query = useQuery(reportQuery(props.report));
	if (query.isError)
		return <ErrorNote title={t("report.couldNotLoad")} error={query.error} onRetry={() => void query.refetch()} />;
	if (!query.data) return <Waiting />;
	return <Sections key={query.data.id} {...props} shown={query.data} />;
}

const nothingSought: Sought = { text: "", by: "", matchCase: false };

function Sections({ discovery, report, words, handle, shown }: ReportPageProps & { shown: Report }) {
	const t = useWords();
	const { sections } = shown;
	const body = useRef<BodyHandle>(null);
	const [chosen, setChosen] = useState<string | null>(null);
	const [caret, setCaret] = useState(0);
	const [sought, setSought] = useState<Sought | null>(null);
	/** What is shown in the text: found, stale, or a sentence. */
	const [target, setTarget] = useState<Place | null>(null);
	const open = sections.find(({ id }) => id === chosen) ?? sections[0];
	const suggestions = useQuery(reportSuggestionsQuery(report));
	const support = useQuery({ ...reportSupportQuery(report, open?.id ?? ""), enabled: open !== undefined });

	const keepThose = useEffectEvent(() => void keepLeft(shown));
	useEffect(() => keepThose(), []);

	const change = (tool: string, given: Given, said?: string) => changeReport(discovery, report, tool, given, said);
	const add = async (place: Given) => {
		const known = new Set(sections.map((section) => section.id));
		const changed = await change("add_section", { title: t("report.newSection"), ...place }, t("report.sectionAdded"));
		const added = changed?.sections.find((section) => !known.has(section.id));
		if (added) setChosen(added.id);
	};
	const remove = (section: ReportSection) => {
		const at = sections.indexOf(section);
		const next = sections.find(({ depth }, i) => i > at && depth <= section.depth) ?? sections[at - 1];
		if (next) setChosen(next.id);
		void change("delete_section", { section: section.id }, t("report.sectionDeleted", { title: section.title }));
	};
	const go = (place: Place) => {
		setChosen(place.section);
		setTarget({ ...place });
	};
	const step = (by: 1 | -1) => {
		const next = sections[sections.findIndex(({ id }) => id === open?.id) + by];
		if (next) setChosen(next.id);
	};
	const nextStale = () => {
		const next = staleAfter(sections, target ?? { section: open?.id ?? "", from: -1, to: -1 });
		if (next) go(next);
	};
	const find = () => setSought((now) => now ?? nothingSought);
	useImperativeHandle(handle, () => ({ nextStale, find }));
	useCommand("report.find", find);
	useCommand("report.nextSection", () => step(1));
	useCommand("report.previousSection", () => step(-1));

	const suggested = (
		<Suggestions
			discovery={discovery}
			report={report}
			suggestions={(suggestions.data ?? []).filter(({ state }) => state === "pending" || state === "stale")}
			onShow={(section) => sections.some(({ id }) => id === section) && setChosen(section)}
		/>
	);
	if (!open && (suggestions.data ?? []).length > 0) return <div className={styles.suggested}>{suggested}</div>;
	if (!open)
		return (
			<EmptyState title={t("report.noSections")} text={t("report.noSectionsText")}>
				<Button kind="primary" onClick={() => void add({})}>
					{t("report.addSection")}
				</Button>
			</EmptyState>
		);
	const places = sought ? placesOf(sections, sought.text, sought.matchCase) : [];
	const here = places.filter(({ section }) => section === open.id);
	const order = sections.map(({ id }) => id);
	const current = target && places.some((place) => isSame(place, target)) ? target : null;
	const seek = (by: 1 | -1) => {
		const next = beside(places, target, by, order, open.id);
		if (next) go(next);
	};
	const replace = () => {
		if (!sought) return;
		if (current?.section === open.id) {
			const { from, to } = current;
			if (body.current?.body().slice(from, to) !== open.bodyMd.slice(from, to)) return;
			body.current.replace(from, to, sought.by);
			setTarget({ section: open.id, from: from + sought.by.length, to: from + sought.by.length });
		} else seek(1);
	};
	const replaceAll = async () => {
		if (!sought || places.length === 0) return;
		// The host replaces what is written so; another case is another word to it.
		const spellings = [...new Set(places.map((place) => wordsAt(sections, place)))];
		for (const spelling of spellings)
			await change(
				"replace_text",
				{ find: spelling, replace: sought.by },
				t("report.replaced", { count: number(places.length) }),
			);
	};
	return (
		<div className={styles.frame}>
			<div className={styles.page}>
				<Outline
					sections={sections}
					open={open.id}
					onOpen={setChosen}
					onWrite={() => body.current?.focus()}
					onAdd={(place) => void add(place)}
					onMove={(section, to) => void change("move_section", { section, ...to }, t("report.sectionMoved"))}
					onRename={(section, title) => void change("rename_section", { section, title }, t("report.sectionRenamed"))}
					onDelete={remove}
					onAppendix={(section, is) => void setAppendix(discovery, report, section, is)}
				/>
				<div className={styles.middle}>
					{sought && (
						<FindBar
							sought={sought}
							at={current ? places.findIndex((place) => isSame(place, current)) + 1 : 0}
							count={places.length}
							onChange={setSought}
							onStep={seek}
							onReplace={replace}
							onReplaceAll={() => void replaceAll()}
							onClose={() => {
								setSought(null);
								body.current?.focus();
							}}
						/>
					)}
					<SectionPane
						key={open.id}
						discovery={discovery}
						report={report}
						section={open}
						support={support.data}
						found={here}
						target={target}
						words={words}
						body={body}
						onRename={(title) => void change("rename_section", { section: open.id, title }, t("report.sectionRenamed"))}
						onCaret={setCaret}
					/>
				</div>
				<Margin
					support={support.data}
					caret={caret}
					onShow={({ start, end }) => body.current?.select(start, end, true)}
				>
					{suggested}
				</Margin>
			</div>
		</div>
	);
}

function wordsAt(sections: readonly ReportSection[], { section, from, to }: Place): string {
	return sections.find(({ id }) => id === section)?.bodyMd.slice(from, to) ?? "";
}
