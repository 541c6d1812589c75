import styles from "./Dressed.module.css";
import type { Segment } from "./segments";

/** Words as Markdown or a transcript means them: the text is the same to the letter. */
export function Dressed({ segment: { text, looks, pad } }: { segment: Segment }) {
	if (looks.length === 0) return text;
	return (
		<span
			className={looks.map((look) => styles[look]).join(" ")}
			style={pad > 0 ? { paddingInlineStart: `${pad}ch` } : undefined}
		>
			{text}
		</span>
	);
}
