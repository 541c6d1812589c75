import { Progress } from "@base-ui/react/progress";
import styles from "./ProgressBar.module.css";

interface ProgressBarProps {
	label: string;
	done: number;
	/** 0 while it is not known yet. */
	total: number;
}

export function ProgressBar({ label, done, total }: ProgressBarProps) {
	return (
		<Progress.Root className={styles.root} value={total > 0 ? done : null} max={Math.max(total, 1)}>
			<Progress.Label className={styles.label}>{label}</Progress.Label>
			<Progress.Track className={styles.track}>
				<Progress.Indicator className={styles.indicator} />
			</Progress.Track>
		</Progress.Root>
	);
}
