import type { MouseEvent } from "react";
import type { SourceMark } from "../../ipc/bindings";
import styles from "./FactStrip.module.css";
import { blockAt, STEPS, stripMarks } from "./strip";

interface FactStripProps {
	marks: readonly SourceMark[];
	tops: readonly number[];
	onJump: (block: number) => void;
}

/**
 * A mark for each fact along the whole text, for the pointer and the eye. The keys [ and ] go the same ways, so it is
 * hidden from screen readers.
 */
export function FactStrip({ marks, tops, onJump }: FactStripProps) {
	const jump = (event: MouseEvent<SVGSVGElement>) => {
		const box = event.currentTarget.getBoundingClientRect();
		onJump(blockAt((event.clientY - box.top) / box.height, tops));
	};
	return (
		<svg
			className={styles.strip}
			viewBox={`0 0 8 ${STEPS}`}
			preserveAspectRatio="none"
			aria-hidden="true"
			onClick={jump}
		>
			{Object.entries(stripMarks(marks, tops)).map(([tone, steps]) => (
				<path key={tone} data-tone={tone} className={styles.marks} d={steps.map((y) => `M1 ${y + 0.5}H7`).join("")} />
			))}
		</svg>
	);
}
