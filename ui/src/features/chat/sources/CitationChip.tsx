import { Tooltip } from "@base-ui/react/tooltip";
import tooltip from "../../../components/Tooltip.module.css";
import { useWords } from "../../../i18n/useWords";
import { useDiscovery } from "../discoveryContext";
import { showCited } from "./actions";
import { displayId, useGrounding } from "./grounding";
import styles from "./Sources.module.css";

/** A citation that opens the words which carry its sentence. While an answer is written it leads nowhere yet. */
export function CitationChip({ id, position }: { id: string; position: number }) {
	const t = useWords();
	const discovery = useDiscovery();
	const grounding = useGrounding();
	const source = grounding?.sources.find((one) => one.id === id);
	const input = source?.input;
	if (!source || !input) return <span className={styles.pending}>{displayId(id)}</span>;
	const there = grounding?.citations[position];
	const cited = there?.id === id ? there : grounding?.citations.find((one) => one.id === id);
	const where = [source.label, source.title, source.place].filter(Boolean).join(", ");
	return (
		<Tooltip.Root>
			<Tooltip.Trigger
				delay={200}
				render={
					<button
						type="button"
						className={styles.chip}
						data-citation={id}
						aria-label={t("chat.cited", { where })}
						disabled={!cited}
						onClick={() => cited && void showCited(discovery, { ...cited, input })}
					>
						{displayId(id)}
					</button>
				}
			/>
			<Tooltip.Portal>
				<Tooltip.Positioner sideOffset={4} className={tooltip.positioner}>
					<Tooltip.Popup className={tooltip.popup}>
						{where}: {t("app.quoted", { words: cited?.quote ?? source.text })}
					</Tooltip.Popup>
				</Tooltip.Positioner>
			</Tooltip.Portal>
		</Tooltip.Root>
	);
}
