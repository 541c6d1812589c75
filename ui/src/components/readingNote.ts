import { number } from "../i18n/format";
import { words } from "../i18n/useWords";
import type { ReadingNote } from "../ipc/bindings";

/** What is to be known of the reading of a document, as a sentence. */
export function noteWords(note: ReadingNote): string {
	switch (note.code) {
		case "encoding_assumed":
			return words("note.encoding", { encoding: note.encoding });
		case "pages_without_text":
			return words("note.pages", { count: note.count, of: number(note.of), pages: some(note.pages, note.count) });
		case "unreadable":
			return words("note.unreadable", { count: note.characters });
		case "cut_short":
			return words("note.cutShort", { what: note.what, limit: number(note.limit) });
		case "damaged":
			return words("note.damaged", { count: note.count, parts: some(note.parts, note.count) });
		case "left_out":
			return words("note.leftOut", { count: number(note.count), what: note.what });
		case "nuls_dropped":
			return words("note.nuls", { count: note.count });
	}
}

function some(named: readonly (number | string)[], count: number): string {
	return named.join(", ") + (count > named.length ? ", …" : "");
}
