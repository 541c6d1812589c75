/** The course of the lines between two neighbouring columns: pure geometry, in pixels from the top of the gap. */

export interface PlacedCard {
	label: string;
	/** The middle of the card. */
	y: number;
	upLabels: readonly string[];
	/** Links to the column before and to the one behind, in view or not. */
	up: number;
	down: number;
}

export interface Line {
	from: string;
	to: string;
	y1: number;
	y2: number;
}

export interface Lines {
	lines: Line[];
	/** Cards with links to what is not in view: a short stroke at their edge says so. */
	leftStubs: { label: string; y: number }[];
	rightStubs: { label: string; y: number }[];
}

export function linesBetween(left: readonly PlacedCard[], right: readonly PlacedCard[]): Lines {
	const topByLabel = new Map(left.map(({ label, y }) => [label, y]));
	const drawnFrom = new Map<string, number>();
	const lines: Line[] = [];
	const rightStubs: Lines["rightStubs"] = [];
	for (const { label, y, upLabels, up } of right) {
		let drawn = 0;
		for (const from of upLabels) {
			const y1 = topByLabel.get(from);
			if (y1 === undefined) continue;
			lines.push({ from, to: label, y1, y2: y });
			drawnFrom.set(from, (drawnFrom.get(from) ?? 0) + 1);
			drawn++;
		}
		if (up > drawn) rightStubs.push({ label, y });
	}
	const leftStubs = left
		.filter(({ label, down }) => down > (drawnFrom.get(label) ?? 0))
		.map(({ label, y }) => ({ label, y }));
	return { lines, leftStubs, rightStubs };
}

type Pen = Pick<CanvasRenderingContext2D, "moveTo" | "bezierCurveTo" | "lineTo">;

/** A level start, a level end, and one bend between them. */
export function drawLine(pen: Pen, { y1, y2 }: Pick<Line, "y1" | "y2">, width: number): void {
	pen.moveTo(0, y1);
	pen.bezierCurveTo(width / 2, y1, width / 2, y2, width, y2);
}
