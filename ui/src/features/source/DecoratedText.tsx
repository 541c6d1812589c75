import styles from "./DecoratedText.module.css";
import type { Segment } from "./segments";

/** Words as Markdown or a transcript means them: the text is the same to the letter. */
export function DecoratedText({ segment: { text, kinds, pad } }: { segment: Segment }) {
	if (kinds.length === 0) return text;
	return (
		<span
			className={kinds.map((look) => styles[look]).join(" ")}
			style={pad > 0 ? { paddingInlineStart: `${pad}ch` } : undefined}
		>
			{text}
		</span>
	);
}
