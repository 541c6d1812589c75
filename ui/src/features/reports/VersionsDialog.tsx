import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { Button } from "../../components/Button";
import { Dialog } from "../../components/Dialog";
import { ErrorNote } from "../../components/ErrorNote";
import { Field } from "../../components/Field";
import { LoadingMark } from "../../components/LoadingMark";
import { Select } from "../../components/Select";
import { dateTime } from "../../i18n/format";
import { useWords } from "../../i18n/useWords";
import type { DiffRun, ReportDifference } from "../../ipc/bindings";
import { reportCompareQuery, reportVersionsQuery } from "../../ipc/reportQueries";
import { nameVersion, restoreVersion } from "./actions";
import styles from "./VersionsDialog.module.css";

interface VersionsDialogProps {
	discovery: string;
	report: string;
	onClose: () => void;
}

/** The report as it is, among the versions. */
const NOW = "now";

/** Named versions: given, compared word by word, and brought back. */
export function VersionsDialog({ discovery, report, onClose }: VersionsDialogProps) {
	const t = useWords();
	const versions = useQuery(reportVersionsQuery(report));
	const [name, setName] = useState("");
	const [left, setLeft] = useState<string | null>(null);
	const [right, setRight] = useState(NOW);
	const known = versions.data ?? [];
	const old = left ?? known[0]?.id ?? NOW;
	const options = [
		{ value: NOW, words: t("report.asItIs") },
		...known.map(({ id, name: called, madeAt }) => ({ value: id, words: `${called}, ${dateTime(madeAt)}` })),
	];
	const chosen = known.find(({ id }) => id === old);
	const give = async () => {
		await nameVersion(report, name.trim());
		setName("");
	};
	return (
		<Dialog open onClose={onClose} title={t("report.versions")} width="large" readable>
			<form
				className={styles.give}
				onSubmit={(event) => {
					event.preventDefault();
					if (name.trim() !== "") void give();
				}}
			>
				<Field label={t("report.versionName")} value={name} onChange={setName} itemless />
				<Button kind="primary" type="submit" disabled={name.trim() === ""}>
					{t("report.nameVersion")}
				</Button>
			</form>
			{versions.isError && <ErrorNote title={t("report.couldNotLoad")} error={versions.error} />}
			{known.length === 0 ? (
				<p className={styles.none}>{t("report.noVersions")}</p>
			) : (
				<>
					<div className={styles.choice}>
						<Select name={t("report.compareFrom")} value={old} options={options} onChange={setLeft} />
						<span aria-hidden>→</span>
						<Select name={t("report.compareTo")} value={right} options={options} onChange={setRight} />
						{chosen && (
							<Button onClick={() => void restoreVersion(discovery, report, chosen.id, chosen.name)}>
								{t("report.restore", { name: chosen.name })}
							</Button>
						)}
					</div>
					<Differences report={report} old={old} now={right} />
				</>
			)}
		</Dialog>
	);
}

function Differences({ report, old, now }: { report: string; old: string; now: string }) {
	const t = useWords();
	const id = (of: string) => (of === NOW ? null : of);
	const { data, error } = useQuery(reportCompareQuery(report, id(old), id(now)));
	if (error) return <ErrorNote title={t("report.couldNotCompare")} error={error} />;
	if (!data) return <LoadingMark />;
	if (data.length === 0) return <p className={styles.none}>{t("report.same")}</p>;
	return (
		<ol className={styles.list}>
			{data.map((one) => (
				<li key={one.section}>
					<Changed of={one} />
				</li>
			))}
		</ol>
	);
}

function Changed({ of }: { of: ReportDifference }) {
	const t = useWords();
	return (
		<>
			<h3 className={styles.heading}>
				{of.number} {of.oldTitle !== null && <del>{of.oldTitle}</del>} {of.title}
				<span className={styles.kind}>{t(`report.change.${of.change}`)}</span>
				{of.moved && <span className={styles.kind}>{t("report.change.moved")}</span>}
			</h3>
			<p className={styles.text}>
				{of.runs.map((run, at) => (
					// biome-ignore lint/suspicious/noArrayIndexKey: a run is its place; the list is drawn once.
					<Run key={at} run={run} />
				))}
			</p>
		</>
	);
}

/** Words that stay are shown as far as they are near to what changed. */
const NEAR = 240;

function Run({ run: { kind, text: written } }: { run: DiffRun }) {
	// A citation is read by its label.
	const text = written.replaceAll(/\(factly:\/\/[^)\n]*\)/g, "");
	if (kind === "added") return <ins className={styles.added}>{text}</ins>;
	if (kind === "removed") return <del className={styles.removed}>{text}</del>;
	return text.length > 2 * NEAR ? `${text.slice(0, NEAR)} … ${text.slice(-NEAR)}` : text;
}
