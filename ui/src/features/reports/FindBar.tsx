import { ChevronDown, ChevronUp, X } from "lucide-react";
import type { KeyboardEvent } from "react";
import { Button } from "../../components/Button";
import { FilterButton } from "../../components/FilterButton";
import { IconButton } from "../../components/IconButton";
import { number } from "../../i18n/format";
import { useWords } from "../../i18n/useWords";
import styles from "./FindBar.module.css";

export interface FindQuery {
	text: string;
	by: string;
	matchCase: boolean;
}

interface FindBarProps {
	sought: FindQuery;
	/** The number of the match that is shown, from 1; none where it was left. */
	at: number;
	count: number;
	onChange: (sought: FindQuery) => void;
	onStep: (step: 1 | -1) => void;
	onReplace: () => void;
	onReplaceAll: () => void;
	onClose: () => void;
}

/** Finds and replaces in the whole report. Enter goes on, with Shift back; Escape closes. */
export function FindBar({ sought, at, count, onChange, onStep, onReplace, onReplaceAll, onClose }: FindBarProps) {
	const t = useWords();
	const onKeyDown = (event: KeyboardEvent, run: () => void) => {
		if (event.key !== "Enter" && event.key !== "Escape") return;
		event.preventDefault();
		event.stopPropagation();
		if (event.key === "Escape") onClose();
		else run();
	};
	return (
		<search className={styles.bar} aria-label={t("report.find")}>
			<input
				className={styles.field}
				aria-label={t("report.find")}
				placeholder={t("report.find")}
				value={sought.text}
				ref={focus}
				onChange={(event) => onChange({ ...sought, text: event.target.value })}
				onKeyDown={(event) => onKeyDown(event, () => onStep(event.shiftKey ? -1 : 1))}
			/>
			<span className={styles.count} role="status">
				{sought.text !== "" && t("report.foundOf", { at: number(at), count: number(count) })}
			</span>
			<IconButton
				name={t("report.findPrevious")}
				icon={<ChevronUp size={16} aria-hidden />}
				disabled={count === 0}
				onClick={() => onStep(-1)}
			/>
			<IconButton
				name={t("report.findNext")}
				icon={<ChevronDown size={16} aria-hidden />}
				disabled={count === 0}
				onClick={() => onStep(1)}
			/>
			<FilterButton pressed={sought.matchCase} onClick={() => onChange({ ...sought, matchCase: !sought.matchCase })}>
				{t("report.matchCase")}
			</FilterButton>
			<input
				className={styles.field}
				aria-label={t("report.replaceBy")}
				placeholder={t("report.replaceBy")}
				value={sought.by}
				onChange={(event) => onChange({ ...sought, by: event.target.value })}
				onKeyDown={(event) => onKeyDown(event, onReplace)}
			/>
			<Button disabled={count === 0} onClick={onReplace}>
				{t("report.replace")}
			</Button>
			<Button disabled={count === 0} onClick={onReplaceAll}>
				{t("report.replaceAll")}
			</Button>
			<IconButton name={t("app.close")} icon={<X size={16} aria-hidden />} onClick={onClose} />
		</search>
	);
}

function focus(field: HTMLInputElement | null): void {
	field?.focus();
	field?.select();
}
