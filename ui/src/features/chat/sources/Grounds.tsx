import { useSaid } from "../../../i18n/said";
import { useWords } from "../../../i18n/useWords";
import type { Grounding } from "../../../ipc/bindings";
import { SourceList } from "./SourceList";
import styles from "./Sources.module.css";
import { UseAnswer } from "./UseAnswer";

/** Under an answer: how it came about, what it rests on, and what can be made of it. */
export function Grounds({ message, grounding }: { message: string; grounding: Grounding }) {
	const t = useWords();
	const say = useSaid();
	const { origin, citations, removed, byWords } = grounding;
	const isNoted = origin === "guard" || origin === "fallback";
	return (
		<div className={styles.grounds} data-origin={origin}>
			{isNoted && <p className={styles.note}>{t(`chat.origin.${origin}`)}</p>}
			{byWords !== null && <p className={styles.note}>{t("chat.byWords", { why: say(byWords) })}</p>}
			{removed.length > 0 && <p className={styles.note}>{t("chat.removed", { ids: removed.join(", ") })}</p>}
			<SourceList grounding={grounding} />
			{citations.length > 0 && origin !== "guard" && <UseAnswer message={message} />}
		</div>
	);
}
