import { toneOf, toneWord } from "../../components/factTone";
import { withNames } from "../../components/mentions/names";
import { estimatedTops, MAX_CARDS } from "../../features/source/heights";
import { segments, underlineLevels } from "../../features/source/segments";
import { STEPS, stripMarks } from "../../features/source/strip";
import type { FactRow, InputSummary, SourceBlock, SourceOutline } from "../../ipc/bindings";
import type { Drawn } from "../picture/tree";
import { icon } from "./icons";
import { el, svg } from "./plain";
import { styles } from "./styles";
import type { Words } from "./words";

/** More facts than this over the same words look like this many: `Highlight`. */
const MAX_LAYERS = 6;
/** The signs of `FactMark`. */
const signs = { proposed: "○", accepted: "✓", rejected: "×", conflict: "≠", superseded: "⇢", review: "↻" };

/** Which Input is read, and how much of it has been: `SourceBar`. */
export function bar({ t, number }: Words, input: InputSummary): Drawn {
	const { bar: styled, button } = styles;
	const { label, title, facts, bundles, parsed, failed } = input;
	const unread = () =>
		el(
			"p",
			{ class: styled.unread },
			`${t("source.partsRead", { read: number(parsed), count: bundles })} `,
			`${failed > 0 ? t("source.partsFailed", { count: failed }) : ""} `,
			el("button", { "data-kind": "quiet", class: button.button }, t("source.readRest")),
		);
	return el(
		"div",
		{ class: styled.bar },
		el(
			"button",
			{ class: styled.choose },
			el("span", { class: styled.label }, label),
			el("span", { class: styled.title }, title),
			icon("chevronDown", 14, styled.arrow),
		),
		el("span", { class: styled.counts }, t("facts.count", { count: facts })),
		parsed < bundles ? unread() : facts === 0 && el("p", {}, t("source.nothingFound")),
	);
}

/** The text, in which the rows are still to be put: `SourceText`. */
export function text(outline: SourceOutline): Drawn {
	const { text: styled, strip } = styles;
	const tops = estimatedTops(outline.lengths, outline.factCounts);
	const marks = Object.entries(stripMarks(outline.marks, tops)).map(([tone, steps]) =>
		svg("path", { "data-tone": tone, class: strip.marks, d: steps.map((y) => `M1 ${y + 0.5}H7`).join("") }),
	);
	return el(
		"div",
		{ class: styled.frame },
		el("section", { class: styled.scroller }, el("div", { class: styled.column })),
		svg("svg", { class: strip.strip, viewBox: `0 0 8 ${STEPS}`, preserveAspectRatio: "none" }, ...marks),
	);
}

/** A block and the facts that begin in it: `BlockRow`. */
export function row(words: Words, block: SourceBlock): Drawn {
	const { blockRow, cards } = styles;
	const { index, facts } = block;
	const isFolded = facts.length > MAX_CARDS;
	return el(
		"div",
		{ class: blockRow.row, "data-index": `${index}` },
		paragraph(block),
		facts.length > 0 &&
			el(
				"div",
				{ class: cards.cards },
				isFolded && el("button", { class: cards.count }, words.t("source.showFacts", { count: facts.length })),
				el("ul", { class: cards.list }, ...(isFolded ? [] : facts.map((fact) => card(words, fact)))),
			),
	);
}

function paragraph({ text: said, spans, start }: SourceBlock): Drawn {
	const { blockText, highlight } = styles;
	const levels = underlineLevels(spans);
	const words = segments(said, spans).map((segment): Drawn => {
		if (segment.spans.length === 0) return segment.text;
		const layers = segment.spans.slice(-MAX_LAYERS).reduceRight<Drawn>(
			(inner, span, depth) =>
				el(
					"span",
					{
						class: highlight.layer,
						"data-tone": toneOf(span),
						"data-level": `${levels.get(span.factId)}`,
						"data-depth": `${depth}`,
						"data-from": span.begins && span.start === segment.start ? "true" : undefined,
						"data-to": span.ends && span.end === segment.end ? "true" : undefined,
					},
					inner,
				),
			segment.text,
		);
		const facts = segment.spans.map(({ factId }) => factId).join(" ");
		return el("span", { role: "button", class: highlight.highlight, "data-facts": facts }, layers);
	});
	return el("p", { class: blockText.text, dir: "auto", "data-block-start": `${start}` }, ...words);
}

/** A fact in a few lines: `FactCard`. */
function card({ t, percent, label }: Words, fact: FactRow): Drawn {
	const { cards, card: styled, mark } = styles;
	const tone = toneOf(fact);
	const hasEvidence = fact.quote !== null;
	const sign = `${signs[tone]}${hasEvidence ? "" : "∅"}${fact.sourceKind === "agent" ? "✦" : ""}`;
	const status = `${t(toneWord(tone))}${hasEvidence ? "" : `, ${t("facts.noEvidence")}`}`;
	const said =
		fact.valueType === "note"
			? el("span", { class: styled.statement, dir: "auto" }, withNames(fact.text))
			: el("span", { class: styled.value }, label(fact.keyLabel), ": ", el("b", {}, fact.value));
	return el(
		"li",
		{ class: cards.item },
		el(
			"button",
			{ class: styled.card, "data-fact-card": fact.id, "data-hovered": "false", "data-open": "false" },
			el(
				"span",
				{ class: styled.head },
				el("b", {}, fact.label),
				el(
					"span",
					{ class: mark.mark, "data-tone": tone },
					el("span", { class: mark.sign }, sign),
					el("span", {}, status),
				),
				el("span", { class: styled.confidence }, percent(fact.confidence)),
			),
			said,
		),
	);
}
