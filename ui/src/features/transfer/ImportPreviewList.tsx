import { date, dateTime } from "../../i18n/format";
import { useWords } from "../../i18n/useWords";
import type { DiscoveryPreview, How } from "../../ipc/bindings";
import styles from "./ImportDialog.module.css";
import { MergeDifferences } from "./MergeDifferences";
import { TallyTable } from "./TallyTable";

interface ImportPreviewListProps {
	discoveries: readonly DiscoveryPreview[];
	how: How;
}

/** Each discovery of a file: what it is, whether it is here, and what of it is new. */
export function ImportPreviewList({ discoveries, how }: ImportPreviewListProps) {
	const t = useWords();
	return discoveries.map(({ title, goal, createdAt, here, wasHere, tallies, differences }, index) => {
		const isNew = (here === null && !wasHere) || how === "copy";
		return (
			// biome-ignore lint/suspicious/noArrayIndexKey: a file may hold two of one title, and their order is the file's.
			<section key={index} className={styles.discovery}>
				<h3 className={styles.title}>{title}</h3>
				{goal !== "" && <p>{goal}</p>}
				<p className={styles.muted}>
					{t("transfer.begun", { date: begun(createdAt) })}{" "}
					{here === null
						? t(wasHere ? "transfer.wasHere" : "transfer.notHere")
						: t("transfer.here", { title: here.title })}
				</p>
				<TallyTable name={t("transfer.tallies", { title })} tallies={tallies} isNew={isNew} />
				<MergeDifferences tallies={tallies} differences={differences} />
			</section>
		);
	});
}

/** A file that knows the day alone stands at midnight, by the clock of the world. */
function begun(at: number): string {
	return at % 86_400_000 === 0 ? date(at) : dateTime(at);
}
