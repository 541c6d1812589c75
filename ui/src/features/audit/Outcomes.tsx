import { VirtualList } from "../../components/VirtualList";
import type { OpOutcome } from "../../ipc/bindings";
import { OutcomeRow } from "./OutcomeRow";
import styles from "./Outcomes.module.css";

/** A hostile answer can hold 100,000 ops: only those in view are drawn. */
export function Outcomes({ outcomes }: { outcomes: readonly OpOutcome[] }) {
	return (
		<div className={styles.outcomes} data-many={outcomes.length > 12}>
			{outcomes.length > 12 ? (
				<VirtualList
					count={outcomes.length}
					rowHeight={64}
					measured
					rowKey={(index) => String(outcomes[index]?.index ?? index)}
					render={(index) => {
						const outcome = outcomes[index];
						return outcome ? <OutcomeRow outcome={outcome} /> : null;
					}}
				/>
			) : (
				outcomes.map((outcome) => <OutcomeRow key={outcome.index} outcome={outcome} />)
			)}
		</div>
	);
}
