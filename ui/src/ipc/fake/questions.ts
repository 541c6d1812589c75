import type { AnswerGiven, AnswerSaid, Question, QuestionKey, RoundDone } from "../bindings";
import { makeFact } from "./build";
import { found, type Handlers, type Notify } from "./reply";
import { commit, type FakeFact, type FakeState } from "./state";
import { factsOf } from "./views";

/** Five questions, an item, and answers that become facts where the fake parser can tell: yes, no, and a number. */

const key = (path: string, label: string, more: Partial<QuestionKey> = {}): QuestionKey => ({
	path,
	label,
	valueType: "string",
	unit: null,
	choices: [],
	highRisk: false,
	...more,
});

interface Asked {
	text: string;
	key: QuestionKey;
	item: string | null;
	blocks: number;
}

const asked: readonly Asked[] = [
	{
		text: "What is the total budget?",
		key: key("project.budget.total", "Total budget", { valueType: "currency", unit: "EUR", highRisk: true }),
		item: null,
		blocks: 3,
	},
	{
		text: "May holes be drilled at the venue?",
		key: key("project.constraints.drillingAllowed", "Drilling allowed", { valueType: "boolean" }),
		item: null,
		blocks: 1,
	},
	{ text: "Who is the client?", key: key("project.summary.client", "Client"), item: null, blocks: 0 },
	{
		text: "Is there a lift for material?",
		key: key("project.logistics.liftAvailable", "Lift available", { valueType: "boolean" }),
		item: null,
		blocks: 0,
	},
	{
		text: "How wide is it?",
		key: key("item.dimensions.width", "Width", { valueType: "dimension", unit: "cm" }),
		item: "i1",
		blocks: 2,
	},
];

const nameOf = ({ key: { path }, item }: Asked) => (item === null ? path : `${path}@${item}`);

export function questionHandlers(state: FakeState, notify: Notify) {
	const drafts = new Map<string, AnswerSaid>();
	const said = new Map<string, AnswerSaid>();

	const stands = (discovery: string, path: string) =>
		factsOf(state, discovery).find(({ row }) => row.key === path && row.status !== "rejected")?.row ?? null;

	const question = (discovery: string, one: Asked): Question => {
		const name = nameOf(one);
		const row = stands(discovery, one.key.path);
		const answer = said.get(`${discovery} ${name}`) ?? null;
		const lacking = answer?.quick === "irrelevant" ? "irrelevant" : answer === null ? "open" : "tried";
		return {
			name,
			text: one.text,
			key: one.key,
			item: one.item,
			model: null,
			blocks: one.blocks,
			state: row === null ? lacking : row.status === "accepted" ? "resolved" : "waiting",
			fact: row && { id: row.id, label: row.label, status: row.status, text: row.text },
			aside: [],
			said: answer,
			bundleId: null,
			draft: drafts.get(`${discovery} ${name}`) ?? null,
		};
	};
	const sheet = (discovery: string, items: readonly string[]) => {
		const about = asked.filter(({ item }) =>
			items.length === 0 ? item === null : item !== null && items.includes(item),
		);
		const all = about.map((one) => question(discovery, one));
		return {
			stage: found(
				state.content.discoveries.find(({ id }) => id === discovery),
				"The discovery",
			).stage,
			choices: [{ id: "i1", name: "Backdrop" }],
			open: all
				.filter(({ state: is }) => is === "open" || is === "tried")
				.toSorted((a, b) => Number(a.state === "tried") - Number(b.state === "tried")),
			more: 0,
			done: all.filter(({ state: is, said: answer }) => is !== "open" && is !== "tried" && answer !== null),
			keys: all.length,
			filled: all.filter(({ state: is }) => is === "resolved").length,
			rounds: said.size,
			draft: drafts.get(`${discovery} `)?.text ?? "",
		};
	};
	/** The fact that an answer gives, if any. */
	const factOf = (discovery: string, { name, said: answer }: AnswerGiven, nth: number): FakeFact | null => {
		const one = asked.find((candidate) => nameOf(candidate) === name);
		const input = state.content.inputs.find((candidate) => candidate.discovery === discovery);
		const isYesOrNo = answer.quick === "yes" || answer.quick === "no";
		const value = isYesOrNo ? answer.quick : answer.text;
		if (!one || !input || !value || answer.quick === "idk" || answer.quick === "irrelevant") return null;
		const claim = {
			in: 0,
			quote: value,
			key: one.key.path,
			keyLabel: one.key.label,
			valueType: one.key.valueType,
			value,
			text: `${one.key.label}: ${value}`,
			status: one.key.highRisk ? "proposed" : "accepted",
			confidence: 0.9,
		} as const;
		return makeFact(state, input, claim, factsOf(state, discovery).length + 1 + nth, 0, null);
	};

	return {
		questionSheet: ({ discovery, items }: { discovery: string; items: string[] }) => sheet(discovery, items),
		questionKeep: ({
			discovery,
			question: name,
			said: answer,
		}: {
			discovery: string;
			question: string | null;
			said: AnswerSaid;
		}) => {
			drafts.set(`${discovery} ${name ?? ""}`, answer);
			return null;
		},
		roundFinish: ({
			discovery,
			answers,
			free,
		}: {
			discovery: string;
			answers: AnswerGiven[];
			free: string;
		}): RoundDone => {
			const made = answers.map((answer, nth) => ({ name: answer.name, fact: factOf(discovery, answer, nth) }));
			const facts = new Map(state.content.facts);
			for (const { fact } of made) if (fact) facts.set(fact.row.id, fact);
			commit(state, discovery, `Answer ${answers.length} questions`, { ...state.content, facts });
			for (const { name, said: answer } of answers) {
				said.set(`${discovery} ${name}`, answer);
				drafts.delete(`${discovery} ${name}`);
			}
			if (free !== "") drafts.delete(`${discovery} `);
			notify(discovery, "questions", "facts", "discovery", "undo");
			const link = ({ row }: FakeFact) => ({ id: row.id, label: row.label, status: row.status, text: row.text });
			return {
				bundleId: state.content.bundles[0]?.row.id ?? "",
				became: made.map(({ name, fact }) => ({ name, facts: fact ? [link(fact)] : [] })),
				unread: null,
			};
		},
		questionReopen: ({ discovery, question: name }: { discovery: string; question: string }) => {
			said.delete(`${discovery} ${name}`);
			notify(discovery, "questions", "undo");
			return null;
		},
		questionDrop: () => null,
		questionsPropose: () => ({ added: 0, refused: [{ text: "It is wide.", why: "it is no short question" }] }),
	} satisfies Handlers<
		"questionSheet" | "questionKeep" | "roundFinish" | "questionReopen" | "questionDrop" | "questionsPropose"
	>;
}
