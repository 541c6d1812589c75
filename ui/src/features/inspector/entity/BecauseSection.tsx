import { Section } from "../../../components/Section";
import { WordDiff } from "../../../components/WordDiff";
import { useWords } from "../../../i18n/useWords";
import type { Because } from "../../../ipc/bindings";
import { wordDiff } from "../../../shared/cards/wordDiff";

const said = new Set([
	"edited",
	"accepted",
	"superseded",
	"rejected",
	"restored",
	"reviewed",
	"archived",
	"deleted",
	"merged",
	"said_otherwise",
]);

/** Why a card is marked: what it rests on, what happened to that, and the words before and after. */
export function BecauseSection({ because }: { because: Because }) {
	const t = useWords();
	const { from, what, was, is, why } = because;
	const happened = t(`pipeline.because.${said.has(what) ? what : "edited"}` as "pipeline.because.edited", {
		from: from ?? t("pipeline.somethingAbove"),
	});
	return (
		<Section title={`↻ ${t("pipeline.why")}`} tone="review">
			<p>{happened}</p>
			{why !== null && <p data-selectable>{t("pipeline.modelSays", { why })}</p>}
			{was !== null && is !== null && (
				<WordDiff diff={wordDiff(was, is)} names={{ source: t("pipeline.now"), quote: t("pipeline.before") }} />
			)}
		</Section>
	);
}
