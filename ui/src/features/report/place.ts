import type { ReportSection } from "../../ipc/bindings";

/** Where a section may go from where it is, as arguments of `move_section`; none where it cannot go there. */

type Move = { before: string } | { after: string } | { parent: string };

/** The sections of the same parent, in order. */
function siblings(sections: readonly ReportSection[], at: number): number[] {
	const { depth } = sections[at] as ReportSection;
	const found: number[] = [];
	for (let i = at; i >= 0; i--) {
		const section = sections[i] as ReportSection;
		if (section.depth < depth) break;
		if (section.depth === depth) found.unshift(i);
	}
	for (let i = at + 1; i < sections.length; i++) {
		const section = sections[i] as ReportSection;
		if (section.depth < depth) break;
		if (section.depth === depth) found.push(i);
	}
	return found;
}

function beside(sections: readonly ReportSection[], id: string, step: 1 | -1): string | null {
	const at = sections.findIndex((section) => section.id === id);
	if (at < 0) return null;
	const found = siblings(sections, at);
	const next = found[found.indexOf(at) + step];
	return next === undefined ? null : (sections[next]?.id ?? null);
}

export function up(sections: readonly ReportSection[], id: string): Move | null {
	const before = beside(sections, id, -1);
	return before === null ? null : { before };
}

export function down(sections: readonly ReportSection[], id: string): Move | null {
	const after = beside(sections, id, 1);
	return after === null ? null : { after };
}

/** Under the section before it, last. */
export function indent(sections: readonly ReportSection[], id: string): Move | null {
	const parent = beside(sections, id, -1);
	return parent === null ? null : { parent };
}

/** Right after what it stands under. */
export function outdent(sections: readonly ReportSection[], id: string): Move | null {
	const at = sections.findIndex((section) => section.id === id);
	const depth = sections[at]?.depth ?? 1;
	const parent = sections.slice(0, at).findLast((section) => section.depth < depth);
	return parent === undefined ? null : { after: parent.id };
}
