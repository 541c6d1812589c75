import { useQuery } from "@tanstack/react-query";
import { ErrorNote } from "../../../components/ErrorNote";
import { LinkButton } from "../../../components/LinkButton";
import { LoadingMark } from "../../../components/LoadingMark";
import { usePackWords } from "../../../i18n/packs";
import { useWords } from "../../../i18n/useWords";
import type { FieldThen, PointInTime } from "../../../ipc/bindings";
import { fieldsAsOfQuery } from "../../../ipc/itemQueries";
import { useSelection } from "../../../state/selection";
import styles from "./PastItems.module.css";

interface PastFieldsProps {
	discovery: string;
	item: string;
	point: PointInTime;
}

/** The fields of an item as they stood, and what they are now where that is another value. */
export function PastFields({ discovery, item, point }: PastFieldsProps) {
	const t = useWords();
	const then = useQuery(fieldsAsOfQuery(discovery, item, point));
	if (then.isError) return <ErrorNote error={then.error} onRetry={() => void then.refetch()} />;
	if (!then.data) return <LoadingMark />;
	if (then.data.length === 0) return <p className={styles.muted}>{t("past.noFields")}</p>;
	return (
		<dl className={styles.fields} aria-label={t("past.fields")}>
			{then.data.map((field) => (
				<Field key={field.field.key} then={field} />
			))}
		</dl>
	);
}

function Field({ then: { field, now, changed } }: { then: FieldThen }) {
	const t = useWords();
	const label = usePackWords("label");
	const select = useSelection((selection) => selection.select);
	const { source, value } = field;
	return (
		<div className={styles.field} data-changed={changed}>
			<dt>{label(field.label)}</dt>
			<dd>
				{value?.reading ?? "–"}
				{source.kind === "override" && <span className={styles.muted}> {t("items.byHand")}</span>}{" "}
				{source.kind !== "nothing" && (
					<LinkButton onClick={() => select(source.factId, "facts")}>{source.factLabel}</LinkButton>
				)}
				{changed && (
					<span className={styles.now}>
						{" "}
						{now === null ? t("past.goneNow") : t("past.now", { status: now.value?.reading ?? t("past.nothing") })}
					</span>
				)}
			</dd>
		</div>
	);
}
