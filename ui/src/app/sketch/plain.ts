import type { Drawn } from "../picture/tree";

type Attributes = Record<string, string | undefined>;
type Inside = Drawn | false | null;

/** An element of the page; what is not there is left out. */
export function el(tag: string, attributes: Attributes, ...inside: Inside[]): Drawn {
	return svg(tag.toUpperCase(), attributes, ...inside);
}

export function svg(tag: string, attributes: Attributes, ...inside: Inside[]): Drawn {
	const said = Object.entries(attributes).filter((entry): entry is [string, string] => entry[1] !== undefined);
	return [tag, Object.fromEntries(said), ...inside.filter((one) => one !== false && one !== null)];
}
