import { RefreshCw } from "lucide-react";
import type { Ref } from "react";
import { Button } from "../../components/Button";
import { SearchField } from "../../components/SearchField";
import { Select } from "../../components/Select";
import { number } from "../../i18n/format";
import { useWords } from "../../i18n/useWords";
import type { InputSummary, SalienceReason } from "../../ipc/bindings";
import { type KindFilter, kinds } from "./filter";
import styles from "./InboxToolbar.module.css";
import { useListing } from "./listing";
import type { GroupedBy } from "./queue";
import type { Order } from "./ranking";
import { useReasonWords } from "./useReasonWords";

const orders: readonly Order[] = ["score", "found", "place", "newest"];
const groupings: readonly GroupedBy[] = ["speaker", "topic", "reason", "input", "none"];

interface InboxToolbarProps {
	inputs: readonly InputSummary[];
	/** The property that the rest is folded by. */
	by: GroupedBy;
	/** Those that something that waits is worth a look for. */
	reasons: readonly SalienceReason[];
	ordering: {
		/** Decisions tell of what else waits. */
		isLearned: boolean;
		/** The order could be another by now. */
		isOutdated: boolean;
		renew: () => void;
	};
	kindCounts: Record<KindFilter, number> | null;
	searchRef: Ref<HTMLInputElement>;
}

/** Selects the listed facts, their order, and the property that the rest is folded by. */
export function InboxToolbar({ inputs, by, reasons, ordering, kindCounts, searchRef }: InboxToolbarProps) {
	const t = useWords();
	const reasonWords = useReasonWords();
	const { text, shown, inputId, reason, order, change } = useListing();
	return (
		<div className={styles.bar} role="toolbar" aria-label={t("inbox.list")}>
			<div className={styles.search}>
				<SearchField
					fieldRef={searchRef}
					name={t("inbox.search")}
					value={text}
					onChange={(next) => change({ text: next })}
				/>
			</div>
			<Select
				name={t("inbox.kind")}
				value={shown}
				onChange={(next) => change({ shown: next })}
				options={kinds.map((kind) => ({
					value: kind,
					words: kindCounts
						? t("inbox.kindCount", { kind: t(`inbox.kind.${kind}`), count: number(kindCounts[kind]) })
						: t(`inbox.kind.${kind}`),
				}))}
			/>
			{inputs.length > 1 && (
				<Select
					name={t("facts.filter.input")}
					value={inputId}
					onChange={(next) => change({ inputId: next })}
					options={[
						{ value: "", words: t("facts.filter.allInputs") },
						...inputs.map(({ id, label, title }) => ({ value: id, words: `${label} ${title}` })),
					]}
				/>
			)}
			{reasons.length > 0 && (
				<Select
					name={t("inbox.reason")}
					value={reason}
					onChange={(next) => change({ reason: next })}
					options={[
						{ value: "" as const, words: t("inbox.reason.all") },
						...reasons.map((one) => ({ value: one, words: reasonWords([one]) })),
					]}
				/>
			)}
			<Select
				name={t("inbox.by")}
				value={by}
				onChange={(next) => change({ by: next })}
				options={groupings.map((one) => ({ value: one, words: t(`inbox.by.${one}`) }))}
			/>
			<Select
				name={t("inbox.order")}
				value={order}
				onChange={(next) => change({ order: next })}
				options={orders
					.filter((one) => one !== "found" || ordering.isLearned)
					.map((one) => ({ value: one, words: t(`inbox.order.${one}`) }))}
			/>
			{order === "score" && (
				<Button
					kind="quiet"
					disabled={!ordering.isOutdated}
					aria-label={t("inbox.newOrder")}
					title={t("inbox.newOrderTitle")}
					onClick={ordering.renew}
				>
					<RefreshCw size={16} aria-hidden />
				</Button>
			)}
		</div>
	);
}
