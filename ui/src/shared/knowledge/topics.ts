/** The sixteen blocks have eleven names: those of the project and of an item are called alike. */
const TOPICS = [
	"summary",
	"constraints",
	"logistics",
	"timeline",
	"budget",
	"decisions",
	"openQuestions",
	"dimensions",
	"materials",
	"production",
	"installation",
] as const;

type Topic = (typeof TOPICS)[number];

/** "dimensions" of "item.dimensions". */
export function topicOf(block: string): Topic {
	const name = block.slice(block.indexOf(".") + 1);
	return TOPICS.find((topic) => topic === name) ?? "summary";
}
