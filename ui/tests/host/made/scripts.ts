import type { Cli } from "./cli.ts";

/** Texts that are hard to draw: many scripts, right to left, no spaces, and facts over facts. */

const paragraphs = [
	"Überlappungen: The quay wall carries 500 kg per square metre at low water, and 350 kg at spring tide, says the harbour office.",
	"東京の会場は来年三月に二千人を収容する予定で、予算は一億二千万円と見積もられている。消防署はまだ承認していない。",
	"أكد مدير الميناء أن الجدار يتحمل ٥٠٠ كيلوغرام لكل متر مربع، ولن يبدأ العمل قبل ١ يونيو ٢٠٢٦.",
	"מנהל הנמל אישר כי התקציב הוא 12,000 € וכי העבודה תתחיל ב־1 ביוני.",
	"Die Hochwasserschutzanlagenfinanzierungsvereinbarung sieht 1.200.000 € für die Kaimauerertüchtigungsmaßnahmen vor; die Wasserrahmenrichtlinienumsetzungsverordnung gilt weiter.",
	"The family 👩‍👩‍👧‍👦 waved a 🏳️‍🌈 flag at the cafe\u0301 by the quay, and 3 🚒 came.",
	`The sensor wrote ${"0123456789abcdef".repeat(24)} without a break.`,
	"Gauge readings: 101 cm, 102 cm, 103 cm, 104 cm, 105 cm, 106 cm, 107 cm, 108 cm, 109 cm, 110 cm and 111 cm in one day.",
];

const quotes = [
	"The quay wall carries 500 kg per square metre at low water, and 350 kg at spring tide",
	"carries 500 kg per square metre",
	"500 kg",
	"per square metre at low water",
	"350 kg at spring tide, says the harbour office",
	"二千人を収容する",
	"予算は一億二千万円と見積もられている",
	"消防署はまだ承認していない",
	"الجدار يتحمل ٥٠٠ كيلوغرام لكل متر مربع",
	"٥٠٠ كيلوغرام",
	"ولن يبدأ العمل قبل ١ يونيو ٢٠٢٦",
	"התקציב הוא 12,000 €",
	"Hochwasserschutzanlagenfinanzierungsvereinbarung sieht 1.200.000 €",
	"Wasserrahmenrichtlinienumsetzungsverordnung gilt weiter",
	"👩‍👩‍👧‍👦 waved a 🏳️‍🌈 flag",
	"cafe\u0301 by the quay",
	"0123456789abcdef0123456789abcdef",
	...Array.from({ length: 11 }, (_, at) => `${101 + at} cm`),
];

export const SCRIPTS = "Scripts and overlaps";

export async function makeScripts(factly: Cli): Promise<void> {
	await factly.begin(SCRIPTS, "Everything that is hard to draw");
	await factly.addText(SCRIPTS, "Many scripts", paragraphs.join("\n\n"));
	await factly.submit(SCRIPTS, "I-1", quotes.map(noted));
}

/** A statement in the very words of its quote; of several a few are certain enough to be accepted unread. */
const noted = (quote: string, at: number) => ({
	op: "ADD",
	scope: { type: "project" },
	key: "note",
	value: quote,
	confidence: at % 3 ? 0.95 : 0.5,
	evidence: { quote, startChar: 0, endChar: 1 },
	needsReview: false,
	reason: "it says so",
});
