import { useState } from "react";
import { Button } from "../../../components/Button";
import { withItemNames } from "../../../components/mentions/names";
import { Section } from "../../../components/Section";
import { WordDiff } from "../../../components/WordDiff";
import { dateTime } from "../../../i18n/format";
import { useWords } from "../../../i18n/useWords";
import type { EntityDetail } from "../../../ipc/bindings";
import { restoreCardVersion } from "../../../shared/cards/actions";
import { wordDiff } from "../../../shared/cards/wordDiff";
import styles from "./EntityVersions.module.css";

/** Of a text on one line, more than this is never seen. */
const SEEN = 200;

/** Every text that a card had, newest first: open one to see what has changed since, and to bring it back. */
export function EntityVersions({ discovery, detail }: { discovery: string; detail: EntityDetail }) {
	const t = useWords();
	const [open, setOpen] = useState<number | null>(null);
	const { card, text, versions } = detail;
	if (versions.length < 2) return null;
	return (
		<Section title={t("inspector.versions")}>
			<ol className={styles.versions}>
				{versions.map((version) => (
					<li key={version.version} className={styles.item}>
						<button
							type="button"
							className={styles.version}
							aria-current={version.version === card.version}
							aria-expanded={version.version === open}
							onClick={() => setOpen(version.version === open ? null : version.version)}
						>
							<span>v{version.version}</span>
							<span className={styles.text}>{withItemNames(version.text.slice(0, SEEN))}</span>
							<span className={styles.when}>
								{version.restores === null
									? dateTime(version.madeAt)
									: t("pipeline.restoredAt", { version: version.restores, when: dateTime(version.madeAt) })}
							</span>
						</button>
						{version.version === open && version.version !== card.version && (
							<div className={styles.open}>
								<WordDiff
									diff={wordDiff(version.text, text)}
									names={{ source: t("pipeline.now"), quote: t("inspector.version", { version: version.version }) }}
								/>
								<Button onClick={() => void restoreCardVersion(discovery, card.label, version.version)}>
									{t("pipeline.restore", { version: version.version })}
								</Button>
							</div>
						)}
					</li>
				))}
			</ol>
		</Section>
	);
}
