import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useId, useState } from "react";
import { Button } from "../../components/Button";
import { Dialog } from "../../components/Dialog";
import { ErrorNote } from "../../components/ErrorNote";
import { ProgressBar } from "../../components/ProgressBar";
import { Select } from "../../components/Select";
import { SimilarItem, SimilarItems } from "../../components/SimilarItems";
import { useTranslateMessage } from "../../i18n/backendMessages";
import { percent } from "../../i18n/format";
import { useWords } from "../../i18n/useWords";
import type { DuplicateGroup, IngestEvent, Kind } from "../../ipc/bindings";
import type { Label } from "../../ipc/label";
import { duplicateGroupsQuery } from "../../ipc/pipelineQueries";
import { discoveryQuery } from "../../ipc/queries";
import { deleteCards, keepVariants, mergeCards } from "../../shared/cards/actions";
import { kindOf, kinds } from "../../shared/cards/kinds";
import { showInput } from "../../shared/inputs/addResults";
import styles from "./DuplicateScan.module.css";

interface DuplicateScanProps {
	discovery: string;
	first: Kind;
	onClose: () => void;
}

/** The cards of a column that say the same, group by group: which one to keep, and the rest merged into it. */
export function DuplicateScan({ discovery, first, onClose }: DuplicateScanProps) {
	const t = useWords();
	const [kind, setKind] = useState(first);
	const [passed, setPassed] = useState<ReadonlySet<string>>(new Set());
	const client = useQueryClient();
	const [progress, setProgress] = useState<IngestEvent | null>(null);
	const query = duplicateGroupsQuery(discovery, kind, setProgress);
	const scan = useQuery(query);
	const groups = scan.data?.groups.filter((group) => !passed.has(nameOf(group))) ?? [];
	return (
		<Dialog open onClose={onClose} title={t("pipeline.scanTitle")} width="wide">
			<div>
				<Select
					name={t("pipeline.column")}
					value={kind}
					options={kinds.map((one) => ({ value: one, words: t(`pipeline.kind.${one}`) }))}
					onChange={setKind}
				/>
			</div>
			{scan.isError && <ErrorNote error={scan.error} onRetry={() => void scan.refetch()} />}
			{scan.isFetching && (
				<div className={styles.scanning} role="status">
					<ProgressBar label={t("pipeline.scanning")} done={progress?.done ?? 0} total={progress?.total ?? 0} />
					<Button onClick={() => void client.cancelQueries({ queryKey: query.queryKey })}>{t("task.cancel")}</Button>
				</div>
			)}
			{scan.isPending && !scan.isFetching && (
				<div>
					<Button onClick={() => void scan.refetch()}>{t("pipeline.scanAgain")}</Button>
				</div>
			)}
			{scan.isSuccess && groups.length === 0 && <p className={styles.muted}>{t("pipeline.noDuplicates")}</p>}
			<ul className={styles.groups}>
				{groups.map((group) => (
					<Group
						key={nameOf(group)}
						discovery={discovery}
						group={group}
						onPass={() => setPassed(new Set([...passed, nameOf(group)]))}
						onDelete={() => void scan.refetch()}
					/>
				))}
			</ul>
		</Dialog>
	);
}

function nameOf({ labels }: DuplicateGroup): string {
	return labels.join(" ");
}

interface GroupProps {
	discovery: string;
	group: DuplicateGroup;
	onPass: () => void;
}

function Group({ onDelete, ...props }: GroupProps & { onDelete: () => void }) {
	const t = useWords();
	const say = useTranslateMessage();
	const { score, reason, labels } = props.group;
	return (
		<li className={styles.group}>
			<p className={styles.muted}>
				{t("pipeline.alike", { score: percent(score) })}: {say(reason)}
			</p>
			{kindOf(labels[0] ?? "") === "input" ? <Inputs {...props} onDelete={onDelete} /> : <Cards {...props} />}
		</li>
	);
}

/** Cards of which one may stand for the others. */
function Cards({ discovery, group, onPass }: GroupProps) {
	const t = useWords();
	const name = useId();
	const [keep, setKeep] = useState<Label>(group.labels[0] ?? "");
	const rest = group.labels.filter((label) => label !== keep);
	return (
		<>
			<fieldset className={styles.choices}>
				<legend className="visually-hidden">{t("pipeline.keepWhich")}</legend>
				{group.labels.map((label, at) => (
					<label key={label} className={styles.choice}>
						<input
							type="radio"
							name={name}
							checked={label === keep}
							onChange={() => setKeep(label)}
							className={styles.radio}
						/>
						<b>{label}</b>
						<span>{group.texts[at]}</span>
					</label>
				))}
			</fieldset>
			<div className={styles.row}>
				<Button onClick={() => void mergeCards(discovery, keep, rest).then((done) => done && onPass())}>
					{t("pipeline.mergeInto", { label: keep })}
				</Button>
				<KeepAll discovery={discovery} group={group} onPass={onPass} />
			</div>
		</>
	);
}

/** Sources are not merged: each stands, or goes with the facts that only it proves. */
function Inputs({ discovery, group, onPass, onDelete }: GroupProps & { onDelete: () => void }) {
	const t = useWords();
	const inputs = useQuery(discoveryQuery(discovery)).data?.inputs ?? [];
	return (
		<>
			<SimilarItems>
				{group.labels.map((label, at) => {
					const id = inputs.find((input) => input.label === label)?.id;
					return (
						<SimilarItem
							key={label}
							words={
								<>
									<b>{label}</b> {group.texts[at]}
								</>
							}
						>
							<Button disabled={id === undefined} onClick={() => id !== undefined && showInput(discovery, id)}>
								{t("inputs.showThis", { label })}
							</Button>
							<Button onClick={() => void deleteCards(discovery, [label]).then((done) => done && onDelete())}>
								{t("pipeline.deleteThis", { label })}
							</Button>
						</SimilarItem>
					);
				})}
			</SimilarItems>
			<p className={styles.muted}>{t("pipeline.deletingInputs")}</p>
			<div className={styles.row}>
				<KeepAll discovery={discovery} group={group} onPass={onPass} />
			</div>
		</>
	);
}

function KeepAll({ discovery, group, onPass }: GroupProps) {
	const t = useWords();
	return (
		<Button kind="quiet" onClick={() => void keepVariants(discovery, group.labels).then((done) => done && onPass())}>
			{t("pipeline.keepAll")}
		</Button>
	);
}
