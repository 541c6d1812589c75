import { withNames } from "../../components/mentions/names";
import { topicOf } from "../../features/knowledge/topics";
import type { BlockLine, BlockTurn, BlockWords, KnowledgeBlock } from "../../ipc/bindings";
import type { Drawn } from "../picture/tree";
import { el } from "./plain";
import { styles } from "./styles";
import type { Words } from "./words";

/** No more is seen without scrolling. */
const MOST_LINES = 50;
const MOST_TOLD = 10;

/** What is known, beside the view: `StatePanel`. */
export function state(
	words: Words,
	blocks: readonly KnowledgeBlock[],
	turns: readonly BlockTurn[],
	folded: Readonly<Record<string, boolean>>,
): Drawn[] {
	const { t } = words;
	const { state: styled, button, emptyState } = styles;
	const turnOf = ({ key }: KnowledgeBlock) => turns.find((turn) => turn.key === key) ?? null;
	const filled = blocks.filter(({ lines }) => lines.length > 0);
	const shown = blocks.filter((block) => block.lines.length > 0 || turnOf(block) !== null);
	const isNew = filled.flatMap(({ lines }) => lines).filter((line) => line.isNew).length;
	const press = (said: string) => el("button", { "data-kind": "plain", class: button.button }, said);
	return [
		el(
			"section",
			{ class: styled.panel },
			el(
				"header",
				{ class: styled.head },
				el("h2", { dir: "auto" }, t("knowledge.title")),
				isNew > 0 && el("span", { class: styled.new }, t("knowledge.new", { count: isNew })),
				press(t("knowledge.suggest")),
				filled.length > 0 && press(t("knowledge.copy")),
			),
			shown.length === 0 &&
				el(
					"div",
					{ class: emptyState.empty },
					el("h2", { class: emptyState.title }, t("knowledge.empty")),
					el("p", { class: emptyState.text }, t("knowledge.emptyText")),
				),
			...shown.map((block) => section(words, block, turnOf(block), folded[block.key] ?? false)),
		),
	];
}

/** `BlockSection`. */
function section(words: Words, block: KnowledgeBlock, turn: BlockTurn | null, isFolded: boolean): Drawn {
	const { t, number, dateTime } = words;
	const { block: styled } = styles;
	const { changed, gone, contests } = turn ?? { changed: [], gone: [], contests: [] };
	const hasChanged = block.lines.some((line) => line.isNew) || gone.length + contests.length > 0;
	const updated = block.updated && [
		t("knowledge.revision", { shown: number(block.revision) }),
		t(`knowledge.updatedBy.${block.updated.by}`, { at: dateTime(block.updated.at) }),
		block.updated.forFact ?? "",
	];
	return el(
		"section",
		{ class: styled.block },
		el(
			"h3",
			{ class: styled.name },
			el(
				"button",
				{},
				el("span", { class: styled.arrow, "data-folded": `${isFolded}` }),
				t(`knowledge.topic.${topicOf(block.key)}`),
				isFolded && hasChanged && el("span", { class: styled.new }, t("knowledge.isNew")),
			),
		),
		updated && el("p", { class: styled.updated }, updated.filter(Boolean).join(" · ")),
		el(
			"ul",
			{ class: styled.lines, hidden: isFolded ? "" : undefined },
			...block.lines
				.slice(0, MOST_LINES)
				.map((one) => lineOf(words, one, changed.find(({ factId }) => factId === one.factId)?.was ?? null)),
			...contests
				.slice(0, MOST_TOLD)
				.map(({ factLabel, text }) =>
					el(
						"li",
						{},
						el(
							"button",
							{ class: styled.line },
							el(
								"span",
								{ class: styled.contest, dir: "auto" },
								el("span", { class: styled.against }, `≠ ${t("knowledge.against")}`),
								` ${withNames(text)}`,
							),
							el("span", { class: styled.marks }, el("span", { class: styled.fact }, factLabel)),
						),
					),
				),
			...gone
				.slice(0, MOST_TOLD)
				.map((one) =>
					el(
						"li",
						{ class: styled.gone },
						el("s", {}, ...wordsOf(words, one)),
						el("span", { class: styled.role }, t("knowledge.gone")),
					),
				),
		),
	);
}

function lineOf(words: Words, one: BlockLine, was: BlockWords | null): Drawn {
	const { t } = words;
	const { block: styled } = styles;
	const before = was === null || was.text === one.text ? null : was;
	const { role, isNew } = one;
	const isTold = role !== "value" && role !== "constraint" && role !== "decision";
	return el(
		"li",
		{},
		el(
			one.factId === null ? "div" : "button",
			{ class: styled.line, "data-role": role, "data-new": isNew && one.factId !== null ? "true" : undefined },
			el(
				"span",
				{ class: styled.words, dir: "auto" },
				...wordsOf(words, one),
				before &&
					el(
						"span",
						{ class: styled.before },
						` ${t("knowledge.before")} `,
						el("s", {}, withNames(before.text)),
						` ${before.factLabel ?? ""}`,
					),
			),
			el(
				"span",
				{ class: styled.marks },
				isNew && el("span", { class: styled.new }, t(before === null ? "knowledge.isNew" : "knowledge.changed")),
				isTold && el("span", { class: styled.role }, t(`knowledge.role.${role}`)),
				one.factLabel !== null && el("span", { class: styled.fact }, one.factLabel),
			),
		),
	);
}

function wordsOf(words: Words, { label, text }: Pick<BlockWords, "label" | "text">): Drawn[] {
	const named = label === null ? [] : [el("span", { class: styles.block.label }, `${words.label(label)}: `)];
	return [...named, withNames(text)];
}
