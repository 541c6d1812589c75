import { useLocationDetails } from "../../components/location";
import type { LibraryHit, MarkedWords } from "../../ipc/bindings";
import styles from "./SearchDialog.module.css";
import { useDiscoveryTitle } from "./state";

interface HitProps {
	rowId: string;
	hit: LibraryHit;
	selected: boolean;
	onOpen: () => void;
}

/** A hit: what it is, where, and its words with those marked that were looked for. */
export function Hit({ rowId, hit, selected, onOpen }: HitProps) {
	const everywhere = useDiscoveryTitle();
	const where = useLocationDetails()(hit.place);
	return (
		<div
			id={rowId}
			role="option"
			tabIndex={-1}
			aria-selected={selected}
			className={styles.hit}
			ref={selected ? (row) => row?.scrollIntoView({ block: "nearest" }) : undefined}
			onClick={onOpen}
			onKeyDown={undefined}
		>
			<div className={styles.about}>
				{hit.label !== "" && <span className={styles.label}>{hit.label}</span>}
				{hit.title !== "" && <span className={styles.name}>{hit.title}</span>}
				{where.length > 0 && <span className={styles.at}>{where.join(" · ")}</span>}
				{everywhere && <span className={styles.discovery}>{hit.discoveryTitle}</span>}
			</div>
			<div className={styles.excerpt} dir="auto">
				<Marked text={hit.excerpt} marks={hit.marks} />
			</div>
		</div>
	);
}

function Marked({ text, marks }: { text: string; marks: readonly MarkedWords[] }) {
	const runs: { key: string; words: string; marked: boolean }[] = [];
	let at = 0;
	const add = (end: number, marked: boolean) => {
		if (end > at) runs.push({ key: `${at}`, words: text.slice(at, end), marked });
		at = Math.max(at, end);
	};
	for (const { start, end } of marks) {
		add(start, false);
		add(end, true);
	}
	add(text.length, false);
	return runs.map(({ key, words, marked }) =>
		marked ? <mark key={key}>{words}</mark> : <span key={key}>{words}</span>,
	);
}
