import { FactMark } from "../../components/FactMark";
import { Section } from "../../components/Section";
import { useWords } from "../../i18n/useWords";
import type { FactDetail } from "../../ipc/bindings";
import { useSelection } from "../../state/selection";
import styles from "./sections.module.css";

/** The chain of supersession, newest first. A fact that was never changed has none to show. */
export function VersionsSection({ detail: { fact, versions } }: { detail: FactDetail }) {
	const t = useWords();
	const select = useSelection((selection) => selection.select);
	if (versions.length < 2) return null;
	return (
		<Section title={t("inspector.versions")}>
			<ol className={styles.versions}>
				{versions.map((version) => (
					<li key={version.id}>
						<button
							type="button"
							className={styles.version}
							aria-current={version.id === fact.id}
							onClick={() => select(version.id, "inspector")}
						>
							<span>v{version.version}</span>
							<span>{version.value === "" ? version.text : version.value}</span>
							<FactMark
								status={version.status}
								needsReview={version.needsReview}
								acceptedBy={version.acceptedBy}
								compact
							/>
						</button>
					</li>
				))}
			</ol>
		</Section>
	);
}
