import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { Button } from "../../../components/Button";
import { ErrorNote } from "../../../components/ErrorNote";
import { LoadingMark } from "../../../components/LoadingMark";
import { readingNoteText } from "../../../components/readingNote";
import { Section } from "../../../components/Section";
import { bytes, number } from "../../../i18n/format";
import { useWords } from "../../../i18n/useWords";
import type { Document } from "../../../ipc/bindings";
import { documentQuery } from "../../../ipc/queries";
import { saveOriginal } from "../../../shared/inputs/document";
import fields from "../FactFields.module.css";
import styles from "../sections.module.css";
import { DocumentForm } from "./DocumentForm";

/** Shows an Input's document, by whom, of when, how it is cited, and what its reader noted. */
export function DocumentSection({ discovery, input }: { discovery: string; input: string }) {
	const t = useWords();
	const [editing, setEditing] = useState(false);
	const document = useQuery(documentQuery(input));
	if (document.isError) {
		return <ErrorNote title={t("document.couldNotLoad")} error={document.error} />;
	}
	if (!document.data) return <LoadingMark />;
	return (
		<Section title={t("document.title")}>
			{editing ? (
				<DocumentForm discovery={discovery} document={document.data} onDone={() => setEditing(false)} />
			) : (
				<>
					<Details document={document.data} />
					<div className={styles.row}>
						<Button onClick={() => setEditing(true)}>{t("document.edit")}</Button>
						<Button kind="quiet" onClick={() => void saveOriginal(input)}>
							{t("document.saveOriginal")}
						</Button>
					</div>
				</>
			)}
			{document.data.notes.length > 0 && (
				<ul className={styles.muted} aria-label={t("document.notes")}>
					{document.data.notes.map((note) => (
						<li key={JSON.stringify(note)}>{readingNoteText(note)}</li>
					))}
				</ul>
			)}
		</Section>
	);
}

function Details({ document }: { document: Document }) {
	const t = useWords();
	const { kind, authors, date, citedAs, fileName, format, pages, size } = document;
	const is = [
		format.toUpperCase(),
		pages === null ? "" : t("document.pages", { count: pages, shown: number(pages) }),
		bytes(size),
	];
	const rows: [string, string][] = [
		[t("document.kind"), t(`document.kind.${kind}`)],
		[t("document.authors"), authors.join(", ")],
		[t("document.date"), date.slice(0, 10)],
		[t("document.reference"), citedAs],
		[t("document.file"), fileName ?? ""],
		[t("document.format"), is.filter((part) => part !== "").join(", ")],
	];
	return (
		<dl className={fields.fields}>
			{rows
				.filter(([, value]) => value !== "")
				.map(([name, value]) => (
					<div key={name} className={fields.pair}>
						<dt>{name}</dt>
						<dd data-selectable>{value}</dd>
					</div>
				))}
		</dl>
	);
}
