import { Quote } from "../../components/Quote";
import { useWords } from "../../i18n/useWords";
import type { FactDetail } from "../../ipc/bindings";
import { useOriginName } from "../../shared/facts/origin";

/** Further evidence of the same fact, folded away: a decision seldom needs more than that there is some. */
export function FurtherEvidence({ item: { again, reaffirmed } }: { item: FactDetail }) {
	const t = useWords();
	const originName = useOriginName();
	if (reaffirmed === 0) return null;
	return (
		<details>
			<summary>{t("inspector.reaffirmed", { count: reaffirmed })}</summary>
			{again.map((one) => (
				<Quote key={`${one.bundleId} ${one.startChar}`} evidence={one} caption={originName(one)} />
			))}
		</details>
	);
}
