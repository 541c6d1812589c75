import { drawLine, type Lines, linesBetween, type PlacedCard } from "./lines";

/** The lines in the gap between two columns, on a canvas as high as they are. */

export interface Ink {
	plain: string;
	strong: string;
	faded: string;
}

const STUB = 6;

export class Gap {
	readonly #canvas: HTMLCanvasElement;
	readonly #pen: CanvasRenderingContext2D | null;
	#width = 0;
	#height = 0;
	/** The content of the canvas, so that the same is not drawn again: a canvas is painted whole. */
	#drawn = "";

	constructor(canvas: HTMLCanvasElement) {
		this.#canvas = canvas;
		this.#pen = canvas.getContext("2d");
	}

	resize(width: number, height: number): void {
		const ratio = window.devicePixelRatio;
		this.#width = width;
		this.#height = height;
		this.#canvas.width = Math.round(width * ratio);
		this.#canvas.height = Math.round(height * ratio);
		this.#pen?.setTransform(ratio, 0, 0, ratio, 0, 0);
		// Another size empties it.
		this.#drawn = "";
	}

	draw(left: readonly PlacedCard[], right: readonly PlacedCard[], traced: ReadonlySet<string> | null, ink: Ink): void {
		const pen = this.#pen;
		if (!pen) return;
		const { lines, leftStubs, rightStubs } = linesBetween(left, right);
		const isTraced = ({ from, to }: Lines["lines"][number]) => traced === null || (traced.has(from) && traced.has(to));
		const standing = lines.filter(isTraced);
		const resting = lines.filter((line) => !isTraced(line));
		const drawn = JSON.stringify([ink, traced !== null, standing, resting, leftStubs, rightStubs]);
		if (drawn === this.#drawn) return;
		this.#drawn = drawn;
		pen.clearRect(0, 0, this.#width, this.#height);
		this.#stroke(pen, ink.faded, 1, () => {
			for (const line of resting) drawLine(pen, line, this.#width);
			for (const { y } of leftStubs) this.#stub(pen, 0, STUB, y);
			for (const { y } of rightStubs) this.#stub(pen, this.#width - STUB, this.#width, y);
		});
		this.#stroke(pen, traced ? ink.strong : ink.plain, traced ? 1.5 : 1, () => {
			for (const line of standing) drawLine(pen, line, this.#width);
		});
	}

	#stub(pen: CanvasRenderingContext2D, from: number, to: number, y: number): void {
		pen.moveTo(from, y);
		pen.lineTo(to, y);
	}

	#stroke(pen: CanvasRenderingContext2D, colour: string, width: number, draw: () => void): void {
		pen.beginPath();
		pen.strokeStyle = colour;
		pen.lineWidth = width;
		draw();
		pen.stroke();
	}
}
