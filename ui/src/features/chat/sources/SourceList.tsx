import { useWords } from "../../../i18n/useWords";
import type { Grounding } from "../../../ipc/bindings";
import { useDiscovery } from "../discoveryContext";
import { showCited } from "./actions";
import { displayId } from "./grounding";
import styles from "./Sources.module.css";

/**
 * Lists the basis of an answer: each source once, with the words that support the sentence that cites it first. An
 * answer that is passages says those words itself.
 */
export function SourceList({ grounding }: { grounding: Grounding }) {
	const t = useWords();
	const discovery = useDiscovery();
	if (grounding.sources.length === 0) return null;
	return (
		<section className={styles.sources} aria-label={t("chat.sources")}>
			<h3 className={styles.head}>{t("chat.sources")}</h3>
			<ul className={styles.list}>
				{grounding.sources.map(({ id, input, title, text, quote, place }) => {
					const cited = grounding.citations.find((one) => one.id === id);
					return (
						<li key={id}>
							<button
								type="button"
								className={styles.source}
								disabled={!input || !cited}
								onClick={() => input && cited && void showCited(discovery, { ...cited, input })}
							>
								<span className={styles.name}>
									{[displayId(id), title ?? t("chat.sourceGone"), place].filter(Boolean).join(" · ")}
								</span>
								{grounding.origin !== "extract" && (
									<q className={styles.quote} dir="auto">
										{quote || text}
									</q>
								)}
							</button>
						</li>
					);
				})}
			</ul>
		</section>
	);
}
