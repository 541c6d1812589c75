import type { ReportSection } from "../../ipc/bindings";

/** Positions that a section may go to from where it is, as arguments of `move_section`; none where it cannot go there. */

type Line = Pick<ReportSection, "id" | "depth">;
export type Move = { before: string } | { after: string } | { parent: string } | { parent: string; index: number };

/** The sections of the same parent, in order. */
function siblings(sections: readonly Line[], at: number): number[] {
	const { depth } = sections[at] as Line;
	const found: number[] = [];
	for (let i = at; i >= 0; i--) {
		const section = sections[i] as Line;
		if (section.depth < depth) break;
		if (section.depth === depth) found.unshift(i);
	}
	for (let i = at + 1; i < sections.length; i++) {
		const section = sections[i] as Line;
		if (section.depth < depth) break;
		if (section.depth === depth) found.push(i);
	}
	return found;
}

function siblingAt(sections: readonly Line[], id: string, step: 1 | -1): string | null {
	const at = sections.findIndex((section) => section.id === id);
	if (at < 0) return null;
	const found = siblings(sections, at);
	const next = found[found.indexOf(at) + step];
	return next === undefined ? null : (sections[next]?.id ?? null);
}

export function moveUp(sections: readonly Line[], id: string): Move | null {
	const before = siblingAt(sections, id, -1);
	return before === null ? null : { before };
}

export function moveDown(sections: readonly Line[], id: string): Move | null {
	const after = siblingAt(sections, id, 1);
	return after === null ? null : { after };
}

/** Under the section before it, last. */
export function indent(sections: readonly Line[], id: string): Move | null {
	const parent = siblingAt(sections, id, -1);
	return parent === null ? null : { parent };
}

/** Right after what it stands under. */
export function outdent(sections: readonly Line[], id: string): Move | null {
	const at = sections.findIndex((section) => section.id === id);
	const depth = sections[at]?.depth ?? 1;
	const parent = sections.slice(0, at).findLast((section) => section.depth < depth);
	return parent === undefined ? null : { after: parent.id };
}

/** A gap in the outline that a section is let go over: under which line it comes, and how deep. */
export interface Gap {
	/** The line above the gap; none at the top. */
	above: string | null;
	depth: number;
}

/** The lines without a section and what stands under it. */
export function withoutSection<L extends Line>(sections: readonly L[], id: string): L[] {
	const at = sections.findIndex((section) => section.id === id);
	const depth = sections[at]?.depth ?? 0;
	const end = sections.findIndex((section, i) => i > at && section.depth <= depth);
	return at < 0 ? [...sections] : [...sections.slice(0, at), ...(end < 0 ? [] : sections.slice(end))];
}

/** The gap under a line of `rest`, as deep as is wanted and possible there. */
export function gapUnder(rest: readonly Line[], line: number, wanted: number): Gap {
	const above = rest[line];
	if (!above) return { above: null, depth: 1 };
	const least = rest[line + 1]?.depth ?? 1;
	return { above: above.id, depth: Math.min(above.depth + 1, Math.max(least, wanted)) };
}

/** Returns the move of a section into a gap; none where that is where it is. */
export function moveIntoGap(sections: readonly Line[], id: string, { above, depth }: Gap): Move | null {
	const rest = withoutSection(sections, id);
	const at = rest.findIndex((section) => section.id === above);
	const line = rest[at];
	const was = sections.findIndex((section) => section.id === id);
	if (sections[was]?.depth === depth && (rest[was - 1]?.id ?? null) === above) return null;
	if (!line) return rest[0] ? { before: rest[0].id } : null;
	if (depth > line.depth) return { parent: line.id, index: 0 };
	const sibling = rest.slice(0, at + 1).findLast((section) => section.depth === depth);
	return sibling ? { after: sibling.id } : null;
}

/** Without what stands under a folded section. */
export function visibleSections(
	sections: readonly ReportSection[],
	folded: ReadonlySet<string>,
): readonly ReportSection[] {
	if (folded.size === 0) return sections;
	let under = Number.POSITIVE_INFINITY;
	return sections.filter(({ id, depth }) => {
		if (depth > under) return false;
		under = folded.has(id) ? depth : Number.POSITIVE_INFINITY;
		return true;
	});
}
