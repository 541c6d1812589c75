import { number } from "../../i18n/format";
import { useWords } from "../../i18n/useWords";
import type { Discovery, InputSummary } from "../../ipc/bindings";
import { useNavigation } from "../../state/navigation";
import styles from "./OverviewView.module.css";

interface InputProgressProps {
	discovery: Discovery;
	inputs: readonly InputSummary[];
}

/** The Inputs, each with how much of what was found in it is decided, and by whom; the one with most to decide first. */
export function InputProgress({ discovery: { id: discovery, accepted, acceptedByRules }, inputs }: InputProgressProps) {
	const t = useWords();
	const show = useNavigation((navigation) => navigation.show);
	const read = useNavigation((navigation) => navigation.read);
	if (inputs.length === 0) return null;
	const acceptedBy = (all: number, rules: number) =>
		t("overview.acceptedBy", { you: number(all - rules), rules: number(rules) });
	const rows = inputs.toSorted((one, other) => other.facts - other.kept - (one.facts - one.kept));
	return (
		<section aria-labelledby="overview-inputs">
			<h2 id="overview-inputs" className={styles.title}>
				{t("overview.inputs")} <span className={styles.count}>{number(inputs.length)}</span>
				{accepted > 0 && <span className={styles.count}> · {acceptedBy(accepted, acceptedByRules)}</span>}
			</h2>
			<ul className={styles.rows}>
				{rows.map(({ id, label, title, facts, kept, keptByRules, failed }) => (
					<li key={id}>
						<button
							type="button"
							className={styles.row}
							onClick={() => {
								read(discovery, id);
								show("source");
							}}
						>
							<span className={styles.label}>{label}</span>
							<span className={styles.text} dir="auto">
								{title}
							</span>
							{failed > 0 && (
								<span className={styles.cause}>{t("overview.unread", { count: failed, shown: number(failed) })}</span>
							)}
							<span className={styles.carried}>
								{facts > 0 && (
									<span className={styles.share} aria-hidden>
										<i style={{ inlineSize: `${(100 * kept) / facts}%` }} />
									</span>
								)}
								{facts === 0
									? t("overview.noFacts")
									: `${acceptedBy(kept, keptByRules)}, ${t("overview.open", { open: number(facts - kept) })}`}
							</span>
						</button>
					</li>
				))}
			</ul>
		</section>
	);
}
