import { useId } from "react";
import { Button } from "../../components/Button";
import { Dialog } from "../../components/Dialog";
import { useTranslateMessage } from "../../i18n/backendMessages";
import { number } from "../../i18n/format";
import { useWords } from "../../i18n/useWords";
import type { PackCheck, PackProblem } from "../../ipc/bindings";
import { usePackCheck } from "../../shared/discoveries/pack";
import styles from "./PackCheckDialog.module.css";

/** Shows the verdict on a pack: whole, or which entry and which fact of it are not what they were. */
export default function PackCheckDialog({ report }: { report: PackCheck }) {
	const t = useWords();
	const verdict = useId();
	const close = () => usePackCheck.setState({ report: null });
	const { title, path, seal, bundles, facts, quotes, problems, problemsTotal } = report;
	const isWhole = problemsTotal === 0;
	const list = [
		t("audit.bundleTotal", { count: bundles, shown: number(bundles) }),
		t("facts.total", { count: facts, shown: number(facts) }),
		t("pack.quotes", { count: quotes, shown: number(quotes) }),
	].join(", ");
	return (
		<Dialog
			open
			onClose={close}
			title={t("pack.checked")}
			width="wide"
			actions={<Button onClick={close}>{t("app.close")}</Button>}
		>
			<p id={verdict} className={styles.verdict} data-whole={isWhole}>
				{isWhole
					? `✓ ${t("pack.whole", { title, list })}`
					: `! ${t("pack.broken", { count: problemsTotal, shown: number(problemsTotal) })}`}
			</p>
			{!isWhole && (
				// biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, and has to take the keys that scroll it.
				<div role="region" aria-labelledby={verdict} tabIndex={0} className={styles.problems}>
					<ul data-selectable>
						{problems.map((problem) => (
							<Problem key={JSON.stringify(problem)} {...problem} />
						))}
					</ul>
				</div>
			)}
			{problemsTotal > problems.length && <p>{t("pack.more", { count: problemsTotal - problems.length })}</p>}
			<dl className={styles.about} data-selectable>
				<dt>{t("pack.file")}</dt>
				<dd>{path}</dd>
				{seal !== null && (
					<>
						<dt>{t("pack.sealName")}</dt>
						<dd>
							<code>{seal}</code>
						</dd>
					</>
				)}
			</dl>
			<p className={styles.note}>{t("pack.note")}</p>
		</Dialog>
	);
}

function Problem({ entry, fact, message }: PackProblem) {
	const t = useWords();
	const say = useTranslateMessage();
	return (
		<li>
			<strong>{entry ?? t("pack.theZip")}</strong> {fact !== null && <span className={styles.fact}>{fact}</span>}{" "}
			{say(message)}
		</li>
	);
}
