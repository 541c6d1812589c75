import type { AnswerGiven, AnswerSaid, FactRow, Question, QuestionKey, RoundDone, ScopeItem } from "../bindings";
import { found, type Handlers, type Notify } from "./reply";
import { makeRound } from "./rounds";
import type { FakeFact, FakeState } from "./state";
import { commit } from "./steps";
import { factsOf } from "./views";

/** Five questions (more where the library is large), an item, and answers that become facts where the fake parser can tell: yes, no, and a number. */

const key = (path: string, label: string, more: Partial<QuestionKey> = {}): QuestionKey => ({
	path,
	label,
	valueType: "string",
	unit: null,
	choices: [],
	highRisk: false,
	...more,
});

/** What a question or a message may be about. */
export const scopeItems: readonly ScopeItem[] = [
	{ id: "i1", name: "Backdrop" },
	{ id: "i2", name: "Floor" },
];

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

/** As many as the host lists at once, and more than that to ask in a large library. */
const LISTED = 200;
const many: readonly Asked[] = Array.from({ length: 255 - asked.length + 1 }, (_, at) => ({
	text: `Is station ${at + 1} manned?`,
	key: key(`project.stations.manned${at + 1}`, `Station ${at + 1} manned`, { valueType: "boolean" }),
	item: null,
	blocks: 0,
}));

const nameOf = ({ key: { path }, item }: Asked) => (item === null ? path : `${path}@${item}`);

export function questionHandlers(state: FakeState, notify: Notify) {
	const { drafts } = state;
	const place = (discovery: string, name: string | null) => `${discovery} ${name ?? ""}`;

	const isLarge = state.content.facts.size > 5000;
	const pool = isLarge ? [...asked, ...many] : asked;
	const standing = (discovery: string) =>
		new Map(factsOf(state, discovery).flatMap(({ row }) => (row.status === "rejected" ? [] : [[row.key, row]])));

	const question = (discovery: string, one: Asked, row: FactRow | null): Question => {
		const name = nameOf(one);
		const answer = state.content.answers.get(place(discovery, name)) ?? null;
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
			draft: drafts.get(place(discovery, name)) ?? null,
		};
	};
	const sheet = (discovery: string, items: readonly string[]) => {
		const about = pool.filter(({ item }) =>
			items.length === 0 ? item === null : item !== null && items.includes(item),
		);
		const rows = standing(discovery);
		const all = about.map((one) => question(discovery, one, rows.get(one.key.path) ?? null));
		const open = all
			.filter(({ state: is }) => is === "open" || is === "tried")
			.toSorted((a, b) => Number(a.state === "tried") - Number(b.state === "tried"));
		return {
			stage: found(
				state.content.discoveries.find(({ id }) => id === discovery),
				"The discovery",
			).stage,
			choices: [...scopeItems],
			open: open.slice(0, LISTED),
			more: Math.max(0, open.length - LISTED),
			done: all.filter(({ state: is, said: answer }) => is !== "open" && is !== "tried" && answer !== null),
			keys: all.length,
			filled: all.filter(({ state: is }) => is === "resolved").length,
			rounds: state.content.answers.size,
			draft: drafts.get(place(discovery, null))?.text ?? "",
		};
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
			drafts.set(place(discovery, name), answer);
			notify(discovery, "questions");
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
			const keyOf = (name: string) => pool.find((one) => nameOf(one) === name)?.key;
			const { bundle, run, made } = makeRound(state, discovery, answers, free, keyOf);
			const facts = new Map(state.content.facts);
			for (const { fact } of made) if (fact) facts.set(fact.row.id, fact);
			const bundles = [...state.content.bundles, bundle];
			const runs = new Map([...state.content.runs, [run.summary.id, run] as const]);
			const given = new Map(answers.map(({ name, said }) => [place(discovery, name), said]));
			const sent = new Map(given);
			if (free !== "") sent.set(place(discovery, null), { quick: null, text: free });
			const known = new Map([...state.content.answers, ...given]);
			const after = { ...state.content, facts, bundles, runs, answers: known };
			commit(state, discovery, `Answer ${answers.length} questions`, after, sent);
			for (const one of sent.keys()) drafts.delete(one);
			notify(discovery, "questions", "facts", "runs", "discovery", "undo");
			const link = ({ row }: FakeFact) => ({ id: row.id, label: row.label, status: row.status, text: row.text });
			return {
				bundleId: bundle.row.id,
				became: made.map(({ name, fact }) => ({ name, facts: fact ? [link(fact)] : [] })),
				unread: null,
			};
		},
		questionReopen: ({ discovery, question: name }: { discovery: string; question: string }) => {
			const answers = new Map(state.content.answers);
			answers.delete(place(discovery, name));
			commit(state, discovery, `Ask “${name}” again`, { ...state.content, answers });
			notify(discovery, "questions", "undo");
			return null;
		},
		questionDrop: () => null,
		questionsPropose: () => ({ added: 0, refused: [{ text: "It is wide.", why: "it is no short question" }] }),
	} satisfies Handlers<
		"questionSheet" | "questionKeep" | "roundFinish" | "questionReopen" | "questionDrop" | "questionsPropose"
	>;
}
