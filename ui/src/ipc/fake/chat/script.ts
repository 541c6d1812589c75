import type { AppError } from "../../bindings";
import type { FakeBoard } from "../pipeline/board";
import { fault } from "../reply";
import type { Proposal } from "./state";

/** What the fake assistant answers: by what is asked, so that a test can ask for what it wants to see. */

export interface Script {
	text: string;
	proposals: Proposal[];
	/** Comes in the place of the end. */
	failure: AppError | null;
}

const say = (text: string, ...proposals: Proposal[]): Script => ({ text, proposals, failure: null });

const summary = `## What is known

The backdrop is **6 m wide** [F-2] and was *ordered* wider than planned [N-1]. The label F-999 belongs to nothing.

| What | Says |
| --- | ---: |
| Budget | [F-5] |
| Quote | [F-10] |

1. Measure the strip again [R-1].
2. Ask for a price without delivery [R-2].

> The neighbours accept the festival as long as the level is kept.

\`\`\`sql
select label, text from facts where status = 'accepted';
\`\`\`

More is written on [the harbour's page](https://harbour.example.org/festival?year=2026) and [elsewhere](https://harbour.example.org@evil.example/).`;

const sentence = "The wall at the northern quay was measured twice, and both readings agree [F-1]. ";

export function scriptFor(text: string, board: FakeBoard): Script {
	const asked = text.toLowerCase();
	const labels = text.match(/\b[IFNRO]-\d+\b/g) ?? [];
	const words = text.replace(/^[^:]*: ?/, "");
	if (/three changes/.test(asked)) return threeChanges();
	if (/^add (an? )?insight/.test(asked)) {
		return say("Here is the insight, ready to be added.", {
			tool: "add_item",
			kind: "insight",
			text: words,
			from: labels.length > 0 ? labels : ["F-1", "F-2"],
			outputType: null,
		});
	}
	if (/^add (an? )?output/.test(asked)) {
		return say("", { tool: "add_item", kind: "output", text: words, from: ["R-1"], outputType: "brief" });
	}
	if (asked.startsWith("add"))
		return say("", { tool: "add_item", kind: "fact", text: words, from: ["I-1"], outputType: null });
	if (asked.startsWith("delete")) return say("This would go:", { tool: "delete_item", labels });
	if (asked.startsWith("edit")) {
		const [label = "F-1"] = labels;
		return say("", { tool: "edit_item", label, text: words });
	}
	if (/fail/.test(asked)) {
		const failure = fault("provider_failed", "The model's server closed the connection.", "Try again in a minute.");
		return { text: "The first thing that stands out is", proposals: [], failure };
	}
	if (/gone on for ever|endless/.test(asked)) return say(sentence.repeat(5000));
	if (/paragraphs/.test(asked)) return say(`${sentence}\n\n`.repeat(Number(/\d+/.exec(asked)?.[0] ?? 20)));
	if (/long/.test(asked)) return say(`${sentence.repeat(4)}\n\n`.repeat(30));
	if (/gap|lücken/.test(asked))
		return say(`- [ ] [N-6] rests on nothing.\n- [x] [O-2] is whole.\n\n${board.columns.fact.length} facts are known.`);
	return /summar|fasse/.test(asked) ? say(summary) : say(`You asked: ${text}`);
}

function threeChanges(): Script {
	return say(
		"Three changes are ready.",
		{
			tool: "add_item",
			kind: "recommendation",
			text: "Print the plan of the exits on the tickets",
			from: ["N-4"],
			outputType: null,
		},
		{ tool: "edit_item", label: "N-5", text: "The neighbours accept the festival if the level is kept after ten" },
		{ tool: "delete_item", labels: ["N-6"] },
	);
}
