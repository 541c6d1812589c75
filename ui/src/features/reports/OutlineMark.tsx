import { useWords } from "../../i18n/useWords";
import type { ReportSection, ReportSuggestion, SuggestionKind } from "../../ipc/bindings";
import styles from "./Outline.module.css";

interface OutlineMarkProps {
	/** The section that shows it. */
	title: string;
	suggested: readonly ReportSuggestion[];
	onOpen: (suggestion: string) => void;
}

/** That something is suggested for a section, by a sign for each kind; it leads to the first. */
export function OutlineMark({ title, suggested, onOpen }: OutlineMarkProps) {
	const t = useWords();
	const [first] = suggested;
	if (!first) return null;
	return (
		<button
			type="button"
			className={styles.suggested}
			title={suggested.map((one) => `${t(`report.suggested.${one.kind}`)} ${one.title}`).join("\n")}
			aria-label={t("report.suggestedHere", { title })}
			onClick={() => onOpen(first.id)}
		>
			{[...new Set(suggested.map(({ kind }) => signs[kind]))].join("")}
		</button>
	);
}

const signs: Record<SuggestionKind, string> = {
	add: "+",
	delete: "−",
	move: "↕",
	rename: "✎",
	edit: "±",
	appendix: "A",
};

/** Returns the suggestions that wait, by the section that shows them: of one that is to come, the section before it or
 * above it. */
export function marksOf(suggestions: readonly ReportSuggestion[], sections: readonly ReportSection[]) {
	const marks = new Map<string, ReportSuggestion[]>();
	for (const one of suggestions) {
		if (one.state !== "pending") continue;
		const before = one.place?.after ?? one.place?.parent ?? sections[0]?.id;
		const at = one.kind === "add" ? before : one.section;
		if (at) marks.set(at, [...(marks.get(at) ?? []), one]);
	}
	return marks;
}
