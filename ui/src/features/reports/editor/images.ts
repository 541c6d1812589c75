import { Facet } from "@codemirror/state";
import { EditorView, WidgetType } from "@codemirror/view";
import { reportPicture } from "../../../ipc/pagePicture";

/** Images as they look, by `[IMAGE:name caption]`: pasted, shown, and captioned by a press under them. */

export interface ImageOptions {
	/** Images were pasted. */
	paste: (images: readonly File[]) => void;
	/** The text in the place of a caption. */
	captionHint: string;
}

export const imageOptions = Facet.define<ImageOptions, ImageOptions | null>({ combine: (all) => all[0] ?? null });

const NAMED = /^\[IMAGE:([0-9a-f]{8,64}) ?([^\]\n]*)\]$/i;

/** The image that a text names; none where it can be no name of the library. */
export function imageNamed(text: string): ImageView | null {
	const [, name, caption = ""] = NAMED.exec(text) ?? [];
	return name === undefined ? null : new ImageView(name, caption.trim());
}

class ImageView extends WidgetType {
	constructor(
		private readonly name: string,
		private readonly caption: string,
	) {
		super();
	}
	override eq(other: ImageView): boolean {
		return other.name === this.name && other.caption === this.caption;
	}
	toDOM(view: EditorView): HTMLElement {
		const made = document.createElement("span");
		made.className = "cm-figure";
		const image = document.createElement("img");
		image.alt = this.caption;
		image.addEventListener("load", () => view.requestMeasure());
		image.addEventListener("error", () => {
			image.replaceWith(`[IMAGE:${this.name}]`);
			view.requestMeasure();
		});
		image.src = reportPicture(this.name);
		const caption = document.createElement("span");
		caption.className = "cm-caption";
		caption.dataset.empty = String(this.caption === "");
		caption.textContent = this.caption || (view.state.facet(imageOptions)?.captionHint ?? "");
		made.append(image, caption);
		return made;
	}
	override ignoreEvent(): boolean {
		return false;
	}
}

export const images = EditorView.domEventHandlers({
	paste: ({ clipboardData }, view) => {
		// A table or a page that was copied is text first, and has a picture of itself beside it.
		if (!clipboardData || clipboardData.types.includes("text/plain")) return false;
		const pasted = [...clipboardData.files].filter(({ type }) => type.startsWith("image/"));
		if (pasted.length === 0) return false;
		view.state.facet(imageOptions)?.paste(pasted);
		return true;
	},
	mousedown: ({ target, button }, view) => {
		const caption = target instanceof Element ? target.closest(".cm-caption") : null;
		if (!caption || button !== 0) return false;
		const from = view.posAtDOM(caption);
		const end = from + view.state.sliceDoc(from).indexOf("]");
		const space = view.state.sliceDoc(from, end).includes(" ") ? "" : " ";
		view.dispatch({ changes: { from: end, insert: space }, selection: { anchor: end + space.length } });
		view.focus();
		return true;
	},
});

/** Puts an image into a paragraph of its own, where the caret or the pointer is. */
export function insertImage(view: EditorView, named: string, point: { x: number; y: number } | null): void {
	const { doc, selection, lineBreak } = view.state;
	const line = doc.lineAt((point && view.posAtCoords(point)) ?? selection.main.head);
	const paragraph = lineBreak + lineBreak;
	// The caret goes behind it, as what the caret touches is shown as it is written.
	const insert = (line.text.trim() === "" ? "" : paragraph) + named + paragraph;
	view.dispatch({
		changes: { from: line.to, insert },
		selection: { anchor: line.to + view.state.toText(insert).length },
		userEvent: "input.paste",
		scrollIntoView: true,
	});
}
