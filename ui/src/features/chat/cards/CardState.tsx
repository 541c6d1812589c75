import { Ban, Check, TriangleAlert } from "lucide-react";
import { useWords } from "../../../i18n/useWords";
import type { ChatCard } from "../../../ipc/bindings";
import { LabelChip } from "../blocks/LabelChip";
import styles from "./Cards.module.css";

const signs = {
	pending: null,
	applied: <Check size={14} aria-hidden />,
	cancelled: <Ban size={14} aria-hidden />,
	error: <TriangleAlert size={14} aria-hidden />,
};

/** Shows the outcome of a card, in a sign and a word; and the place of an addition. */
export function CardState({ card: { status, shown, became } }: { card: ChatCard }) {
	const t = useWords();
	const label = became ?? (shown.type === "edit" ? shown.label : null);
	return (
		<span className={styles.state} data-status={status}>
			{signs[status]}
			{t(`chat.status.${status}`)}
			{status === "applied" && label !== null && <LabelChip label={label} />}
		</span>
	);
}
