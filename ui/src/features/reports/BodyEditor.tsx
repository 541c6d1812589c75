import { type Ref, useEffect, useEffectEvent, useImperativeHandle, useRef, useState } from "react";
import { useWords } from "../../i18n/useWords";
import type { ImageSource, ReportSupport } from "../../ipc/bindings";
import { labelQuery, mentionsQuery } from "../../ipc/chatQueries";
import { client } from "../../ipc/client";
import { claimFileDrop } from "../../ipc/file-drop";
import { statusWord } from "../../shared/cards/status";
import { useSelection } from "../../state/selection";
import { citationOf } from "./cite";
import { type BodyEditor as Editor, makeBodyEditor } from "./editor/editor";
import { mergeTexts } from "./editor/mergeTexts";
import type { Span } from "./editor/spans";
import type { BodyRange, OpenSection } from "./find";
import { addImages, areImages, imageSourceOf } from "./images";
import styles from "./SectionPane.module.css";
import type { Step } from "./steps";
import { draftOf, forgetSentBodies, PREFACE, saveDraft, takeOwnBody, useWriting, writeDraft } from "./writing";

export type BodyHandle = Pick<Editor, "focus" | "select" | "replace" | "body">;

interface BodyEditorProps {
	discovery: string;
	report: string;
	section: OpenSection;
	support: ReportSupport | undefined;
	found: readonly BodyRange[];
	/** The suggestions for the text as it is stored. */
	hunks: readonly Step[];
	/** The range to be shown and selected once it is there. */
	target: BodyRange | null;
	handle: Ref<BodyHandle>;
	onWritten: (body: string) => void;
	onCaret: (at: number) => void;
	onDecide: (step: Step, isTaken: boolean) => void;
}

/** The text of one section. It is made once for a section, and hears of what is changed elsewhere. */
export function BodyEditor({
	discovery,
	report,
	section,
	support,
	found,
	hunks,
	target,
	handle,
	onWritten,
	onCaret,
	onDecide,
}: BodyEditorProps) {
	const t = useWords();
	const host = useRef<HTMLDivElement>(null);
	const editor = useRef<Editor | null>(null);
	const { id, bodyMd, citations } = section;
	const key = draftOf(report, id);

	const [isOver, setOver] = useState(false);
	const put = async (sources: readonly ImageSource[], point: { x: number; y: number } | null) => {
		for (const named of await addImages(report, sources)) editor.current?.putImage(named, point);
	};
	const drop = useEffectEvent((paths: string[], point: { x: number; y: number }) => {
		void put(
			paths.map((path) => ({ type: "file", path })),
			point,
		);
	});
	useEffect(() => claimFileDrop({ accepts: areImages, onHover: setOver, onDrop: (paths, at) => drop(paths, at) }), []);

	const decide = useEffectEvent((suggestion: string, number: number, isTaken: boolean) => {
		const step = hunks.find((one) => one.id === suggestion && one.hunk === number);
		if (step) onDecide(step, isTaken);
	});

	const make = useEffectEvent((at: HTMLElement) => {
		const draft = useWriting.getState().drafts[key];
		if (!draft) forgetSentBodies(key);
		const written = draft ? mergeTexts(draft.base, draft.body, bodyMd) : bodyMd;
		return makeBodyEditor(at, bodyMd, written, {
			name: id === PREFACE ? t("report.prefaceBody") : t("report.body", { number: section.number }),
			hint: t("report.bodyHint"),
			why: (cause) => t(`report.${cause}`),
			open: (label) => useSelection.getState().selectEntity(label, null, "reports"),
			glance: async (label) => (await client.fetchQuery(labelQuery(discovery, label)))?.text ?? null,
			find: async (typed) => {
				const groups = await client.fetchQuery(mentionsQuery(discovery, typed));
				const cited = groups.filter(({ kind }) => kind !== "input" && kind !== "output");
				return cited.flatMap(({ kind, entries }) =>
					entries.map(({ label, text, status, factStatus, acceptedBy }) => ({
						label,
						text,
						status:
							status === "validated" && acceptedBy !== "rules"
								? undefined
								: t(statusWord(kind, status, factStatus, acceptedBy)),
					})),
				);
			},
			cite: (label) => citationOf(discovery, label),
			onChange: (body, base) => {
				writeDraft(report, key, base, body);
				onWritten(body);
			},
			paste: async (images) => put(await Promise.all(images.map(imageSourceOf)), null),
			captionHint: t("report.captionHint"),
			onBlur: () => void saveDraft(key),
			onCaret,
			accept: t("report.accept"),
			reject: t("report.reject"),
			decide: (hunk, isTaken) => decide(hunk.id, hunk.number, isTaken),
		});
	});
	useEffect(() => {
		if (!host.current) return;
		const made = make(host.current);
		editor.current = made;
		return () => {
			void saveDraft(key);
			made.destroy();
			editor.current = null;
		};
	}, [key]);
	useEffect(() => editor.current?.take(bodyMd, takeOwnBody(key, bodyMd)), [key, bodyMd]);
	useEffect(() => editor.current?.setCitations(citations), [citations]);
	useEffect(() => {
		// It may come before the body that it speaks of, or after.
		const isOfThis = support?.bodyMd === bodyMd && bodyMd === editor.current?.body();
		if (isOfThis) editor.current?.mark(spansOf(support));
	}, [support, bodyMd]);
	useEffect(() => editor.current?.markFound(found), [found]);
	useEffect(() => {
		if (bodyMd !== editor.current?.body()) return;
		editor.current.suggest(
			hunks.map(({ id: of, hunk, from, to, after }) => ({ id: of, number: hunk ?? 0, from, to, after })),
		);
	}, [hunks, bodyMd]);
	useEffect(() => {
		if (target?.section === id) editor.current?.select(target.from, target.to, false);
	}, [id, target]);
	useImperativeHandle(handle, () => ({
		focus: () => editor.current?.focus(),
		select: (from, to, focus) => editor.current?.select(from, to, focus),
		replace: (from, to, text) => editor.current?.replace(from, to, text),
		body: () => editor.current?.body() ?? "",
	}));
	return (
		<>
			{isOver && (
				<p className={styles.drop} role="status">
					{t("report.dropImage")}
				</p>
			)}
			<div ref={host} className={styles.body} data-body={id} data-over={isOver} />
		</>
	);
}

/** A sentence without a source is marked, and one whose figures its citations do not say. */
function spansOf({ sentences }: ReportSupport): Span[] {
	return sentences
		.filter(({ cites, missing }) => cites.length === 0 || missing.length > 0)
		.map(({ start, end, cites }) => ({ from: start, to: end, kind: cites.length === 0 ? "uncited" : "missing" }));
}
