import { useEffect, useEffectEvent, useState } from "react";
import { InlineEdit } from "../../components/InlineEdit";
import { LinkButton } from "../../components/LinkButton";
import { useWords } from "../../i18n/useWords";
import type { ReportSection } from "../../ipc/bindings";
import { useSelection } from "../../state/selection";
import styles from "./SectionPane.module.css";

interface SectionPaneProps {
	section: ReportSection;
	onChange: (tool: string, given: Readonly<Record<string, string>>) => Promise<unknown>;
}

/** A pause in writing after which what was written is kept: each time is a step of undo. */
const KEPT_AFTER_MS = 3000;

/** A section's title and text. What is written is kept after a pause, and when the field is left. */
export function SectionPane({ section, onChange }: SectionPaneProps) {
	const t = useWords();
	const [draft, setDraft] = useState<string | null>(null);
	const selectEntity = useSelection((selection) => selection.selectEntity);
	const keep = async () => {
		if (draft === null) return;
		if (draft !== section.bodyMd) await onChange("set_section_body", { section: section.id, body_md: draft });
		// What was written meanwhile is kept next.
		setDraft((now) => (now === draft ? null : now));
	};
	const keepAfterPause = useEffectEvent(() => void keep());
	useEffect(() => {
		if (draft === null) return;
		const timer = setTimeout(() => keepAfterPause(), KEPT_AFTER_MS);
		return () => clearTimeout(timer);
	}, [draft]);
	return (
		<section className={styles.pane} aria-label={section.title}>
			<h2 className={styles.heading}>
				<span className={styles.number}>{section.number}</span>
				<InlineEdit
					value={section.title}
					name={t("report.sectionTitle")}
					onSave={(title) => void onChange("rename_section", { section: section.id, title })}
				/>
			</h2>
			<textarea
				className={styles.body}
				aria-label={t("report.body", { number: section.number })}
				value={draft ?? section.bodyMd}
				onChange={(event) => setDraft(event.target.value)}
				onBlur={() => void keep()}
				spellCheck
			/>
			<p className={styles.hint}>{t("report.bodyHint")}</p>
			<aside className={styles.cites} aria-label={t("report.cites")}>
				{section.citations.length === 0 ? (
					<span className={styles.hint}>{t("report.citesNothing")}</span>
				) : (
					section.citations.map((citation) => (
						<span key={citation.label} className={styles.cite} data-stale={citation.stale !== null}>
							<LinkButton onClick={() => selectEntity(citation.label, null, "reports")}>{citation.label}</LinkButton>
							{citation.stale && <span className={styles.why}>{t(`report.${citation.stale}`)}</span>}
						</span>
					))
				)}
			</aside>
		</section>
	);
}
