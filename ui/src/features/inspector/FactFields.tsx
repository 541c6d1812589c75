import { LinkButton } from "../../components/LinkButton";
import { percent } from "../../i18n/format";
import { usePackWords } from "../../i18n/packs";
import { useWords } from "../../i18n/useWords";
import type { FactDetail } from "../../ipc/bindings";
import { keepAsKey } from "../../shared/facts/actions";
import { Propositions } from "../../shared/facts/Propositions";
import { FactItem } from "../../shared/items/FactItem";
import { useEditing } from "./editing";
import styles from "./FactFields.module.css";

/** Key and typed value, which item, how sure, where from. */
export function FactFields({ discovery, detail }: { discovery: string; detail: FactDetail }) {
	const t = useWords();
	const label = usePackWords("label");
	const property = usePackWords("property");
	const edit = useEditing((editing) => editing.edit);
	const { fact, item, takesItem } = detail;
	const valued = fact.propositions.find((proposition) => proposition.value !== null && !proposition.negated);
	return (
		<dl className={styles.fields}>
			{/* A statement has no key, and its value is the sentence that stands above. */}
			{fact.valueType !== "note" && (
				<>
					<dt>{t("inspector.key")}</dt>
					<dd data-selectable>
						{label(fact.keyLabel)} <span className={styles.path}>{fact.key}</span>
					</dd>
					<dt>{t("inspector.value")}</dt>
					<dd className={styles.value} data-selectable>
						{fact.value}
					</dd>
					{fact.condition !== "" && (
						<>
							<dt>{t("inspector.condition")}</dt>
							<dd data-selectable>{fact.condition}</dd>
						</>
					)}
				</>
			)}
			{fact.propositions.length > 0 && (
				<>
					<dt>{t("facts.propositions")}</dt>
					<dd>
						<Propositions propositions={fact.propositions} />
						{fact.valueType === "note" && valued && (
							<span className={styles.does}>
								<LinkButton
									onClick={() => void keepAsKey(discovery, fact.id, `${valued.subject}: ${property(valued.property)}`)}
								>
									{t("facts.keepAsKey")}
								</LinkButton>
								<LinkButton onClick={() => edit(fact)}>{t("facts.correct")}</LinkButton>
							</span>
						)}
					</dd>
				</>
			)}
			{(takesItem || item !== null) && (
				<>
					<dt>{t("items.ofFact")}</dt>
					<dd>
						<FactItem detail={detail} />
					</dd>
				</>
			)}
			<dt>{t("inspector.confidence")}</dt>
			<dd>{percent(fact.confidence)}</dd>
			<dt>{t("inspector.source")}</dt>
			<dd>{t(`inspector.source.${fact.sourceKind}`)}</dd>
			{fact.highRisk && (
				<>
					<dt className="visually-hidden">{t("facts.highRisk")}</dt>
					<dd className={styles.risk}>! {t("facts.highRisk")}</dd>
				</>
			)}
		</dl>
	);
}
