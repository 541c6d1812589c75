import { type Box, resized, type Sides } from "./box";
import styles from "./ChatPanel.module.css";
import { windowSize } from "./panel";
import { useDrag } from "./useDrag";

const sides: readonly Sides[] = ["n", "s", "e", "w", "ne", "nw", "se", "sw"];

interface EdgesProps {
	box: Box;
	setBox: (box: Box) => void;
}

/** The panel's edges and corners, to resize it by pointer. By key the grip in the header does it. */
export function Edges({ box, setBox }: EdgesProps) {
	return sides.map((side) => <Edge key={side} side={side} box={box} setBox={setBox} />);
}

function Edge({ side, box, setBox }: EdgesProps & { side: Sides }) {
	const drag = useDrag(box, (start, x, y) => setBox(resized(start, side, x, y, windowSize())));
	return <div className={styles.edge} data-side={side} aria-hidden {...drag} />;
}
