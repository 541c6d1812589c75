import type { Kind } from "../../ipc/bindings";
import type { Label } from "../../ipc/label";
import { selectLinked } from "../../shared/cards/cardSelection";
import { MakeForm } from "../../shared/cards/MakeForm";
import { usePipeline } from "../../shared/cards/state";
import styles from "./Composer.module.css";

interface ComposerProps {
	discovery: string;
	kind: Exclude<Kind, "input">;
}

/** A new card, written at the head of its column; linked to the cards that were selected in the column before. */
export function Composer({ discovery, kind }: ComposerProps) {
	const close = () => usePipeline.setState({ composing: null });
	const onMade = (label: Label) => {
		close();
		// An active search would hide it.
		usePipeline.getState().clearFilters();
		selectLinked(label, "pipeline");
	};
	const from = usePipeline((now) => now.picked.selected);
	return (
		<MakeForm
			discovery={discovery}
			kind={kind}
			from={[...from]}
			onMade={onMade}
			onLeave={close}
			className={styles.composer}
		/>
	);
}
