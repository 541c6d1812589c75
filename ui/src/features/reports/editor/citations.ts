import { syntaxTree } from "@codemirror/language";
import { type EditorState, Facet, type Range, RangeSet, StateEffect, StateField } from "@codemirror/state";
import { Decoration, type DecorationSet, EditorView, hoverTooltip, WidgetType } from "@codemirror/view";
import type { ReportCitation, StaleCause } from "../../../ipc/bindings";

/** Citations as chips that are one to the caret: `[F-12]` and `[F-12](factly://fact/…)`, but for those in code. */

const CITATION = /\[([IFNRO]-[1-9]\d{0,9})\](\(factly:\/\/[^)\n]*\))?/g;

export interface CitationOptions {
	/** Shows what a label leads to. */
	open: (label: string) => void;
	/** The words of a label, and none where nothing is called so. */
	glance: (label: string) => Promise<string | null>;
	/** Returns the reason that a citation does not hold any more, in words. */
	why: (cause: StaleCause) => string;
}

export const citationOptions = Facet.define<CitationOptions, CitationOptions | null>({
	combine: (all) => all[0] ?? null,
});

/** Sets the host's data of the section's citations. */
export const setKnown = StateEffect.define<readonly ReportCitation[]>();

const known = StateField.define<readonly ReportCitation[]>({
	create: () => [],
	update: (value, { effects }) => effects.reduce((now, effect) => (effect.is(setKnown) ? effect.value : now), value),
});

const tones: Record<StaleCause, string> = {
	gone: "unsupported",
	archived: "unsupported",
	superseded: "review",
	recheck: "review",
	conflict: "conflict",
	waiting: "proposed",
};

class Chip extends WidgetType {
	constructor(
		private readonly label: string,
		private readonly stale: StaleCause | null,
	) {
		super();
	}
	override eq(other: Chip): boolean {
		return other.label === this.label && other.stale === this.stale;
	}
	toDOM(view: EditorView): HTMLElement {
		return chip(this.label, this.stale, view);
	}
	override ignoreEvent(): boolean {
		return false;
	}
}

export function chip(label: string, stale: StaleCause | null, view: EditorView): HTMLElement {
	const made = document.createElement("span");
	made.className = "cm-cite";
	made.dataset.cites = label;
	made.dataset.tone = stale === null ? "accepted" : tones[stale];
	if (stale !== null)
		made.setAttribute("aria-label", `${label}, ${view.state.facet(citationOptions)?.why(stale) ?? ""}`);
	made.textContent = stale === null ? label : `${label} ↻`;
	return made;
}

export function staleOf(state: EditorState, label: string): StaleCause | null {
	return state.field(known).find((citation) => citation.label === label)?.stale ?? null;
}

function isSilent(state: EditorState, at: number): boolean {
	for (let node = syntaxTree(state).resolveInner(at, 1); node.parent; node = node.parent)
		if (/Code|HTML|Comment/.test(node.name)) return true;
	return false;
}

interface FoundCitation {
	label: string;
	from: number;
	to: number;
}

/** The citations of a text, in their order. */
function citationsIn(state: EditorState): FoundCitation[] {
	const found: FoundCitation[] = [];
	for (const match of state.doc.toString().matchAll(CITATION)) {
		if (isSilent(state, match.index)) continue;
		found.push({ label: match[1] ?? "", from: match.index, to: match.index + match[0].length });
	}
	return found;
}

export const isCitation = (text: string) => text.search(CITATION) === 0;

function chips(state: EditorState): DecorationSet {
	const ranges: Range<Decoration>[] = citationsIn(state).map(({ label, from, to }) =>
		Decoration.replace({ widget: new Chip(label, staleOf(state, label)) }).range(from, to),
	);
	return Decoration.set(ranges);
}

const shown = StateField.define<DecorationSet>({
	create: chips,
	update: (value, transaction) => {
		const { startState, state, docChanged, effects } = transaction;
		const isNew = docChanged || effects.some((effect) => effect.is(setKnown));
		return isNew || syntaxTree(startState) !== syntaxTree(state) ? chips(state) : value;
	},
	provide: (field) => [
		EditorView.decorations.from(field),
		EditorView.atomicRanges.of((view) => view.state.field(field, false) ?? RangeSet.empty),
	],
});

const press = EditorView.domEventHandlers({
	mousedown: (event, view) => {
		const label = labelAt(event);
		if (label === null || event.button !== 0) return false;
		event.preventDefault();
		view.state.facet(citationOptions)?.open(label);
		return true;
	},
});

function labelAt({ target }: Event): string | null {
	const found = target instanceof Element ? target.closest("[data-cites]") : null;
	return found instanceof HTMLElement ? (found.dataset.cites ?? null) : null;
}

/** Shows the content of a chip, while the pointer rests on it. */
const glances = hoverTooltip(async (view, at) => {
	const over = citationsIn(view.state).find(({ from, to }) => from <= at && at <= to);
	const of = view.state.facet(citationOptions);
	if (!over || !of) return null;
	const words = await of.glance(over.label);
	if (words === null) return null;
	const stale = staleOf(view.state, over.label);
	return {
		pos: over.from,
		end: over.to,
		above: true,
		create: () => {
			const dom = document.createElement("div");
			dom.className = "cm-glance";
			dom.textContent = stale === null ? words : `${words} (${of.why(stale)})`;
			return { dom };
		},
	};
});

export const citationChips = [known, shown, press, glances];
