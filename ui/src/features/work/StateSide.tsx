import type { DiscoveryDetail } from "../../ipc/bindings";
import { StatePanel } from "../knowledge/StatePanel";
import { FactsToReview } from "./FactsToReview";
import styles from "./StateSide.module.css";

/** What waits to be decided, and what is known by now of the project or of the one item that is looked at. */
export function StateSide({ detail, item }: { detail: DiscoveryDetail; item: string | null }) {
	return (
		<div className={styles.side}>
			<div className={styles.review}>
				<FactsToReview detail={detail} />
			</div>
			<StatePanel detail={detail} item={item} />
		</div>
	);
}
