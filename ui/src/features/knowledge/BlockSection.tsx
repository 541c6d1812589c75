import { useId, useState } from "react";
import { useSelection } from "../../app/selection";
import { Button } from "../../components/Button";
import { dateTime } from "../../i18n/format";
import { useHostWords } from "../../i18n/host";
import { useWords } from "../../i18n/useWords";
import type { BlockLine, KnowledgeBlock } from "../../ipc/bindings";
import styles from "./BlockSection.module.css";
import { useFolded } from "./folded";
import { topicOf } from "./topics";

/** So many lines of a block are shown at once; a project of thousands of notes would fill the window with elements. */
const step = 50;

/** One block: its name, which folds it, and its lines. */
export function BlockSection({ block }: { block: KnowledgeBlock }) {
	const t = useWords();
	const body = useId();
	const folded = useFolded((state) => state.folded[block.key] ?? false);
	const fold = useFolded((state) => state.fold);
	const isNew = block.lines.some((line) => line.isNew);
	const [most, setMost] = useState(step);
	const shown = most >= block.lines.length ? block.lines : firstAndNew(block.lines, most);
	const more = Math.min(step, block.lines.length - shown.length);
	return (
		<section className={styles.block} data-block={block.key}>
			<h3 className={styles.name}>
				<button
					type="button"
					aria-expanded={!folded}
					aria-controls={body}
					title={block.updated ? t("knowledge.updated", { at: dateTime(block.updated.at) }) : undefined}
					onClick={() => fold(block.key, !folded)}
				>
					<span className={styles.arrow} data-folded={folded} aria-hidden="true" />
					{t(`knowledge.topic.${topicOf(block.key)}`)}
					{folded && isNew && <span className={styles.new}>{t("knowledge.isNew")}</span>}
				</button>
			</h3>
			<ul id={body} className={styles.lines} hidden={folded}>
				{keyed(shown).map(([key, line]) => (
					<li key={key}>
						<Line line={line} />
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

/** A line that a fact says opens that fact. */
function Line({ line }: { line: BlockLine }) {
	const select = useSelection((selection) => selection.select);
	const factId = line.factId;
	if (factId === null) {
		return (
			<div className={styles.line} data-role={line.role}>
				<Words line={line} />
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
			<Words line={line} />
		</button>
	);
}

function Words({ line }: { line: BlockLine }) {
	const t = useWords();
	const label = useHostWords("label");
	return (
		<>
			<span className={styles.words} dir="auto">
				{line.label !== null && <span className={styles.label}>{label(line.label)}: </span>}
				{line.text}
			</span>
			<span className={styles.marks}>
				{line.isNew && <span className={styles.new}>{t("knowledge.isNew")}</span>}
				{line.role !== "value" && line.role !== "constraint" && line.role !== "decision" && (
					<span className={styles.role}>{t(`knowledge.role.${line.role}`)}</span>
				)}
				{line.factLabel !== null && <span className={styles.fact}>{line.factLabel}</span>}
			</span>
		</>
	);
}

/** The first lines, and of the others those that the last turn brought: what changed is never behind a button. */
function firstAndNew(lines: BlockLine[], most: number): BlockLine[] {
	const changed = lines
		.slice(most)
		.filter((line) => line.isNew)
		.slice(0, most);
	return [...lines.slice(0, most), ...changed];
}

/** What a line is known by: what it says, and how often it was said before. */
function keyed(lines: BlockLine[]): [string, BlockLine][] {
	const seen = new Map<string, number>();
	return lines.map((line) => {
		const key = `${line.role} ${line.label ?? ""} ${line.factId ?? line.text}`;
		const before = seen.get(key) ?? 0;
		seen.set(key, before + 1);
		return [`${key} ${before}`, line];
	});
}
