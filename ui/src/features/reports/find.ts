import type { BodyPlace, ReportBody, ReportSection } from "../../ipc/bindings";

/** A range in the bodies of a report, in UTF-16 units. */
export type BodyRange = Pick<BodyPlace, "section" | "from" | "to">;

/** The section that is read and written. */
export type OpenSection = ReportSection & ReportBody;

/** The range after or before another, and round from the end; the first behind a section's beginning where there is none. */
export function nextRange<P extends BodyRange>(
	ranges: readonly P[],
	at: BodyRange | null,
	step: 1 | -1,
	order: readonly string[],
	section: string,
): P | null {
	if (ranges.length === 0) return null;
	const now = at === null ? -1 : ranges.findIndex((one) => isSameRange(one, at));
	if (now >= 0) return ranges[(now + step + ranges.length) % ranges.length] ?? null;
	const from = order.indexOf(at?.section ?? section);
	const rank = (range: BodyRange) => order.indexOf(range.section);
	const isAhead = (range: BodyRange) => rank(range) > from || (rank(range) === from && range.from >= (at?.from ?? 0));
	return (
		(step === 1 ? ranges.find(isAhead) : ranges.findLast((range) => !isAhead(range))) ??
		ranges.at(step === 1 ? 0 : -1) ??
		null
	);
}

export const isSameRange = (one: BodyRange, other: BodyRange) =>
	one.section === other.section && one.from === other.from && one.to === other.to;

/** As the host counts them. */
export const wordCount = (text: string) => text.split(/\s+/u).filter(Boolean).length;
