import type {
	Report,
	ReportCitation,
	ReportExport,
	ReportSection,
	ReportSuggestion,
	ReportSummary,
	ReportSupport,
} from "../bindings";
import { fault, type Notify } from "./reply";

/**
 * A report on paper, to be looked at and written in: its sections keep what they are given and no more. Moving, checking
 * and undoing are the host's, and tested in the real window.
 */

const CITES = /\[([IFNRO]-\d+)\]/g;

const citationsIn = (body: string): ReportCitation[] =>
	[...new Set([...body.matchAll(CITES)].map((match) => match[1] ?? ""))].map((label) => ({
		label,
		stale: label === "F-2" ? "superseded" : label === "F-99" ? "gone" : null,
	}));

function section(id: string, number: string, title: string, bodyMd: string, appendix = false): ReportSection {
	const depth = number.split(".").length;
	return { id, number, depth, title, bodyMd, appendix, citations: citationsIn(bodyMd) };
}

const COSTS = `
The wall costs **€2 m** [F-1](factly://fact/1), and the _culvert_ less than that [F-2]. Nobody asked the farms.

### What is left open

- The price of the ground
- \`pumps\`, see [the offer](https://example.org/offer)
  - a second one

| part | cost |
|---|---:|
| wall | €2 m [F-1] |
| culvert | €300,000 |

> It is to be built before the winter.

`;

const few = (): ReportSection[] => [
	section("s1", "1", "Costs", COSTS),
	section("s2", "1.1", "Ground", "\nNothing is known of the ground [F-99].\n"),
	section("s3", "2", "Donaudampfschifffahrtsgesellschaftskapitänswitwenrente und was aus ihr folgt", "\n"),
	section("s4", "A", "Sources", "\n1. The offer of May [I-1]\n", true),
];

/** Ten thousand of them, ten under each of a thousand. */
const many = (): ReportSection[] =>
	Array.from({ length: 10_000 }, (_, at) => {
		const number = at % 10 === 0 ? `${at / 10 + 1}` : `${Math.floor(at / 10) + 1}.${at % 10}`;
		return section(`m${at}`, number, `Part ${at + 1}`, `\nThe wall has ${at} stones.\n`);
	});

export function reportHandlers(scenario: string, notify: Notify) {
	const has = scenario !== "empty" && scenario !== "damaged";
	let sections = scenario === "large" ? many() : has ? few() : [];
	const report = (): Report => ({
		id: "report",
		label: "O-1",
		title: "Flood wall",
		sections,
		applyAtOnce: false,
		suggestions: 0,
	});
	const change = (id: string, what: Partial<ReportSection>) => {
		sections = sections.map((one) => {
			const next = { ...one, ...what };
			return one.id === id ? { ...next, citations: citationsIn(next.bodyMd) } : one;
		});
		notify(null, "reports");
	};
	const none = (): never => {
		throw fault("not_found", "There is no such report.");
	};
	const given = <T>(value: T | null): value is T => value !== null;
	return {
		reportList: (): ReportSummary[] =>
			has
				? [
						{
							id: "report",
							label: "O-1",
							title: "Flood wall",
							sections: sections.length,
							words: 62,
							stale: 2,
							suggestions: 0,
						},
					]
				: [],
		reportShow: report,
		reportCreate: (): Report => {
			throw fault("refused", "There is no recommendation to report on.");
		},
		reportCall: ({ tool, given: args }: { tool: string; given: string }): Report => {
			const { section: id, title } = JSON.parse(args) as { section?: string; title?: string };
			if (tool === "rename_section" && id && title) change(id, { title });
			else if (tool === "delete_section") sections = sections.filter((one) => one.id !== id);
			notify(null, "reports");
			return report();
		},
		reportUpdate: (of: { section: string; title: string | null; bodyMd: string | null }): null => {
			const { section: id, title, bodyMd } = of;
			change(id, { ...(given(title) ? { title } : {}), ...(given(bodyMd) ? { bodyMd } : {}) });
			return null;
		},
		reportSupport: ({ section: id }: { section: string }): ReportSupport => {
			const bodyMd = sections.find((one) => one.id === id)?.bodyMd ?? "";
			return { bodyMd, ...(id === "s1" ? supported(bodyMd) : { sentences: [], cited: [] }) };
		},
		reportCitation: ({ label }: { label: string }): string => `[${label}](factly://fact/${label})`,
		reportVersions: () => [{ id: "v1", name: "Before the meeting", madeAt: Date.UTC(2026, 10, 20) }],
		reportNameVersion: ({ name }: { name: string }) => ({ id: "v2", name, madeAt: Date.UTC(2026, 10, 21) }),
		reportCompare: () => [
			{
				section: "s1",
				number: "1",
				title: "Costs",
				oldTitle: "Prices",
				change: "changed" as const,
				moved: true,
				runs: [
					{ kind: "same" as const, text: "The wall costs " },
					{ kind: "removed" as const, text: "€1 m" },
					{ kind: "added" as const, text: "€2 m" },
					{ kind: "same" as const, text: "." },
				],
			},
		],
		reportRestore: (): null => null,
		reportChooseExport: (): string | null => null,
		reportExport: (): ReportExport => ({ stale: 0, missingImages: [] }),
		reportSuggestions: (): ReportSuggestion[] => [],
		reportSuggestionAccept: none,
		reportSuggestionReject: none,
		reportSuggestionEdit: none,
		reportApplyAtOnce: none,
		reportConversation: none,
	};
}

function supported(body: string): Omit<ReportSupport, "bodyMd"> {
	const at = (words: string) => ({
		start: body.indexOf(words),
		end: body.indexOf(words) + words.length,
		text: words.replaceAll(/\*\*|_|\[.*?\](\(.*?\))?/g, ""),
	});
	return {
		sentences: [
			{
				...at("The wall costs **€2 m** [F-1](factly://fact/1), and the _culvert_ less than that [F-2]."),
				cites: ["F-1", "F-2"],
				missing: [],
			},
			{ ...at("Nobody asked the farms."), cites: [], missing: [] },
			{ ...at("wall | €2 m [F-1]"), cites: ["F-1"], missing: [{ kind: "money", text: "€2 m" }] },
		],
		cited: [
			{
				label: "F-1",
				text: "The wall costs €2 million.",
				stale: null,
				quotes: [{ text: "The wall will cost two million euros.", input: "I-1", inputTitle: "Offer of May" }],
			},
			{ label: "F-2", text: "The culvert costs €300,000.", stale: "superseded", quotes: [] },
		],
	};
}
