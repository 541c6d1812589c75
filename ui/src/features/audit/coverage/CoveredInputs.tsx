import { Button } from "../../../components/Button";
import { VirtualList } from "../../../components/VirtualList";
import { number, percent } from "../../../i18n/format";
import { useWords } from "../../../i18n/useWords";
import type { Coverage } from "../../../ipc/bindings";
import { retryFailedRuns } from "../../../shared/runs/actions";
import styles from "./Coverage.module.css";
import { charsOf, classes } from "./classes";

interface CoveredInputsProps {
	all: readonly Coverage[];
	open: string;
	onOpen: (input: string) => void;
	discovery: string;
}

/** The Inputs, each with its shares as a bar. */
export function CoveredInputs({ all, open, onOpen, discovery }: CoveredInputsProps) {
	const t = useWords();
	const unread = all.reduce((sum, { totals }) => sum + totals.pieces - totals.read, 0);
	return (
		<section className={styles.inputs} aria-label={t("coverage.inputs")}>
			<header className={styles.head}>
				<p>{t("coverage.text")}</p>
				{unread > 0 && (
					<Button onClick={() => void retryFailedRuns(discovery)}>
						{t("coverage.readAll", { count: unread, shown: number(unread) })}
					</Button>
				)}
			</header>
			<VirtualList
				count={all.length}
				rowHeight={60}
				rowKey={(index) => all[index]?.inputId ?? String(index)}
				render={(index) => {
					const row = all[index];
					return row ? <Line covered={row} open={row.inputId === open} onOpen={() => onOpen(row.inputId)} /> : null;
				}}
			/>
		</section>
	);
}

function Line({ covered, open, onOpen }: { covered: Coverage; open: boolean; onOpen: () => void }) {
	const t = useWords();
	const { label, title, totals } = covered;
	const read = t("coverage.read", { read: number(totals.read), count: totals.pieces, pieces: number(totals.pieces) });
	return (
		<button type="button" className={styles.line} aria-current={open} onClick={onOpen}>
			<span className={styles.title}>
				{label} {title}
			</span>
			<Shares totals={totals} />
			<span className={styles.small}>
				{read}
				{totals.failed > 0 && (
					<span className={styles.failed}> · {t("coverage.failed", { count: totals.failed })}</span>
				)}
			</span>
		</button>
	);
}

/** The shares of the classes side by side, in words for those who do not see them. */
function Shares({ totals }: { totals: Coverage["totals"] }) {
	const t = useWords();
	const chars = charsOf(totals);
	const sum = Math.max(
		1,
		classes.reduce((all, one) => all + chars[one], 0),
	);
	const words = classes.map((one) => `${t(`coverage.class.${one}`)} ${percent(chars[one] / sum)}`).join(", ");
	return (
		<span className={styles.shares} role="img" aria-label={words} title={words}>
			{classes.map((one) =>
				chars[one] === 0 ? null : <span key={one} data-class={one} style={{ flexGrow: chars[one] }} />,
			)}
		</span>
	);
}
