import { Section } from "../../../components/Section";
import { WordDiff } from "../../../components/WordDiff";
import { useWords } from "../../../i18n/useWords";
import type { Because } from "../../../ipc/bindings";
import { useStaleReason } from "../../../shared/cards/staleReason";
import { wordDiff } from "../../../shared/cards/wordDiff";

/** Shows the reason that a card is marked: what it rests on, what happened to that, and the words before and after. */
export function BecauseSection({ because }: { because: Because }) {
	const t = useWords();
	const cause = useStaleReason();
	const { was, is, why } = because;
	return (
		<Section title={`↻ ${t("pipeline.why")}`} tone="review">
			<p>{cause(because)}</p>
			{why !== null && <p data-selectable>{t("pipeline.modelSays", { why })}</p>}
			{was !== null && is !== null && (
				<WordDiff diff={wordDiff(was, is)} names={{ source: t("pipeline.now"), quote: t("pipeline.before") }} />
			)}
		</Section>
	);
}
