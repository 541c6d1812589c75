import type { RefObject } from "react";
import { useState } from "react";
import { InlineEdit } from "../../components/InlineEdit";
import { number } from "../../i18n/format";
import { useWords } from "../../i18n/useWords";
import type { ReportSupport } from "../../ipc/bindings";
import { BodyEditor, type BodyHandle } from "./BodyEditor";
import { type BodyRange, type OpenSection, wordCount } from "./find";
import styles from "./SectionPane.module.css";
import type { Step } from "./steps";
import { PREFACE } from "./writing";

interface SectionPaneProps {
	discovery: string;
	report: string;
	section: OpenSection;
	/** It was just added: its title is selected, to be typed over. */
	isNew: boolean;
	support: ReportSupport | undefined;
	found: readonly BodyRange[];
	hunks: readonly Step[];
	target: BodyRange | null;
	/** Words of the whole report, as it is kept. */
	words: number;
	body: RefObject<BodyHandle | null>;
	onRename: (title: string) => void;
	onCaret: (at: number) => void;
	onDecide: (step: Step, isTaken: boolean) => void;
}

/** A section's title and text, as they are read and written. */
export function SectionPane({ section, isNew, words, body, onRename, ...editor }: SectionPaneProps) {
	const t = useWords();
	const [written, setWritten] = useState<string | null>(null);
	const storedWords = wordCount(section.bodyMd);
	const own = written === null ? storedWords : wordCount(written);
	return (
		<section className={styles.pane} aria-label={section.title}>
			<div className={styles.page}>
				<h2 className={styles.heading}>
					{section.number !== "" && <span className={styles.number}>{section.number}</span>}
					{section.id === PREFACE ? (
						section.title
					) : (
						<InlineEdit
							value={section.title}
							name={t("report.sectionTitle")}
							className={styles.title}
							editing={isNew}
							onSave={onRename}
							next={() => body.current?.focus()}
						/>
					)}
				</h2>
				<BodyEditor {...editor} section={section} handle={body} onWritten={setWritten} />
				<p className={styles.count}>
					{t("report.words", { count: own, shown: number(own) })}
					{" · "}
					{t("report.wordsOfAll", { shown: number(words + own - storedWords) })}
					{" · "}
					{t("report.citeHint")}
				</p>
			</div>
		</section>
	);
}
