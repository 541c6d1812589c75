import { ChevronDown, ChevronUp, X } from "lucide-react";
import type { KeyboardEvent } from "react";
import { IconButton } from "../../components/IconButton";
import { number } from "../../i18n/format";
import { useWords } from "../../i18n/useWords";
import styles from "./FindBar.module.css";
import type { Finding } from "./useFind";

/** Finds in the source that is read. Enter goes on, with Shift back; Escape closes. */
export function FindBar({ finding }: { finding: Finding }) {
	const t = useWords();
	const { text, at, count, isLooking, turn, onType, onStep, onClose } = finding;
	const onKeyDown = (event: KeyboardEvent) => {
		if (event.key !== "Enter" && event.key !== "Escape") return;
		event.preventDefault();
		event.stopPropagation();
		if (event.key === "Escape") onClose();
		else onStep(event.shiftKey ? -1 : 1);
	};
	const found = count === 0 ? t("source.foundNone") : t("source.foundOf", { at: number(at), count: number(count) });
	return (
		<search className={styles.bar} aria-label={t("source.find")}>
			<input
				key={turn}
				className={styles.field}
				aria-label={t("source.find")}
				placeholder={t("source.find")}
				value={text}
				ref={focus}
				onChange={(event) => onType(event.target.value)}
				onKeyDown={onKeyDown}
			/>
			<span className={styles.count} role="status">
				{text.trim() !== "" && !isLooking && found}
			</span>
			<IconButton
				name={t("source.findPrevious")}
				icon={<ChevronUp size={16} aria-hidden />}
				disabled={count === 0}
				onClick={() => onStep(-1)}
			/>
			<IconButton
				name={t("source.findNext")}
				icon={<ChevronDown size={16} aria-hidden />}
				disabled={count === 0}
				onClick={() => onStep(1)}
			/>
			<IconButton name={t("app.close")} icon={<X size={16} aria-hidden />} onClick={onClose} />
		</search>
	);
}

function focus(field: HTMLInputElement | null): void {
	field?.focus();
	field?.select();
}
