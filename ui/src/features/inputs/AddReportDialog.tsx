import { Button } from "../../components/Button";
import { Dialog } from "../../components/Dialog";
import { readingNoteText } from "../../components/readingNote";
import { Section } from "../../components/Section";
import { useTranslateMessage } from "../../i18n/backendMessages";
import { useWords } from "../../i18n/useWords";
import type { AddReport } from "../../ipc/bindings";
import { closeAddReport } from "../../shared/inputs/report";
import styles from "./AddReportDialog.module.css";

/** Shows the result of adding many files: those added, those left out, and why some could not be read. */
export default function AddReportDialog({ report }: { report: AddReport }) {
	const t = useWords();
	const say = useTranslateMessage();
	const { added, heldBack, failures, notes, cancelled } = report;
	return (
		<Dialog
			open
			onClose={closeAddReport}
			title={t("report.title")}
			width="wide"
			readable
			actions={
				<Button kind="primary" onClick={closeAddReport}>
					{t("app.close")}
				</Button>
			}
		>
			{cancelled && <p className={styles.stopped}>{t("report.stopped")}</p>}
			{failures.length > 0 && (
				<Section title={t("report.failed", { count: failures.length })} tone="conflict">
					<dl className={styles.list} data-selectable>
						{failures.map(({ name, error }) => (
							<div key={`${name} ${say(error.message)}`}>
								<dt>{name}</dt>
								<dd>
									{say(error.message)} {error.hint && say(error.hint)}
								</dd>
							</div>
						))}
					</dl>
				</Section>
			)}
			{heldBack.length > 0 && (
				<Section title={t("report.heldBack", { count: heldBack.length })}>
					<ul className={styles.list} data-selectable>
						{heldBack.map(({ title, path, like }) => (
							<li key={path ?? title}>{[title, like[0]?.input.label].filter(Boolean).join(" · ")}</li>
						))}
					</ul>
				</Section>
			)}
			{added.length > 0 && (
				<Section title={t("report.added", { count: added.length })}>
					<ul className={styles.list} data-selectable>
						{added.map(({ id, label, title }) => (
							<li key={id}>
								<b>{label}</b> {title}
							</li>
						))}
					</ul>
				</Section>
			)}
			{notes.length > 0 && (
				<Section title={t("document.notes")}>
					<dl className={styles.list} data-selectable>
						{notes.map(({ title, note }) => (
							<div key={`${title} ${JSON.stringify(note)}`}>
								<dt>{title}</dt>
								<dd>{readingNoteText(note)}</dd>
							</div>
						))}
					</dl>
				</Section>
			)}
		</Dialog>
	);
}
