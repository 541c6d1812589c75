import { type Ref, useEffect, useEffectEvent, useImperativeHandle, useRef } from "react";
import { useWords } from "../../i18n/useWords";
import type { ReportSection, ReportSupport } from "../../ipc/bindings";
import { labelQuery, mentionsQuery } from "../../ipc/chatQueries";
import { client } from "../../ipc/client";
import { useSelection } from "../../state/selection";
import { citationOf } from "./cite";
import { type BodyEditor as Editor, makeBodyEditor } from "./editor/editor";
import { merged } from "./editor/merged";
import type { Span } from "./editor/spans";
import type { Place } from "./find";
import styles from "./SectionPane.module.css";
import { isOwn, keep, useWriting, write } from "./writing";

export type BodyHandle = Pick<Editor, "focus" | "select" | "replace" | "body">;

interface BodyEditorProps {
	discovery: string;
	report: string;
	section: ReportSection;
	support: ReportSupport | undefined;
	found: readonly Place[];
	/** What is to be shown and selected once it is there. */
	target: Place | null;
	handle: Ref<BodyHandle>;
	onWritten: (body: string) => void;
	onCaret: (at: number) => void;
}

/** The text of one section. It is made once for a section, and hears of what is changed elsewhere. */
export function BodyEditor({
	discovery,
	report,
	section,
	support,
	found,
	target,
	handle,
	onWritten,
	onCaret,
}: BodyEditorProps) {
	const t = useWords();
	const place = useRef<HTMLDivElement>(null);
	const editor = useRef<Editor | null>(null);
	const { id, bodyMd, citations } = section;

	const make = useEffectEvent((at: HTMLElement) => {
		const draft = useWriting.getState().drafts[id];
		const written = draft ? merged(draft.base, draft.body, bodyMd) : bodyMd;
		return makeBodyEditor(at, bodyMd, written, {
			name: t("report.body", { number: section.number }),
			hint: t("report.bodyHint"),
			why: (cause) => t(`report.${cause}`),
			open: (label) => useSelection.getState().selectEntity(label, null, "reports"),
			glance: async (label) => (await client.fetchQuery(labelQuery(discovery, label)))?.text ?? null,
			find: async (typed) => {
				const groups = await client.fetchQuery(mentionsQuery(discovery, typed));
				const cited = groups.filter(({ kind }) => kind !== "input" && kind !== "output");
				return cited.flatMap(({ entries }) => entries);
			},
			cite: (label) => citationOf(discovery, label),
			onChange: (body, base) => {
				write(report, id, base, body);
				onWritten(body);
			},
			onBlur: () => void keep(id),
			onCaret,
		});
	});
	useEffect(() => {
		if (!place.current) return;
		const made = make(place.current);
		editor.current = made;
		return () => {
			void keep(id);
			made.destroy();
			editor.current = null;
		};
	}, [id]);
	useEffect(() => editor.current?.take(bodyMd, isOwn(id, bodyMd)), [id, bodyMd]);
	useEffect(() => editor.current?.setCitations(citations), [citations]);
	useEffect(() => {
		// It may come before the body that it speaks of, or after.
		const isOfThis = support?.bodyMd === bodyMd && bodyMd === editor.current?.body();
		if (isOfThis) editor.current?.mark(spansOf(support));
	}, [support, bodyMd]);
	useEffect(() => editor.current?.markFound(found), [found]);
	useEffect(() => {
		if (target?.section === id) editor.current?.select(target.from, target.to, false);
	}, [id, target]);
	useImperativeHandle(handle, () => ({
		focus: () => editor.current?.focus(),
		select: (from, to, focus) => editor.current?.select(from, to, focus),
		replace: (from, to, text) => editor.current?.replace(from, to, text),
		body: () => editor.current?.body() ?? "",
	}));
	return <div ref={place} className={styles.body} data-body={id} />;
}

/** A sentence without a source is marked, and one whose figures its citations do not say. */
function spansOf({ sentences }: ReportSupport): Span[] {
	return sentences
		.filter(({ cites, missing }) => cites.length === 0 || missing.length > 0)
		.map(({ start, end, cites }) => ({ from: start, to: end, kind: cites.length === 0 ? "uncited" : "missing" }));
}
