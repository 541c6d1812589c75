import { number } from "../i18n/format";
import { words } from "../i18n/useWords";
import type { ReadingNote } from "../ipc/bindings";

/** Returns a note on the reading of a document, as a sentence. */
export function readingNoteText(note: ReadingNote): string {
	switch (note.code) {
		case "encoding_assumed":
			return words("note.encoding", { encoding: note.encoding });
		case "pages_without_text":
			return words("note.pages", { count: note.count, of: number(note.of), pages: some(note.pages, note.count) });
		case "pages_recognised":
			return words("note.recognised", { count: note.count, of: number(note.of), pages: some(note.pages, note.count) });
		case "pages_partly_pictures":
			return words("note.partly", { count: note.count, of: number(note.of), pages: some(note.pages, note.count) });
		case "unreadable":
			return words("note.unreadable", { count: note.characters });
		case "cut_short":
			return words("note.cutShort", { what: kindWords(note.what), limit: number(note.limit) });
		case "damaged":
			return words("note.damaged", { count: note.count, parts: some(note.parts, note.count) });
		case "to_review":
			return words("note.toReview", { count: number(note.count), what: kindWords(note.what) });
		case "left_out":
			return words("note.leftOut", { count: number(note.count), what: kindWords(note.what) });
		case "nuls_dropped":
			return words("note.nuls", { count: note.count });
	}
}

/** The names that the readers of documents give to the kinds they count; a kind that is not here is shown as they call
 * it. */
const KINDS = {
	attachments: "note.kind.attachments",
	charts: "note.kind.charts",
	comments: "note.kind.comments",
	diagrams: "note.kind.diagrams",
	"embedded files": "note.kind.embeddedFiles",
	"works without a file": "note.kind.bareWorks",
	audio: "note.kind.audio",
	video: "note.kind.video",
	"tool results": "note.kind.toolResults",
	thoughts: "note.kind.thoughts",
	"hidden words": "note.kind.hiddenWords",
	"struck words": "note.kind.struckWords",
	"places of uncertain meaning": "note.kind.uncertainPlaces",
	macros: "note.kind.macros",
	navigation: "note.kind.navigation",
	pictures: "note.kind.pictures",
	"remote content": "note.kind.remoteContent",
	"entries of the same name": "note.kind.repeatedEntries",
	"bytes of pages": "note.kind.bytesOfPages",
	"bytes of text": "note.kind.bytesOfText",
	cells: "note.kind.cells",
	chapters: "note.kind.chapters",
	characters: "note.kind.characters",
	messages: "note.kind.messages",
	pages: "note.kind.pages",
	"repeated rows": "note.kind.repeatedRows",
	sheets: "note.kind.sheets",
	slides: "note.kind.slides",
} as const;

const ATTACHMENT = "attachment ";

function kindWords(kind: string): string {
	if (isKnown(kind)) return words(KINDS[kind]);
	return kind.startsWith(ATTACHMENT) ? words("note.kind.attachment", { name: kind.slice(ATTACHMENT.length) }) : kind;
}

function isKnown(kind: string): kind is keyof typeof KINDS {
	return Object.hasOwn(KINDS, kind);
}

function some(named: readonly (number | string)[], count: number): string {
	return named.join(", ") + (count > named.length ? ", …" : "");
}
