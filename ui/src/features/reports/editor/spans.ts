import { type Range, StateEffect, StateField } from "@codemirror/state";
import { Decoration, type DecorationSet, EditorView } from "@codemirror/view";

/** Stretches that are marked from outside: sentences by what carries them, and what was searched for. */

export interface Span {
	from: number;
	to: number;
	kind: "uncited" | "missing" | "spoken";
}

export const setSpans = StateEffect.define<readonly Span[]>();
export const setFound = StateEffect.define<readonly { from: number; to: number }[]>();

const of = (name: string) => Decoration.mark({ class: `cm-${name}` });
const decorations = { uncited: of("uncited"), missing: of("missing"), spoken: of("spoken") };
const foundMark = of("found");

const spans = StateField.define<DecorationSet>({
	create: () => Decoration.none,
	update: (value, { changes, effects, newDoc }) => {
		const set = effects.find((effect) => effect.is(setSpans));
		if (!set) return value.map(changes);
		const ranges: Range<Decoration>[] = set.value
			.filter(({ from, to }) => from < to && to <= newDoc.length)
			.map(({ from, to, kind }) => decorations[kind].range(from, to));
		return Decoration.set(ranges, true);
	},
	provide: (field) => EditorView.decorations.from(field),
});

const found = StateField.define<DecorationSet>({
	create: () => Decoration.none,
	update: (value, { changes, effects, newDoc }) => {
		const set = effects.find((effect) => effect.is(setFound));
		if (!set) return value.map(changes);
		const inside = set.value.filter(({ from, to }) => from < to && to <= newDoc.length);
		return Decoration.set(
			inside.map(({ from, to }) => foundMark.range(from, to)),
			true,
		);
	},
	provide: (field) => EditorView.decorations.from(field),
});

export const markedSpans = [spans, found];
