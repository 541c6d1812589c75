import { StatePanel } from "../../shared/knowledge/StatePanel";
import type { ViewProps } from "../../state/navigation";
import { KeyProposals } from "./KeyProposals";
import styles from "./KnownView.module.css";

/** Shows the state that follows from the accepted facts, with room to read it. */
export default function KnownView({ detail }: ViewProps) {
	return (
		<div className={styles.page}>
			<KeyProposals discovery={detail.discovery.id} />
			<StatePanel detail={detail} item={null} />
		</div>
	);
}
