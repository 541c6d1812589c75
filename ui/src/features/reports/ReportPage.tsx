import { useQuery } from "@tanstack/react-query";
import { type Ref, useEffect, useEffectEvent, useImperativeHandle, useRef, useState } from "react";
import { useCommand } from "../../commands/useCommand";
import { Button } from "../../components/Button";
import { EmptyState } from "../../components/EmptyState";
import { ErrorNote } from "../../components/ErrorNote";
import { LoadingMark } from "../../components/LoadingMark";
import { useWords } from "../../i18n/useWords";
import { commands, type Report, type ReportSection } from "../../ipc/bindings";
import { call } from "../../ipc/call";
import { reportBodyQuery, reportQuery, reportSupportQuery } from "../../ipc/reportQueries";
import { reportError } from "../../state/toasts";
import { changeReport, setAppendix, type ToolArguments } from "./actions";
import type { BodyHandle } from "./BodyEditor";
import { FindBar } from "./FindBar";
import type { BodyRange } from "./find";
import { Margin } from "./Margin";
import { Outline } from "./Outline";
import { PrefaceRow, prefaceLine } from "./PrefaceRow";
import styles from "./ReportView.module.css";
import { SectionPane } from "./SectionPane";
import { Suggestions } from "./Suggestions";
import { staleAfter } from "./stale";
import { useFind } from "./useFind";
import { useSuggestionSteps } from "./useSuggested";
import { PREFACE, saveLeftoverDrafts } from "./writing";

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
	if (!query.data) return <LoadingMark />;
	return <Sections key={query.data.id} {...props} shown={query.data} />;
}

function Sections({ discovery, report, words, handle, shown }: ReportPageProps & { shown: Report }) {
	const t = useWords();
	const { outline: sections } = shown;
	const preface = { ...prefaceLine, title: t("report.preface"), stale: shown.prefaceStale };
	const lines = [preface, ...sections];
	const body = useRef<BodyHandle>(null);
	const [chosen, setChosen] = useState<string | null>(null);
	/** The section that was just added. */
	const [untitled, setUntitled] = useState<string | null>(null);
	/** The position of the caret, and its section. */
	const [spot, setSpot] = useState({ section: "", at: 0 });
	/** The range shown in the text: found, stale, or a sentence. */
	const [target, setTarget] = useState<BodyRange | null>(null);
	/** The same before it is drawn: a key that is pressed twice at once goes on from there. */
	const aimed = useRef<BodyRange | null>(null);
	const line = lines.find(({ id }) => id === chosen) ?? sections[0] ?? (words === 0 ? undefined : preface);
	const written = useQuery({ ...reportBodyQuery(report, line?.id ?? ""), enabled: line !== undefined });
	const support = useQuery({ ...reportSupportQuery(report, line?.id ?? ""), enabled: line !== undefined });
	const open = line && written.data ? { ...line, ...written.data } : null;

	const keepThose = useEffectEvent(() => void saveLeftoverDrafts(shown));
	useEffect(() => keepThose(), []);

	const change = (tool: string, given: ToolArguments, toast?: string) =>
		changeReport(discovery, report, tool, given, toast);
	const add = async (args: ToolArguments) => {
		const added = await change("add_section", { title: t("report.newSection"), ...args }, t("report.sectionAdded"));
		setChosen((now) => added ?? now);
		setUntitled(added);
	};
	const remove = (section: ReportSection) => {
		const at = sections.indexOf(section);
		const next = sections.find(({ depth }, i) => i > at && depth <= section.depth) ?? sections[at - 1];
		if (next) setChosen(next.id);
		void change("delete_section", { section: section.id }, t("report.sectionDeleted", { title: section.title }));
	};
	const aim = (range: BodyRange | null) => {
		aimed.current = range;
		setTarget(range && { ...range });
	};
	const go = (range: BodyRange) => {
		setChosen(range.section);
		aim(range);
	};
	const goBy = (by: 1 | -1) => {
		const next = lines[lines.findIndex(({ id }) => id === line?.id) + by];
		if (next) setChosen(next.id);
	};
	const order = lines.map(({ id }) => id);
	const nextStale = async () => {
		try {
			const stale = await call(commands.reportStale(report));
			const next = staleAfter(stale, order, aimed.current ?? { section: line?.id ?? "", from: -1, to: -1 });
			if (next) go(next);
		} catch (error) {
			reportError(error);
		}
	};
	const caret = spot.section === line?.id ? spot.at : 0;
	const { all, hunks, at, goToSuggestion, decide } = useSuggestionSteps({
		of: { discovery, report },
		sections: lines,
		open,
		caret: { section: spot.section, at: caret },
		onOpen: setChosen,
		onShow: aim,
	});
	const { here, find, bar } = useFind({ of: { discovery, report }, order, open, target, body, onShow: go });
	useImperativeHandle(handle, () => ({ nextStale: () => void nextStale(), find }));
	useCommand("report.find", find);
	useCommand("report.nextSection", () => goBy(1));
	useCommand("report.previousSection", () => goBy(-1));

	const suggested = (
		<Suggestions
			discovery={discovery}
			report={report}
			open={at?.id ?? null}
			suggestions={all.filter(({ state }) => state === "pending" || state === "stale")}
			onShow={(section) => lines.some(({ id }) => id === section) && setChosen(section)}
		/>
	);
	if (!line && all.length > 0) return <div className={styles.suggested}>{suggested}</div>;
	if (!line)
		return (
			<EmptyState title={t("report.noSections")} text={t("report.noSectionsText")}>
				<Button kind="primary" onClick={() => void add({})}>
					{t("report.addSection")}
				</Button>
			</EmptyState>
		);
	return (
		<div className={styles.frame}>
			<div className={styles.page}>
				<Outline
					sections={sections}
					suggestions={all}
					open={line.id}
					onOpen={setChosen}
					onSuggestion={goToSuggestion}
					onWrite={() => body.current?.focus()}
					onAdd={(args) => void add(args)}
					onMove={(section, to) => void change("move_section", { section, ...to }, t("report.sectionMoved"))}
					onRename={(section, title) => void change("rename_section", { section, title }, t("report.sectionRenamed"))}
					onDelete={remove}
					onAppendix={(section, is) => void setAppendix(discovery, report, section, is)}
				>
					<PrefaceRow
						preface={preface}
						isOpen={line.id === PREFACE}
						suggestions={all}
						onOpen={() => setChosen(PREFACE)}
						onWrite={() => body.current?.focus()}
						onSuggestion={goToSuggestion}
					/>
				</Outline>
				<div className={styles.middle}>
					{bar && <FindBar {...bar} />}
					{open && (
						<SectionPane
							key={open.id}
							discovery={discovery}
							report={report}
							section={open}
							isNew={open.id === untitled}
							support={support.data}
							found={here}
							hunks={hunks}
							target={target}
							words={words}
							body={body}
							onRename={(title) =>
								void change("rename_section", { section: open.id, title }, t("report.sectionRenamed"))
							}
							onCaret={(now) => setSpot({ section: open.id, at: now })}
							onDecide={(step, isTaken) => void decide(step, isTaken)}
						/>
					)}
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
