import { Choice } from "../../components/Choice";
import { useTranslateMessage } from "../../i18n/backendMessages";
import { number } from "../../i18n/format";
import { useWords } from "../../i18n/useWords";
import type { FindingCode, ImportFinding, Repair } from "../../ipc/bindings";
import styles from "./Faults.module.css";
import { type ChosenRepairs, type FaultGroup, groupFaults } from "./findings";

interface FaultsProps {
	findings: readonly ImportFinding[];
	/** Count of all faults; only the first are listed. */
	total: number;
	agreed: ChosenRepairs;
	onAgree: (code: FindingCode, repair: Repair | null) => void;
}

/** Lists the faults of a file and their locations, and their possible repairs. */
export function Faults({ findings, total, agreed, onAgree }: FaultsProps) {
	const t = useWords();
	return (
		<section className={styles.faults}>
			<h3 className={styles.title}>{t("transfer.faults", { count: total, shown: number(total) })}</h3>
			{total > findings.length && (
				<p className={styles.muted}>{t("transfer.faultsShown", { shown: number(findings.length) })}</p>
			)}
			{groupFaults(findings).map((group) => (
				<Group
					key={group.code}
					group={group}
					agreed={agreed.get(group.code) ?? null}
					onAgree={(repair) => onAgree(group.code, repair)}
				/>
			))}
		</section>
	);
}

interface GroupProps {
	group: FaultGroup;
	agreed: Repair | null;
	onAgree: (repair: Repair | null) => void;
}

function Group({ group: { code, choice, otherChoice, findings }, agreed, onAgree }: GroupProps) {
	const t = useWords();
	const say = useTranslateMessage();
	const effect = (template: string) => say({ template, args: [] });
	const repair = (other: boolean) => onAgree({ code, other });
	return (
		<div className={styles.group} data-grave={choice === null}>
			<ul className={styles.list} data-selectable>
				{findings.map(({ message, line, column, pointer }, index) => (
					// biome-ignore lint/suspicious/noArrayIndexKey: two faults may be the same to the letter, and the list never moves.
					<li key={index}>
						<p>{say(message)}</p>
						<p className={styles.muted}>
							{t("transfer.place", { line: number(line), column: number(column) })}
							{pointer !== "" && <code className={styles.pointer}>{pointer}</code>}
						</p>
					</li>
				))}
			</ul>
			{choice === null && <p className={styles.grave}>{t("transfer.noChoice")}</p>}
			{choice !== null && otherChoice === null && (
				<label className={styles.choice}>
					<input
						type="checkbox"
						checked={agreed !== null}
						onChange={(event) => (event.target.checked ? repair(false) : onAgree(null))}
					/>
					{effect(choice)}
				</label>
			)}
			{choice !== null && otherChoice !== null && (
				<Choice
					name={t("transfer.choose")}
					value={agreed && (agreed.other ? "other" : "first")}
					onChange={(value) => repair(value === "other")}
					options={[
						{ value: "first", words: code === "edited_text" ? t("transfer.editedText.take") : effect(choice) },
						{ value: "other", words: code === "edited_text" ? t("transfer.editedText.leave") : effect(otherChoice) },
					]}
				/>
			)}
		</div>
	);
}
