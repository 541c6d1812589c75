import type { FactStatus } from "../bindings";
import type { Claim } from "./sample";

/** One text of everything that is hard to draw: overlaps, scripts, joined emoji, decomposed letters, endless lines. */

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

export const scriptsText = paragraphs.join("\n\n");

const marked: [quote: string, status: FactStatus, needsReview?: boolean][] = [
	["The quay wall carries 500 kg per square metre at low water, and 350 kg at spring tide", "accepted"],
	["carries 500 kg per square metre", "conflict"],
	["500 kg", "proposed"],
	["per square metre at low water", "accepted", true],
	["350 kg at spring tide, says the harbour office", "proposed"],
	["二千人を収容する", "accepted"],
	["予算は一億二千万円と見積もられている", "proposed"],
	["消防署はまだ承認していない", "conflict"],
	["الجدار يتحمل ٥٠٠ كيلوغرام لكل متر مربع", "accepted"],
	["٥٠٠ كيلوغرام", "proposed"],
	["ولن يبدأ العمل قبل ١ يونيو ٢٠٢٦", "accepted", true],
	["התקציב הוא 12,000 €", "conflict"],
	["Hochwasserschutzanlagenfinanzierungsvereinbarung sieht 1.200.000 €", "accepted"],
	["Wasserrahmenrichtlinienumsetzungsverordnung gilt weiter", "proposed"],
	["👩‍👩‍👧‍👦 waved a 🏳️‍🌈 flag", "accepted"],
	["cafe\u0301 by the quay", "accepted", true],
	["0123456789abcdef0123456789abcdef", "accepted"],
	...Array.from({ length: 11 }, (_, i): [string, FactStatus] => [`${101 + i} cm`, i % 3 ? "accepted" : "proposed"]),
];

export const scriptsClaims: readonly Claim[] = marked.map(([quote, status, needsReview = false]) => ({
	in: 0,
	quote,
	key: "note",
	keyLabel: "Note",
	valueType: "note",
	value: "",
	text: quote,
	status,
	needsReview,
}));
