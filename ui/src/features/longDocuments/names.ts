import { number, sum } from "../../i18n/format";
import type { WordKey } from "../../i18n/words";
import type { DocumentJobState, DocumentRecipe, WaitReason } from "../../ipc/bindings";

/** Names of the shipped recipes and their stages, and the reasons that a run waits, in the language of the window. */

type Say = (key: WordKey, values?: Record<string, string | number>) => string;

const recipes: Readonly<Record<string, WordKey>> = {
	dialectic: "documents.recipe.dialectic",
	"research-report": "documents.recipe.research",
	brief: "documents.recipe.brief",
	"interview-summary": "documents.recipe.interviews",
	"report-from-graph": "documents.recipe.graph",
};

const descriptions: Readonly<Record<string, WordKey>> = {
	dialectic: "documents.about.dialectic",
	"research-report": "documents.about.research",
	brief: "documents.about.brief",
	"interview-summary": "documents.about.interviews",
	"report-from-graph": "documents.about.graph",
};

const stages: Readonly<Record<string, WordKey>> = {
	Thesis: "documents.stage.thesis",
	Antithesis: "documents.stage.antithesis",
	Synthesis: "documents.stage.synthesis",
	Parenthesis: "documents.stage.parenthesis",
	Paralysis: "documents.stage.paralysis",
	Outline: "documents.stage.outline",
	Sections: "documents.stage.sections",
	"Executive summary": "documents.stage.executiveSummary",
	Brief: "documents.stage.brief",
	Interviews: "documents.stage.interviews",
	Summary: "documents.stage.summary",
	Report: "documents.stage.report",
};

const named = (t: Say, table: Readonly<Record<string, WordKey>>, name: string, otherwise: string) => {
	const key = table[name];
	return key ? t(key) : otherwise;
};

export const recipeTitle = (t: Say, name: string, title: string) => named(t, recipes, name, title);
export const recipeAbout = (t: Say, { name, description }: DocumentRecipe) => named(t, descriptions, name, description);
export const stageTitle = (t: Say, title: string) => named(t, stages, title, title);

/** A document is named after its stage: "Thesis by gpt-1", "Sections 2". The host says so in English. */
export function documentTitle(t: Say, title: string): string {
	const stage = Object.keys(stages).find((name) => title.startsWith(name));
	if (!stage) return title;
	const rest = title
		.slice(stage.length)
		.replace(/^(: .*| \d+)? by (?!.* by )/, (_, at = "") => `${at} ${t("documents.by")} `)
		.replace(" on ", ` ${t("documents.on")} `)
		.replace(" and ", ` ${t("documents.and")} `);
	return `${stageTitle(t, stage)}${rest}`;
}

/** An amount as it is read here, with its unit. */
export function amount(t: Say, decimal: string, unit: string): string {
	const value = Number(decimal);
	if (unit === "tokens") return t("documents.tokens", { shown: number(value) });
	return `${sum(value)} ${unit}`;
}

/** Returns a typed amount as the host reads it. */
export const typedAmount = (typed: string): string | null => {
	const text = typed.trim().replace(",", ".");
	return text === "" ? null : text;
};

/** A count of tokens as it was typed; none where nothing or no number was. */
export const typedCount = (typed: string): number | null => {
	const digits = typed.replaceAll(/[\s.,]/g, "");
	return /^[1-9]\d{0,8}$/.test(digits) ? Number(digits) : null;
};

const whys: Readonly<Record<string, { title: WordKey; text: WordKey }>> = {
	analyst: { title: "documents.why.analyst", text: "documents.do.analyst" },
	stage: { title: "documents.why.stage", text: "documents.do.stage" },
	cap: { title: "documents.why.cap", text: "documents.do.cap" },
	wallet: { title: "documents.why.wallet", text: "documents.do.wallet" },
	too_dear: { title: "documents.why.tooDear", text: "documents.do.tooDear" },
	key: { title: "documents.why.key", text: "documents.do.key" },
	consent: { title: "documents.why.consent", text: "documents.do.consent" },
	provider: { title: "documents.why.provider", text: "documents.do.provider" },
	changed: { title: "documents.why.changed", text: "documents.do.changed" },
	failed: { title: "documents.why.failed", text: "documents.do.failed" },
};

/** Returns the reason that a run waits, and what to do. */
export function waitText(t: Say, reason: WaitReason, unit: string): { title: string; text: string } {
	const { title, text } = whys[reason.why] ?? { title: "documents.why.provider", text: "documents.do.provider" };
	const shown = (decimal: string | null) => (decimal === null ? "" : amount(t, decimal, unit));
	return { title: t(title), text: t(text, { needed: shown(reason.needed), left: shown(reason.left) }) };
}

const runStates: Readonly<Record<string, WordKey>> = {
	pending: "documents.state.pending",
	processing: "documents.state.processing",
	paused: "documents.state.paused",
	completed: "documents.state.completed",
	failed: "documents.state.failed",
	cancelled: "documents.state.cancelled",
};

export const runState = (t: Say, state: string) => named(t, runStates, state, state);

const jobStates: Readonly<Record<DocumentJobState, WordKey>> = {
	pending: "documents.job.pending",
	processing: "documents.job.processing",
	retrying: "documents.job.retrying",
	waiting_for_children: "documents.job.waitingForChildren",
	pending_continuation: "documents.job.pending",
	pending_next_step: "documents.job.pending",
	paused: "documents.state.paused",
	completed: "documents.state.completed",
	failed: "documents.state.failed",
	cancelled: "documents.state.cancelled",
};

export const jobState = (t: Say, state: DocumentJobState) => t(jobStates[state]);

export const isRunning = (state: string) => state === "pending" || state === "processing";
