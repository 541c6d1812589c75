import { Tooltip } from "../../../components/Tooltip";
import { useWords } from "../../../i18n/useWords";
import { useGrounding } from "./grounding";
import styles from "./Sources.module.css";

/** Says of the sentence before it that its sources do not carry it. */
export function SentenceMark({ position }: { position: number }) {
	const t = useWords();
	const marked = useGrounding()?.unsupported[position];
	if (!marked) return null;
	const short = t(`chat.mark.${marked.why}`);
	const why =
		marked.why === "not_in_source" && marked.missing.length > 0
			? t("chat.mark.missing", { what: marked.missing.join(", ") })
			: t(`chat.mark.${marked.why}Text`);
	return (
		<Tooltip words={why}>
			<button type="button" className={styles.mark} data-mark={marked.why} aria-label={`${short}: ${why}`}>
				{short}
			</button>
		</Tooltip>
	);
}
