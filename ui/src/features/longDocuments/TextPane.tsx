import { useState } from "react";
import { Button } from "../../components/Button";
import { ErrorNote } from "../../components/ErrorNote";
import { Select } from "../../components/Select";
import { VirtualList } from "../../components/VirtualList";
import { number } from "../../i18n/format";
import { useWords } from "../../i18n/useWords";
import type { DocumentRun, RunDocument } from "../../ipc/bindings";
import { copyText, makeReport, showReport } from "./actions";
import { documentTitle } from "./names";
import parts from "./parts.module.css";
import styles from "./TextPane.module.css";
import { useDocumentText } from "./useDocumentText";

interface TextPaneProps {
	discovery: string;
	run: DocumentRun;
	live: Readonly<Record<string, string>>;
	document: RunDocument;
}

const NONE = "";
/** The guess for a paragraph that was never drawn. */
const GUESS = 96;

/** A document as it comes, and another beside it where two are compared. */
export function TextPane({ discovery, run, live, document }: TextPaneProps) {
	const t = useWords();
	const [besideId, setBeside] = useState(NONE);
	const others = run.documents.filter(({ id, words }) => id !== document.id && words > 0);
	const beside = others.find(({ id }) => id === besideId);
	const options = [
		{ value: NONE, words: t("documents.compareNone") },
		...others.map(({ id, title }) => ({ value: id, words: documentTitle(t, title) })),
	];
	return (
		<div className={styles.pane}>
			{others.length > 0 && (
				<div className={styles.bar}>
					<span>{t("documents.compare")}</span>
					<Select
						name={t("documents.compare")}
						value={beside ? besideId : NONE}
						options={options}
						onChange={setBeside}
					/>
				</div>
			)}
			<div className={styles.texts} data-two={beside !== undefined}>
				<DocumentText key={document.id} discovery={discovery} run={run} live={live} document={document} />
				{beside && <DocumentText key={beside.id} discovery={discovery} run={run} live={live} document={beside} />}
			</div>
		</div>
	);
}

function DocumentText({ discovery, run, live, document }: TextPaneProps) {
	const t = useWords();
	const output = run.outputs.findLast((made) => made.document === document.id);
	const job = run.jobs.find((one) => one.state === "processing" && one.document === document.id);
	const coming = (job && live[job.id]) ?? "";
	const { count, at, see, isLoading, failed } = useDocumentText(run.id, document.id, coming);
	const title = documentTitle(t, document.title);
	return (
		<article className={styles.document} aria-label={title}>
			<header className={styles.head}>
				<h3 className={styles.title}>{title}</h3>
				<span className={parts.buttons}>
					<Button disabled={document.words === 0} onClick={() => void copyText(run.id, document.id)}>
						{t("documents.copyText")}
					</Button>
					{output ? (
						<Button onClick={() => showReport(discovery, output.report)}>
							{t("documents.openReport", { label: output.label })}
						</Button>
					) : (
						<Button disabled={document.words === 0} onClick={() => void makeReport(discovery, run.id, document.id)}>
							{t("documents.makeReport")}
						</Button>
					)}
				</span>
			</header>
			{document.ended === "continuation_limit" && <p className={styles.note}>{t("documents.atLimit")}</p>}
			{document.cuts > 0 && <p className={styles.note}>{t("documents.cuts", { count: document.cuts })}</p>}
			{failed && <ErrorNote error={failed.error} onRetry={() => void failed.refetch()} />}
			{count === 0 && !isLoading && <p className={styles.note}>{t("documents.noText")}</p>}
			<VirtualList
				className={styles.text}
				name={title}
				count={count}
				rowHeight={GUESS}
				measured
				rowKey={String}
				onRange={see}
				scrollKey={`document ${document.id}`}
				render={(index) => {
					const block = at(index);
					return (
						<p className={styles.block} data-heading={block?.isHeading} data-selectable>
							{block?.text ?? "…"}
						</p>
					);
				}}
			/>
			<Saw run={run} document={document} />
		</article>
	);
}

/** Lists the texts that each call of a document saw in full, and those seen as a summary. */
function Saw({ run, document }: { run: DocumentRun; document: RunDocument }) {
	const t = useWords();
	const calls = run.jobs.filter((job) => job.document === document.id && (job.answer?.seen.length ?? 0) > 0);
	if (calls.length === 0) return null;
	return (
		<details className={styles.saw}>
			<summary>{t("documents.saw")}</summary>
			<ul>
				{calls.flatMap((job) =>
					(job.answer?.seen ?? []).map(({ document: title, seenAs }, at) => (
						// biome-ignore lint/suspicious/noArrayIndexKey: what a call saw never changes.
						<li key={`${job.id} ${at}`}>
							{t("documents.part", { number: number(job.turnIndex + 1) })}:{" "}
							{title === null ? t("documents.writtenBefore") : documentTitle(t, title)},{" "}
							{t(seenAs === "summary" ? "documents.sawSummary" : "documents.sawFull")}
						</li>
					)),
				)}
			</ul>
		</details>
	);
}
