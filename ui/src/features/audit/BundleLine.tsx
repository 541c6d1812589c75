import { dateTime } from "../../i18n/format";
import { useWords } from "../../i18n/useWords";
import type { BundleRow } from "../../ipc/bindings";
import { useBundleName } from "../../shared/facts/origin";
import styles from "./BundleList.module.css";
import { RunMark } from "./RunMark";

interface BundleLineProps {
	row: BundleRow;
	open: boolean;
	onOpen: () => void;
}

export function BundleLine({ row, open, onOpen }: BundleLineProps) {
	const t = useWords();
	const bundleName = useBundleName();
	const { part, parts, sha256, run, turn, createdAt } = row;
	const name = bundleName(row);
	return (
		<button type="button" className={styles.line} aria-current={open} onClick={onOpen}>
			<span className={styles.title} title={name}>
				{name}
			</span>
			<RunMark run={run} />
			<span className={styles.small}>{turn === null ? t("audit.part", { part, parts }) : dateTime(createdAt)}</span>
			<span className={styles.hash}>{sha256.slice(0, 8)}</span>
		</button>
	);
}
