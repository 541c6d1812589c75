import { number } from "../../i18n/format";
import { useWords } from "../../i18n/useWords";
import type { FindingCode, ImportFinding } from "../../ipc/bindings";
import styles from "./Faults.module.css";
import { type FaultGroup, groupFaults } from "./findings";

interface FaultsProps {
	findings: readonly ImportFinding[];
	/** How many there are in all; only the first are listed. */
	total: number;
	agreed: ReadonlySet<FindingCode>;
	onAgree: (code: FindingCode, agreed: boolean) => void;
}

/** What is wrong with a file and where, and what can be done about it. */
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
					agreed={agreed.has(group.code)}
					onAgree={(next) => onAgree(group.code, next)}
				/>
			))}
		</section>
	);
}

interface GroupProps {
	group: FaultGroup;
	agreed: boolean;
	onAgree: (agreed: boolean) => void;
}

function Group({ group: { choice, findings }, agreed, onAgree }: GroupProps) {
	const t = useWords();
	return (
		<div className={styles.group} data-grave={choice === null}>
			<ul className={styles.list} data-selectable>
				{findings.map(({ message, line, column, pointer }, index) => (
					// biome-ignore lint/suspicious/noArrayIndexKey: two faults may be the same to the letter, and the list never moves.
					<li key={index}>
						<p>{message}</p>
						<p className={styles.muted}>
							{t("transfer.place", { line: number(line), column: number(column) })}
							{pointer !== "" && <code className={styles.pointer}>{pointer}</code>}
						</p>
					</li>
				))}
			</ul>
			{choice === null ? (
				<p className={styles.grave}>{t("transfer.noChoice")}</p>
			) : (
				<label className={styles.choice}>
					<input type="checkbox" checked={agreed} onChange={(event) => onAgree(event.target.checked)} />
					{choice}
				</label>
			)}
		</div>
	);
}
