import { useState } from "react";
import { Button } from "../../components/Button";
import { usePackWords } from "../../i18n/packs";
import { useWords } from "../../i18n/useWords";
import type { FieldSource, ProjectedField } from "../../ipc/bindings";
import { openEvidence } from "../../shared/facts/origin";
import { clearOverride } from "./actions";
import styles from "./ItemsView.module.css";
import { OverrideDialog } from "./OverrideDialog";

interface FieldRowProps {
	discovery: string;
	item: string;
	field: ProjectedField;
}

/** A field: its value, who says so, and "why", which opens the words that prove it in their source. */
export function FieldRow({ discovery, item, field }: FieldRowProps) {
	const t = useWords();
	const [setting, setSetting] = useState(false);
	const { source } = field;
	const name = usePackWords("label")(field.label);

	return (
		<section className={styles.field} aria-label={name}>
			<span className={styles.label}>{name}</span>
			<span>
				<span className={styles.value}>{field.value?.reading ?? "–"}</span> <SourceText source={source} />
				{field.conflict && <span className={styles.from}> {t("items.inConflict")}</span>}
			</span>
			<span className={styles.does}>
				{source.kind !== "nothing" && (
					<Button
						onClick={() => void openEvidence(source.factId, "items")}
						aria-label={t("items.whyField", { field: name })}
					>
						{t("items.why")}
					</Button>
				)}
				{source.kind === "override" && (
					<Button
						onClick={() => void clearOverride(discovery, item, field.key)}
						aria-label={t("items.backField", { field: name })}
					>
						{t("items.backToComputed")}
					</Button>
				)}
				<Button onClick={() => setSetting(true)} aria-label={t("items.setField", { field: name })}>
					{t("items.set")}
				</Button>
			</span>
			{setting && <OverrideDialog discovery={discovery} item={item} field={field} onClose={() => setSetting(false)} />}
		</section>
	);
}

function SourceText({ source }: { source: FieldSource }) {
	const t = useWords();
	if (source.kind === "nothing") return null;
	if (source.kind === "fact")
		return (
			<span className={styles.from}>
				{source.factLabel}, {t(`items.source.${source.sourceKind}`)}
			</span>
		);
	const computed = source.computed ? t("items.computed", { value: source.computed.reading }) : "";
	return (
		<span className={styles.from}>
			{t("items.setBecause", { reason: source.reason })} {computed}
		</span>
	);
}
