import { number } from "../../i18n/format";
import { useWords } from "../../i18n/useWords";
import type { DiscoveryPreview, Tallies } from "../../ipc/bindings";
import styles from "./ImportDialog.module.css";

/** Lists the contents of a file that a merge leaves out, since the library has them otherwise. */
export function MergeDifferences({ tallies, differences }: Pick<DiscoveryPreview, "tallies" | "differences">) {
	const t = useWords();
	const count = differing(tallies);
	const differenceTexts = differences.map(({ label, what }) => {
		const parts = what.map((part) => t(`transfer.differs.${part}`));
		return t("transfer.differs.one", { label, what: parts.join(", ") });
	});
	const more = count - differenceTexts.length;
	return (
		<>
			{count > 0 && (
				<div data-selectable>
					<p>{t("transfer.differs", { count, shown: number(count) })}</p>
					<p className={styles.muted}>
						{differenceTexts.join("; ")}
						{more > 0 && ` ${t("transfer.differs.more", { count: more, shown: number(more) })}`}
					</p>
				</div>
			)}
			{tallies.chatLeftOut > 0 && (
				<p>{t("transfer.chatLeftOut", { count: tallies.chatLeftOut, shown: number(tallies.chatLeftOut) })}</p>
			)}
		</>
	);
}

function differing({ inputs, facts, insights, recommendations, outputs }: Tallies): number {
	return [inputs, facts, insights, recommendations, outputs].reduce((sum, { differs }) => sum + differs, 0);
}
