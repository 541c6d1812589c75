import type { Document, DocumentChange, SourcePage } from "../bindings";
import { found, type Handlers, type Notify } from "./reply";
import type { FakeInput, FakeState } from "./state";
import { commit } from "./steps";

/** What the fake library knows of its Inputs' documents: they are texts, and the analyst describes them. */

/** What an Input without a document is. */
export const plainText = { format: "text", pages: null, kind: "other" } as const;
export const undescribed = { authors: [], date: "", reference: "" };

export function documentHandlers(state: FakeState, notify: Notify) {
	const input = (id: string) =>
		found(
			state.content.inputs.find(({ summary }) => summary.id === id),
			"The Input",
		);

	function describe(id: string, change: DocumentChange): Document {
		const target = input(id);
		const known = target.described;
		const described = {
			authors: change.authors ?? known.authors,
			date: change.date ?? known.date,
			reference: change.reference ?? known.reference,
		};
		const summary = {
			...target.summary,
			title: change.title ?? target.summary.title,
			kind: change.kind ?? target.summary.kind,
		};
		const changed = { ...target, summary, described };
		const inputs = state.content.inputs.map((one) => (one === target ? changed : one));
		commit(state, target.discovery, `Describe ${summary.label}`, { ...state.content, inputs });
		notify(target.discovery, "inputs", "undo");
		return documentOf(changed);
	}

	return {
		documentShow: ({ input: id }: { input: string }) => documentOf(input(id)),
		documentDescribe: ({ input: id, change }: { input: string; change: DocumentChange }) => describe(id, change),
		documentSave: (_: { input: string }) => null,
		sourcePages: (_: { input: string; from: number; to: number }): SourcePage[] => [],
		clipboardText: ({ html }: { html: string }) =>
			new DOMParser().parseFromString(html, "text/html").body.textContent ?? "",
		inputChooseFolder: () => ["/home/mara/notes"],
	} satisfies Handlers<
		"documentShow" | "documentDescribe" | "documentSave" | "sourcePages" | "clipboardText" | "inputChooseFolder"
	>;
}

function documentOf({ summary, text, described: { authors, date, reference } }: FakeInput): Document {
	const { id, label, title, origin, fileName, format, pages, kind } = summary;
	const made = [authors.join(", "), date && `(${date.slice(0, 4)}).`, title].filter(Boolean).join(" ");
	return {
		inputId: id,
		label,
		title,
		origin,
		fileName,
		format,
		pages,
		size: text.length,
		sha256: "0".repeat(64),
		notes: [],
		kind,
		authors,
		date,
		reference,
		citedAs: reference || made,
	};
}
