import type { ImportFinding } from "../bindings";

/** What is wrong with the files whose name says so. */

export const notJson: ImportFinding = {
	code: "syntax",
	message: "A comma is missing.",
	pointer: "/facts/7",
	line: 212,
	column: 5,
	choice: null,
	otherChoice: null,
};

const deadLink = (line: number, index: number): ImportFinding => ({
	code: "dead_link",
	message: `Insight N-${index + 1} names a fact that is not in the file.`,
	pointer: `/insights/${index}/relatedFacts/0`,
	line,
	column: 9,
	choice: "The link is left out.",
	otherChoice: null,
});

export const mendable: ImportFinding[] = [
	deadLink(14, 0),
	{
		code: "bad_date",
		message: "“yesterday” is not a date.",
		pointer: "/facts/3/createdAt",
		line: 61,
		column: 22,
		choice: "The date is kept as it stands, and counts as today's.",
		otherChoice: null,
	},
	{
		code: "edited_text",
		message: "F-2 has other words than the ledger.",
		pointer: "/facts/1/text",
		line: 40,
		column: 13,
		choice: "The new words become a version of the fact, to be reviewed. The earlier ones are kept.",
		otherChoice: "The new words are left out. What the ledger says is imported.",
	},
	deadLink(88, 4),
];
