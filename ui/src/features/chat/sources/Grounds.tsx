import { useSaid } from "../../../i18n/said";
import { useWords } from "../../../i18n/useWords";
import type { Grounding } from "../../../ipc/bindings";
import { isUsable, toldOrigin } from "./grounding";
import { SourceList } from "./SourceList";
import styles from "./Sources.module.css";
import { UseAnswer } from "./UseAnswer";

/** Under an answer: how it came about, what it rests on, and what can be made of it. */
export function Grounds({ message, grounding }: { message: string; grounding: Grounding }) {
	const t = useWords();
	const say = useSaid();
	const { origin, removed, byWords } = grounding;
	const told = toldOrigin(grounding);
	return (
		<div className={styles.grounds} data-origin={origin}>
			{told && <p className={styles.note}>{t(`chat.origin.${told}`)}</p>}
			{byWords !== null && <p className={styles.note}>{t("chat.byWords", { why: say(byWords) })}</p>}
			{removed.length > 0 && <p className={styles.note}>{t("chat.removed", { ids: removed.join(", ") })}</p>}
			<SourceList grounding={grounding} />
			{isUsable(grounding) && <UseAnswer message={message} />}
		</div>
	);
}
