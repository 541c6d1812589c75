import { Facet, type Range, StateEffect, StateField } from "@codemirror/state";
import { Decoration, type DecorationSet, EditorView, WidgetType } from "@codemirror/view";

/** Suggestions are drawn in their text: deletions are struck out, and insertions are drawn behind them. */

export interface Hunk {
	/** The suggestion that it is of, and its number there. */
	id: string;
	number: number;
	from: number;
	to: number;
	after: string;
}

export interface DecisionOptions {
	decide: (hunk: Hunk, isTaken: boolean) => void;
	accept: string;
	reject: string;
}

export const decisionOptions = Facet.define<DecisionOptions, DecisionOptions | null>({
	combine: (all) => all[0] ?? null,
});

export const setSuggested = StateEffect.define<readonly Hunk[]>();

const LINK = /\(factly:\/\/[^)\n]*\)/g;

/** A chip stands for a citation, so its address is left out here too; of what nobody sees there is a sign. */
const drawn = ({ after, from, to }: Hunk) =>
	after.trim() === "" && from === to ? "¶" : after.replaceAll(LINK, "").replace(/\s+$/, " ");

class Coming extends WidgetType {
	constructor(private readonly hunk: Hunk) {
		super();
	}
	override eq({ hunk }: Coming): boolean {
		const { id, number, after, from } = this.hunk;
		return hunk.id === id && hunk.number === number && hunk.after === after && hunk.from === from;
	}
	toDOM(view: EditorView): HTMLElement {
		const made = document.createElement("span");
		made.className = "cm-coming";
		made.contentEditable = "false";
		const words = drawn(this.hunk);
		if (words.trim() !== "") {
			const come = document.createElement("ins");
			come.textContent = words;
			made.append(come);
		}
		const of = view.state.facet(decisionOptions);
		if (of)
			for (const [sign, name, isTaken] of [
				["✓", of.accept, true],
				["✕", of.reject, false],
			] as const) {
				const button = document.createElement("button");
				button.type = "button";
				button.textContent = sign;
				button.title = name;
				button.setAttribute("aria-label", words.trim() === "" ? name : `${name}: ${words.trim()}`);
				button.addEventListener("mousedown", (event) => event.preventDefault());
				button.addEventListener("click", () => of.decide(this.hunk, isTaken));
				made.append(button);
			}
		return made;
	}
	override ignoreEvent(): boolean {
		return true;
	}
}

const going = Decoration.mark({ tagName: "del", class: "cm-going" });

export const suggestionField = StateField.define<DecorationSet>({
	create: () => Decoration.none,
	update: (value, { changes, effects, newDoc }) => {
		const set = effects.find((effect) => effect.is(setSuggested));
		if (!set) return value.map(changes);
		const ranges: Range<Decoration>[] = [];
		for (const hunk of set.value) {
			const { from, to } = hunk;
			if (from > to || to > newDoc.length) continue;
			if (from < to) ranges.push(going.range(from, to));
			ranges.push(Decoration.widget({ widget: new Coming(hunk), side: 1 }).range(to));
		}
		return Decoration.set(ranges, true);
	},
	provide: (field) => EditorView.decorations.from(field),
});
