import { useTranslateMessage } from "../../../i18n/backendMessages";
import { useWords } from "../../../i18n/useWords";
import type { Grounding } from "../../../ipc/bindings";
import { isUsable, originNotice } from "./grounding";
import { SourceList } from "./SourceList";
import styles from "./Sources.module.css";
import { UseAnswer } from "./UseAnswer";

/** Under an answer: how it came about, what it rests on, and what can be made of it. */
export function AnswerSources({ message, grounding }: { message: string; grounding: Grounding }) {
	const t = useWords();
	const say = useTranslateMessage();
	const { origin, removed, byWords } = grounding;
	const notice = originNotice(grounding);
	return (
		<div className={styles.grounds} data-origin={origin}>
			{notice && <p className={styles.note}>{t(`chat.origin.${notice}`)}</p>}
			{byWords !== null && <p className={styles.note}>{t("chat.byWords", { why: say(byWords) })}</p>}
			{removed.length > 0 && <p className={styles.note}>{t("chat.removed", { ids: removed.join(", ") })}</p>}
			<SourceList grounding={grounding} />
			{isUsable(grounding) && <UseAnswer message={message} />}
		</div>
	);
}
