import { useId, useState } from "react";
import { Button } from "../../components/Button";
import { withItemNames } from "../../components/mentions/names";
import { dateTime, number } from "../../i18n/format";
import { useWords } from "../../i18n/useWords";
import type { BlockLine, BlockTurn, BlockUpdate, BlockWords, Contest, KnowledgeBlock } from "../../ipc/bindings";
import { useSelection } from "../../state/selection";
import styles from "./BlockSection.module.css";
import { useFoldedBlocks } from "./folded";
import { useLineWords } from "./lineWords";
import { topicOf } from "./topics";

/** So many lines of a block are shown at once; a project of thousands of notes would fill the window with elements. */
const step = 50;
/** So many facts that contradict, and lines that went, are shown at first: the inbox has them all. */
const few = 10;

interface BlockSectionProps {
	block: KnowledgeBlock;
	/** The changes of the last turn in it, if any. */
	turn: BlockTurn | null;
}

/** One block: its name, which folds it, its lines, and what the last turn changed. */
export function BlockSection({ block, turn }: BlockSectionProps) {
	const t = useWords();
	const body = useId();
	const folded = useFoldedBlocks((state) => state.folded[block.key] ?? false);
	const fold = useFoldedBlocks((state) => state.fold);
	const { changed, removed, contests } = turn ?? unchanged;
	const hasChanged = block.lines.some((line) => line.isNew) || removed.length + contests.length > 0;
	const before = new Map(changed.map(({ factId, was }) => [factId, was]));
	const [most, setMost] = useState(step);
	const shown = most >= block.lines.length ? block.lines : firstAndNew(block.lines, most);
	const shownCount = few + most - step;
	const hidden = block.lines.length - shown.length + beyond(contests, shownCount) + beyond(removed, shownCount);
	const more = Math.min(step, hidden);
	return (
		<section className={styles.block} data-block={block.key}>
			<h3 className={styles.name}>
				<button type="button" aria-expanded={!folded} aria-controls={body} onClick={() => fold(block.key, !folded)}>
					<span className={styles.arrow} data-folded={folded} aria-hidden="true" />
					{t(`knowledge.topic.${topicOf(block.key)}`)}
					{folded && hasChanged && <span className={styles.new}>{t("knowledge.isNew")}</span>}
				</button>
			</h3>
			{block.updated !== null && <Updated revision={block.revision} updated={block.updated} />}
			<ul id={body} className={styles.lines} hidden={folded}>
				{keyed(shown).map(([key, line]) => (
					<li key={key}>
						<Line line={line} was={(line.factId !== null && before.get(line.factId)) || null} />
					</li>
				))}
				{contests.slice(0, shownCount).map((contest) => (
					<li key={contest.factId}>
						<Against contest={contest} />
					</li>
				))}
				{removed.slice(0, shownCount).map((words) => (
					<li key={`gone ${words.label} ${words.text} ${words.factId}`} className={styles.gone} data-gone>
						<s>
							<LineText words={words} />
						</s>
						<span className={styles.role}>{t("knowledge.gone")}</span>
					</li>
				))}
				{more > 0 && (
					<li>
						<Button kind="quiet" onClick={() => setMost(most + step)}>
							{t("knowledge.more", { count: more })}
						</Button>
					</li>
				)}
			</ul>
		</section>
	);
}

const unchanged: Pick<BlockTurn, "changed" | "removed" | "contests"> = { changed: [], removed: [], contests: [] };

/** Shows the number of changes of a block, the time of the last, and by whom. */
function Updated({ revision, updated: { at, by, forFact } }: { revision: number; updated: BlockUpdate }) {
	const t = useWords();
	const changeTexts = [
		t("knowledge.revision", { shown: number(revision) }),
		t(`knowledge.updatedBy.${by}`, { at: dateTime(at) }),
		forFact ?? "",
	];
	const all = changeTexts.filter(Boolean).join(" · ");
	return (
		<p className={styles.updated} title={all}>
			{all}
		</p>
	);
}

/** A fact of the last turn that contradicts what stands. */
function Against({ contest: { factId, factLabel, text } }: { contest: Contest }) {
	const t = useWords();
	const select = useSelection((selection) => selection.select);
	return (
		<button type="button" className={styles.line} data-contest={factLabel} onClick={() => select(factId, "inspector")}>
			<span className={styles.contest} dir="auto">
				<span className={styles.against}>≠ {t("knowledge.against")}</span> {withItemNames(text)}
			</span>
			<span className={styles.marks}>
				<span className={styles.fact}>{factLabel}</span>
			</span>
		</button>
	);
}

/** A line that a fact says opens that fact. */
function Line({ line, was }: { line: BlockLine; was: BlockWords | null }) {
	const select = useSelection((selection) => selection.select);
	const factId = line.factId;
	if (factId === null) {
		return (
			<div className={styles.line} data-role={line.role}>
				<Words line={line} was={null} />
			</div>
		);
	}
	return (
		<button
			type="button"
			className={styles.line}
			data-role={line.role}
			data-new={line.isNew || undefined}
			data-fact={line.factLabel}
			onClick={() => select(factId, "inspector")}
		>
			<Words line={line} was={was} />
		</button>
	);
}

function Words({ line, was }: { line: BlockLine; was: BlockWords | null }) {
	const t = useWords();
	const lineWords = useLineWords();
	// A question that was answered says what it said.
	const before = was === null || was.text === line.text ? null : was;
	return (
		<>
			<span className={styles.words} dir="auto">
				<LineText words={line} />
				{before !== null && (
					<span className={styles.before} data-before>
						{" "}
						{t("knowledge.before")} <s>{lineWords(before).text}</s> {before.factLabel}
					</span>
				)}
			</span>
			<span className={styles.marks}>
				{line.isNew && (
					<span className={styles.new}>{t(before === null ? "knowledge.isNew" : "knowledge.changed")}</span>
				)}
				{line.role !== "value" && line.role !== "constraint" && line.role !== "decision" && (
					<span className={styles.role}>{t(`knowledge.role.${line.role}`)}</span>
				)}
				{line.factLabel !== null && <span className={styles.fact}>{line.factLabel}</span>}
			</span>
		</>
	);
}

function LineText({ words }: { words: Pick<BlockWords, "label" | "text"> }) {
	const { label, text } = useLineWords()(words);
	return (
		<>
			{label !== null && <span className={styles.label}>{label}: </span>}
			{text}
		</>
	);
}

function beyond(all: unknown[], most: number): number {
	return Math.max(0, all.length - most);
}

/** The first lines, and of the others those that the last turn brought: what changed is never behind a button. */
function firstAndNew(lines: BlockLine[], most: number): BlockLine[] {
	const changed = lines
		.slice(most)
		.filter((line) => line.isNew)
		.slice(0, most);
	return [...lines.slice(0, most), ...changed];
}

/** Returns the lines with their keys: the text, and how often it occurred before. */
function keyed(lines: BlockLine[]): [string, BlockLine][] {
	const seen = new Map<string, number>();
	return lines.map((line) => {
		const key = `${line.role} ${line.label ?? ""} ${line.factId ?? line.text}`;
		const before = seen.get(key) ?? 0;
		seen.set(key, before + 1);
		return [`${key} ${before}`, line];
	});
}
