import type { FindingCode, ImportFinding, ImportPreview, Repair } from "../../ipc/bindings";

/** Obstacles between a file and its import, put in order. Whether it can be imported is the host's to say. */

export interface FaultGroup {
	code: FindingCode;
	/** The repair of all faults of this kind, if the analyst agrees; none: they cannot be imported. */
	choice: string | null;
	/** The repair that can be made instead. */
	otherChoice: string | null;
	findings: readonly ImportFinding[];
}

/** Faults of one kind are decided together. What cannot be imported at all comes first. */
export function groupFaults(findings: readonly ImportFinding[]): FaultGroup[] {
	const codes = [...new Set(findings.map(({ code }) => code))];
	return codes
		.map((code) => {
			const all = findings.filter((finding) => finding.code === code);
			return { code, choice: all[0]?.choice ?? null, otherChoice: all[0]?.otherChoice ?? null, findings: all };
		})
		.toSorted((a, b) => Number(a.choice !== null) - Number(b.choice !== null));
}

/** The repair chosen for each kind of fault that was decided. */
export type ChosenRepairs = ReadonlyMap<FindingCode, Repair>;

/** The reason that Import cannot be pressed; none when it can. */
export type Obstacle = "blocked" | "undecided" | "nothing";

export function importObstacle(preview: ImportPreview, agreed: Pick<ChosenRepairs, "has">): Obstacle | null {
	if (!preview.canApply) return "blocked";
	if (preview.discoveries.length === 0) return "nothing";
	const isOpen = ({ code, choice }: ImportFinding) => choice !== null && !agreed.has(code);
	return preview.findings.some(isOpen) ? "undecided" : null;
}
