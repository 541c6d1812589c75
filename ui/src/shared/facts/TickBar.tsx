import { Button } from "../../components/Button";
import { Keys } from "../../components/Keys";
import { number } from "../../i18n/format";
import { useWords } from "../../i18n/useWords";
import styles from "./TickBar.module.css";

interface TickBarProps {
	/** The text while nothing is ticked. */
	idle: string;
	ticked: number;
	/** Number of them that can be accepted, and of those that can be rejected. */
	acceptable: number;
	rejectable: number;
	onAccept: () => void;
	onReject: () => void;
	onInsight: () => void;
	onClear: () => void;
}

/** The foot of a list: what there is to say of all, or what can be done to those that are ticked. */
export function TickBar({
	idle,
	ticked,
	acceptable,
	rejectable,
	onAccept,
	onReject,
	onInsight,
	onClear,
}: TickBarProps) {
	const t = useWords();
	if (ticked === 0) {
		return (
			<p role="status" className={styles.bar}>
				{idle}
			</p>
		);
	}
	return (
		<div className={styles.bar}>
			<span role="status" className={styles.count}>
				{t("facts.selected", { count: number(ticked) })}
			</span>
			<Button onClick={onAccept} disabled={acceptable === 0}>
				{t("facts.acceptCount", { count: number(acceptable) })}
			</Button>
			<Button onClick={onReject} disabled={rejectable === 0}>
				{t("facts.rejectCount", { count: number(rejectable) })}
			</Button>
			<Button onClick={onInsight}>
				{t("command.make.insight")} <Keys written="I" />
			</Button>
			<Button kind="quiet" onClick={onClear}>
				{t("facts.clearSelection")}
			</Button>
		</div>
	);
}
