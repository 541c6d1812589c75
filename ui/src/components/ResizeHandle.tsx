import type { KeyboardEvent, PointerEvent } from "react";
import { limits, type PanelId, usePanels, widthOf } from "../state/panels";
import styles from "./ResizeHandle.module.css";

interface ResizeHandleProps {
	panel: PanelId;
	name: string;
}

const STEP = 16;

/** The edge between a side panel and the view: dragged, or moved with the arrow keys. */
export function ResizeHandle({ panel, name }: ResizeHandleProps) {
	const width = usePanels((panels) => widthOf(panels, panel));
	const resize = usePanels((panels) => panels.resize);
	const { min, max, start } = limits[panel];
	const side = panel === "sidebar" || panel === "questions" ? "left" : "right";
	const grows = side === "left" ? 1 : -1;

	const onPointerDown = (event: PointerEvent<HTMLDivElement>) => {
		if (event.button !== 0) return;
		event.currentTarget.setPointerCapture(event.pointerId);
	};
	const onPointerMove = (event: PointerEvent<HTMLDivElement>) => {
		if (!event.currentTarget.hasPointerCapture(event.pointerId)) return;
		const edge = event.currentTarget.parentElement?.getBoundingClientRect();
		if (edge) resize(panel, side === "left" ? event.clientX - edge.left : edge.right - event.clientX);
	};
	const onKeyDown = (event: KeyboardEvent) => {
		const steps = { ArrowLeft: -STEP, ArrowRight: STEP }[event.key];
		if (steps === undefined) return;
		event.preventDefault();
		resize(panel, width + grows * steps);
	};

	return (
		<div
			role="separator"
			tabIndex={0}
			aria-orientation="vertical"
			aria-label={name}
			aria-valuenow={width}
			aria-valuemin={min}
			aria-valuemax={max}
			className={styles.handle}
			data-side={side}
			onPointerDown={onPointerDown}
			onPointerMove={onPointerMove}
			onDoubleClick={() => resize(panel, start)}
			onKeyDown={onKeyDown}
		/>
	);
}
