import { useTranslateMessage } from "../../i18n/backendMessages";
import { milliseconds, number } from "../../i18n/format";
import { useWords } from "../../i18n/useWords";
import type { DocumentJob, DocumentRun, RunDocument } from "../../ipc/bindings";
import styles from "./JobTree.module.css";
import { amount, documentTitle, jobState, stageTitle } from "./names";

interface JobTreeProps {
	run: DocumentRun;
	live: Readonly<Record<string, string>>;
	/** The document that is shown. */
	open: string | null;
	onOpen: (document: string) => void;
}

/** A run as a tree: its stages, the documents of each, and the jobs that write them. */
export function JobTree({ run, live, open, onOpen }: JobTreeProps) {
	const t = useWords();
	return (
		<nav className={styles.tree} aria-label={t("documents.tree")}>
			<ol className={styles.stages}>
				{run.stages.map((stage) => {
					const job = run.jobs.find(({ kind, stage: of }) => kind === "stage" && of === stage.slug);
					return (
						<li key={stage.slug}>
							<h3 className={styles.stage}>
								{stageTitle(t, stage.title)}
								<State of={job} />
							</h3>
							<ul className={styles.documents}>
								{run.documents
									.filter((document) => document.stage === stage.slug)
									.map((document) => (
										<li key={document.id}>
											<DocumentRow
												run={run}
												live={live}
												document={document}
												isOpen={document.id === open}
												onOpen={() => onOpen(document.id)}
											/>
										</li>
									))}
							</ul>
						</li>
					);
				})}
			</ol>
		</nav>
	);
}

interface DocumentRowProps {
	run: DocumentRun;
	live: Readonly<Record<string, string>>;
	document: RunDocument;
	isOpen: boolean;
	onOpen: () => void;
}

function DocumentRow({ run, live, document, isOpen, onOpen }: DocumentRowProps) {
	const t = useWords();
	const say = useTranslateMessage();
	const jobs = run.jobs.filter((job) => job.document === document.id);
	const under = (parent: DocumentJob) => run.jobs.filter((job) => job.kind === "summarize" && job.parent === parent.id);
	const all = jobs.flatMap((job) => [...under(job), job]);
	const last = jobs.at(-1);
	const wordsSoFar = last?.state === "processing" ? wordsIn(live[last.id]) : 0;
	const error = jobs.find((job) => job.state === "failed")?.error;
	return (
		<>
			<button type="button" className={styles.document} aria-current={isOpen} onClick={onOpen}>
				<span className={styles.name}>{documentTitle(t, document.title)}</span>
				<span className={styles.more}>
					<State of={last} />
					{t("documents.words", { count: document.words + wordsSoFar, shown: number(document.words + wordsSoFar) })}
				</span>
			</button>
			{error && (
				<p className={styles.error}>
					{say(error.message)} {error.hint && say(error.hint)}
				</p>
			)}
			{all.length > 1 && (
				<ul className={styles.jobs}>
					{all.map((job) => (
						<li key={job.id} className={styles.job}>
							<span>
								{job.kind === "summarize"
									? t("documents.summaryJob")
									: t("documents.part", { number: number(job.turnIndex + 1) })}
							</span>
							<State of={job} />
							<JobFigures run={run} job={job} />
						</li>
					))}
				</ul>
			)}
			{all.length === 1 && last?.answer && (
				<p className={styles.job}>
					<JobFigures run={run} job={last} />
				</p>
			)}
		</>
	);
}

const wordsIn = (text = "") => text.split(/\s+/).filter((word) => word !== "").length;

/** Shows the duration of a call, its cost, and whether it saw everything in full. */
function JobFigures({ run, job }: { run: DocumentRun; job: DocumentJob }) {
	const t = useWords();
	const took = job.startedAt !== null && job.endedAt !== null ? job.endedAt - job.startedAt : null;
	const summaries = job.answer?.seen.filter((text) => text.seenAs === "summary").length ?? 0;
	return (
		<span className={styles.figures}>
			{took !== null && <span>{milliseconds(took)}</span>}
			{job.model && job.cost !== "0" && <span>{amount(t, job.cost, run.unit)}</span>}
			{job.answer?.counted === "estimate" && <span>{t("documents.estimated")}</span>}
			{job.attempts > 1 && <span>{t("documents.attempts", { shown: number(job.attempts) })}</span>}
			{summaries > 0 && <span>{t("documents.asSummary", { count: summaries, shown: number(summaries) })}</span>}
		</span>
	);
}

function State({ of }: { of: DocumentJob | undefined }) {
	const t = useWords();
	return (
		<span className={styles.state} data-state={of?.state ?? "pending"}>
			{of ? jobState(t, of.state) : t("documents.notBegun")}
		</span>
	);
}
