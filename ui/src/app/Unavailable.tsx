import { useState } from "react";
import { Button } from "../components/Button";
import { ErrorNote } from "../components/ErrorNote";
import { bytes, dateTime, number } from "../i18n/format";
import { useWords } from "../i18n/useWords";
import { commands, type LibraryState } from "../ipc/bindings";
import { call } from "../ipc/call";
import { client } from "../ipc/client";
import { libraryQuery } from "../ipc/queries";
import styles from "./Unavailable.module.css";

type Status = Extract<LibraryState["status"], { kind: "unavailable" }>;

/** The library did not open: why, what was kept, and the copies to go back to. Nothing is replaced without a press. */
export function Unavailable({ library, status }: { library: LibraryState; status: Status }) {
	const t = useWords();
	const [failure, setFailure] = useState<unknown>(null);
	const restore = (backup: string) =>
		call(commands.libraryRestore(backup)).then(
			(state) => client.setQueryData(libraryQuery.queryKey, state),
			setFailure,
		);
	const retry = () => void client.invalidateQueries({ queryKey: libraryQuery.queryKey });

	return (
		<main className={styles.page}>
			<h1 className={styles.title}>{t("unavailable.title")}</h1>
			<ErrorNote error={failure ?? status.error} onRetry={retry} />
			<dl className={styles.files}>
				<dt>{t("unavailable.file")}</dt>
				<dd data-selectable>{library.path}</dd>
				{status.asidePath && (
					<>
						<dt>{t("unavailable.aside")}</dt>
						<dd data-selectable>{status.asidePath}</dd>
					</>
				)}
			</dl>
			<h2>{t("unavailable.backups")}</h2>
			{status.backups.length === 0 && <p>{t("unavailable.noBackups")}</p>}
			<ul className={styles.backups}>
				{status.backups.map((backup) => (
					<li key={backup.id} className={styles.backup}>
						<div>
							<strong>{dateTime(backup.takenAt)}</strong>
							<p>
								{t("unavailable.backup", {
									discoveries: t("library.total", { count: backup.discoveries, shown: number(backup.discoveries) }),
									facts: t("facts.total", { count: backup.facts, shown: number(backup.facts) }),
									size: bytes(backup.bytes),
								})}
							</p>
						</div>
						<Button onClick={() => void restore(backup.id)}>{t("unavailable.restore")}</Button>
					</li>
				))}
			</ul>
			<Button kind="quiet" onClick={() => void call(commands.openLogFolder()).catch(setFailure)}>
				{t("unavailable.log")}
			</Button>
		</main>
	);
}
