import { useWords } from "../../i18n/useWords";
import type { DiscoveryDetail, ScopeItem } from "../../ipc/bindings";
import { StatePanel } from "../../shared/knowledge/StatePanel";
import { FactsToReview } from "./FactsToReview";
import styles from "./StateSide.module.css";

/** Each is read and drawn by itself; nobody compares more side by side. */
const MOST_ITEMS = 12;

interface StateSideProps {
	detail: DiscoveryDetail;
	/** The items looked at; none is the whole project. */
	items: readonly ScopeItem[];
}

/** Shows the decisions that wait, and the present knowledge of the project, or of each item that is looked at. */
export function StateSide({ detail, items }: StateSideProps) {
	const t = useWords();
	const rest = items.length - MOST_ITEMS;
	return (
		<div className={styles.side}>
			<div className={styles.review}>
				<FactsToReview detail={detail} items={items} />
			</div>
			{items.length === 0 && <StatePanel detail={detail} item={null} />}
			{items.slice(0, MOST_ITEMS).map((item) => (
				<StatePanel key={item.id} detail={detail} item={item} />
			))}
			{rest > 0 && <p className={styles.rest}>{t("work.moreStates", { count: rest })}</p>}
		</div>
	);
}
