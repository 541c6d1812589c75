import { Copy } from "lucide-react";
import { IconButton } from "../../../components/IconButton";
import { useWords } from "../../../i18n/useWords";
import type { Block } from "../../../ipc/bindings";
import { copy } from "../copy";
import styles from "./Answer.module.css";
import { wholeCode } from "./wholeCode";

/** Code as it stands, scrolled sideways. A piece that goes on with the one before it has no head of its own. */
export function CodeView({ block: { language, text, continues } }: { block: Extract<Block, { kind: "code" }> }) {
	const t = useWords();
	return (
		<div className={styles.code} data-code data-continues={continues}>
			{!continues && (
				<div className={styles.codeHead}>
					<span>{language}</span>
					<IconButton
						name={t("chat.copyCode")}
						icon={<Copy size={14} aria-hidden />}
						onClick={({ currentTarget }) => void copy(wholeCode(currentTarget))}
					/>
				</div>
			)}
			{/* biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, and has to take the keys that scroll it. */}
			<pre tabIndex={0} role="region" aria-label={t("chat.code")}>
				<code>{text}</code>
			</pre>
		</div>
	);
}
