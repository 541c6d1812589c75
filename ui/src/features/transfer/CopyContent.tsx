import { useQuery } from "@tanstack/react-query";
import { ErrorNote } from "../../components/ErrorNote";
import { LoadingMark } from "../../components/LoadingMark";
import { dateTime, number } from "../../i18n/format";
import { useWords } from "../../i18n/useWords";
import { type BackupNow, commands } from "../../ipc/bindings";
import { call } from "../../ipc/call";
import styles from "./CopiesDialog.module.css";

/** Shows the contents of a copy, beside the same discoveries as they are now. */
export function CopyContent({ backup }: { backup: string }) {
	const t = useWords();
	const preview = useQuery({
		queryKey: ["copies", backup],
		queryFn: () => call(commands.backupPreview(backup)),
		gcTime: 0,
	});
	if (preview.isError) return <ErrorNote error={preview.error} onRetry={() => void preview.refetch()} />;
	if (!preview.data) return <LoadingMark />;
	const { discoveries, onlyNow } = preview.data;
	const state = ({ facts, updatedAt }: BackupNow) =>
		t("copies.state", {
			facts: t("facts.total", { count: facts, shown: number(facts) }),
			date: dateTime(updatedAt),
		});
	return (
		<>
			{discoveries.length === 0 && <p>{t("copies.empty")}</p>}
			{discoveries.length > 0 && (
				<table className={styles.table}>
					<thead>
						<tr>
							<th scope="col">{t("copies.discovery")}</th>
							<th scope="col">{t("copies.then")}</th>
							<th scope="col">{t("copies.now")}</th>
						</tr>
					</thead>
					<tbody>
						{discoveries.map((held, index) => (
							// biome-ignore lint/suspicious/noArrayIndexKey: two discoveries may have one title, and the list never moves.
							<tr key={index}>
								<th scope="row">{held.title}</th>
								<td>{state(held)}</td>
								<td>{held.now ? state(held.now) : t("copies.gone")}</td>
							</tr>
						))}
					</tbody>
				</table>
			)}
			{onlyNow.length > 0 && (
				<p className={styles.onlyNow}>
					<strong>{t("copies.onlyNow")}:</strong> {onlyNow.join(", ")}
				</p>
			)}
		</>
	);
}
