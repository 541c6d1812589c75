/**
 * What stands in the document, as data: a text, or an element as its tag, its attributes and what is in it. It is drawn
 * again element by element, so that nothing in it is ever read as markup.
 */
export type Drawn = string | [tag: string, attributes: Record<string, string>, ...inside: Drawn[]];

/** What a picture may look different by; nothing that fetches, acts or is found. */
const looks =
	/^(class|style|dir|lang|hidden|disabled|role|type|value|checked|placeholder|rows|cols|size|open|viewBox|preserveAspectRatio|d|x|y|x1|x2|y1|y2|cx|cy|r|rx|ry|width|height|points|transform|fill|stroke|stroke-.+|data-.+|aria-(?!label$|labelledby$|describedby$|controls$|owns$).+|id)$/;
const SVG = "http://www.w3.org/2000/svg";

export function take(node: Node): Drawn | null {
	if (node instanceof Text) return node.data;
	if (!(node instanceof Element) || node.matches("script, style, link, iframe")) return null;
	const attributes: Record<string, string> = {};
	for (const { name, value } of node.attributes) if (looks.test(name)) attributes[name] = value;
	if (node instanceof HTMLInputElement) {
		attributes.value = node.value;
		if (node.checked) attributes.checked = "";
	}
	const inside = [...node.childNodes].map(take).filter((child) => child !== null);
	return [node.tagName, attributes, ...inside];
}

export function draw(drawn: Drawn): Node {
	if (typeof drawn === "string") return document.createTextNode(drawn);
	const [tag, attributes, ...inside] = drawn;
	const element = document.createElementNS(
		tag === tag.toLowerCase() ? SVG : "http://www.w3.org/1999/xhtml",
		tag.toLowerCase(),
	);
	for (const [name, value] of Object.entries(attributes)) {
		// An attribute of this name is refused by the window's policy; the same through the object is not.
		if (name === "style") (element as HTMLElement).style.cssText = value;
		else if (looks.test(name)) element.setAttribute(name, value);
	}
	element.append(...inside.map(draw));
	return element;
}
