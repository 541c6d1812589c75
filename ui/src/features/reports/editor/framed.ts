/** A body as it is stored and as it is written: the empty lines around it belong to the report's Markdown. */

interface Framed {
	before: string;
	text: string;
	after: string;
	/** The line end. A text with mixed ends is cut at "\n", and the rest stays as it is. */
	lineEnd: "\n" | "\r\n";
}

export function framed(body: string): Framed {
	const before = /^(?:\r?\n)*/.exec(body)?.[0] ?? "";
	const rest = body.slice(before.length);
	const after = /(?:\r?\n)*$/.exec(rest)?.[0] ?? "";
	const isWindows = /\r\n/.test(body) && !/(?:^|[^\r])\n|\r(?!\n)/.test(body);
	return { before, text: rest.slice(0, rest.length - after.length), after, lineEnd: isWindows ? "\r\n" : "\n" };
}

/** The body again, with other words in its frame. */
export const inFrame = ({ before, after }: Framed, text: string): string => before + text + after;

/** An offset of the body in the text, where a line end counts as one. */
export function placeIn({ before, text, lineEnd }: Framed, at: number): number {
	const within = Math.min(Math.max(0, at - before.length), text.length);
	if (lineEnd === "\n") return within;
	return within - (text.slice(0, within).match(/\r\n/g)?.length ?? 0);
}
