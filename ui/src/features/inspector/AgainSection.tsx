import { LinkButton } from "../../components/LinkButton";
import { useLocationLabel } from "../../components/location";
import { Quote } from "../../components/Quote";
import { Section } from "../../components/Section";
import { useWords } from "../../i18n/useWords";
import type { FactDetail } from "../../ipc/bindings";
import { useOriginName } from "../../shared/facts/origin";
import { useNavigation } from "../../state/navigation";
import styles from "./sections.module.css";

/** Lists the other locations in the sources that state a fact: further evidence, each with its own words. */
export function AgainSection({ detail: { again, reaffirmed } }: { detail: Pick<FactDetail, "again" | "reaffirmed"> }) {
	const t = useWords();
	const originName = useOriginName();
	const locationLabel = useLocationLabel();
	const read = useNavigation((navigation) => navigation.showInAudit);
	if (reaffirmed === 0) return null;
	return (
		<Section title={t("inspector.reaffirmed", { count: reaffirmed })}>
			{again.map((item) => (
				<div key={`${item.bundleId} ${item.startChar}`}>
					<Quote evidence={item} />
					<LinkButton onClick={() => read({ bundle: item.bundleId, run: null })}>
						{[originName(item), locationLabel(item.place)].filter(Boolean).join(", ")}
					</LinkButton>
				</div>
			))}
			{reaffirmed > again.length && again.length > 0 && (
				<p className={styles.muted}>{t("inspector.againMore", { count: reaffirmed - again.length })}</p>
			)}
		</Section>
	);
}
