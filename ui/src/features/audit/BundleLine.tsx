import { useWords } from "../../i18n/useWords";
import type { BundleRow } from "../../ipc/bindings";
import styles from "./BundleList.module.css";
import { RunMark } from "./RunMark";

interface BundleLineProps {
	row: BundleRow;
	open: boolean;
	onOpen: () => void;
}

export function BundleLine({ row, open, onOpen }: BundleLineProps) {
	const t = useWords();
	const { inputLabel, inputTitle, part, parts, sha256, run } = row;
	return (
		<button type="button" className={styles.line} aria-current={open} onClick={onOpen}>
			<span className={styles.title}>
				{inputLabel} {inputTitle}
			</span>
			<RunMark run={run} />
			<span className={styles.small}>{t("audit.part", { part, parts })}</span>
			<span className={styles.hash}>{sha256.slice(0, 8)}</span>
		</button>
	);
}
