import type { FactStatus, Hint, Missing, SourceKind, TurnSource, ValueType } from "../bindings";

/** A claim in a fake source: its quote is looked up in the text, so its place is right by construction. */
export interface Claim {
	quote: string | null;
	key: string;
	keyLabel: string;
	valueType: ValueType;
	value: string;
	text: string;
	status: FactStatus;
	needsReview?: boolean;
	highRisk?: boolean;
	confidence?: number;
	sourceKind?: SourceKind;
	missing?: Missing[];
	hint?: Hint;
	/** Index, in the same list, of the accepted fact that this one contradicts. */
	rival?: number;
	supersedes?: number;
	reaffirmed?: number;
	reason?: string;
	in: 0 | 1 | 2;
}

export const sampleTexts = [
	{
		title: "Kick-off with the venue",
		fileName: null,
		text: `Kick-off call, 4 March 2026. Present: Mara (producer), Jonas (venue), Ilse (fire safety).

Mara opened with the goal: one outdoor stage by the old harbour crane, three evenings, about 1,200 guests each night.

The backdrop is 6 m wide and 4 m high. Jonas said that the quay carries at most 500 kg per square metre, so the backdrop has to stand on the concrete strip.

The budget for the backdrop is €12,000. Mara has approved the oak veneer, but the fire class is still open.

Ilse did not approve the stage curtain: its certificate expired in 2024. She wants a class B-s1,d0 certificate before the build begins.

Build begins on 1 June 2026. The first show is on 12 June 2026.`,
	},
	{
		title: "Quote from Holm & Sons",
		fileName: "quote-holm.md",
		text: `# Quote 2026-118, Holm & Sons

Backdrop in oak veneer, flame retardant, delivered to the quay.

The backdrop is 6.2 m wide, as measured on site by our carpenter. Height 400 cm.

Price: €13,450.00 net, delivery included. The price holds until 30 April 2026.

Lead time is eight weeks from the order. A deposit of 30 % is due with the order.`,
	},
	{
		title: "Interview: night watch",
		fileName: "night-watch.txt",
		text: `I: How loud may it get after ten?

P: The neighbours have it in writing: 70 dB at the nearest window after 22:00. We were at 74 last year and paid for it.

I: And the quay at night?

P: There is no lighting on the eastern stairs. Somebody will fall. The city said they would put in eight lamps, but I have not seen one.

I: Water, power?

P: Two outlets of 63 A at the crane. The water tap is off until May.`,
	},
] as const;

export const sampleClaims: readonly Claim[] = [
	{
		in: 0,
		quote: "about 1,200 guests each night",
		key: "event.guests_per_night",
		keyLabel: "Guests per night",
		valueType: "number",
		value: "1,200",
		text: "About 1,200 guests are expected each night",
		status: "accepted",
		confidence: 0.92,
		reaffirmed: 1,
	},
	{
		in: 0,
		quote: "The backdrop is 6 m wide and 4 m high",
		key: "dimensions.width",
		keyLabel: "Width",
		valueType: "dimension",
		value: "6 m",
		text: "The backdrop is 6 m wide",
		status: "accepted",
		confidence: 0.97,
	},
	{
		in: 0,
		quote: "6 m wide and 4 m high",
		key: "dimensions.height",
		keyLabel: "Height",
		valueType: "dimension",
		value: "4 m",
		text: "The backdrop is 4 m high",
		status: "accepted",
		confidence: 0.97,
		reaffirmed: 2,
	},
	{
		in: 0,
		quote: "the quay carries at most 500 kg per square metre",
		key: "site.load_limit",
		keyLabel: "Load limit",
		valueType: "dimension",
		value: "500 kg/m²",
		text: "The quay carries at most 500 kg per square metre",
		status: "proposed",
		highRisk: true,
		confidence: 0.88,
		reason: "Load limits are high risk: they are never accepted without you.",
	},
	{
		in: 0,
		quote: "The budget for the backdrop is €12,000",
		key: "budget.limit",
		keyLabel: "Budget limit",
		valueType: "currency",
		value: "€12,000.00",
		text: "The budget for the backdrop is €12,000",
		status: "accepted",
		confidence: 0.95,
	},
	{
		in: 0,
		quote: "Ilse did not approve the stage curtain",
		key: "approval.curtain",
		keyLabel: "Curtain approved",
		valueType: "boolean",
		value: "Yes",
		text: "Ilse approved the stage curtain",
		status: "proposed",
		needsReview: true,
		confidence: 0.61,
		missing: [{ kind: "negation", text: "not" }],
		reason: "The quote carries a negation that the statement does not.",
	},
	{
		in: 0,
		quote: "Build begins on 1 June 2026",
		key: "schedule.build_start",
		keyLabel: "Build start",
		valueType: "date",
		value: "1 June 2026",
		text: "The build begins on 1 June 2026",
		status: "accepted",
		confidence: 0.99,
	},
	{
		in: 0,
		quote: "The first show is on 12 June 2026",
		key: "schedule.first_show",
		keyLabel: "First show",
		valueType: "date",
		value: "12 June 2026",
		text: "The first show is on 12 June 2026",
		status: "accepted",
		confidence: 0.99,
	},
	{
		in: 1,
		quote: "The backdrop is 6.2 m wide, as measured on site by our carpenter",
		key: "dimensions.width",
		keyLabel: "Width",
		valueType: "dimension",
		value: "6.2 m",
		text: "The backdrop is 6.2 m wide",
		status: "conflict",
		confidence: 0.93,
		rival: 1,
		reason: "An accepted fact says 6 m.",
	},
	{
		in: 1,
		quote: "Price: €13,450.00 net, delivery included",
		key: "price.quoted",
		keyLabel: "Quoted price",
		valueType: "currency",
		value: "€13,450.00",
		text: "Holm & Sons quote €13,450.00 net with delivery",
		status: "proposed",
		highRisk: true,
		confidence: 0.96,
		reason: "Prices are high risk: they are never accepted without you.",
	},
	{
		in: 1,
		quote: "The price holds until 30 April 2026",
		key: "price.valid_until",
		keyLabel: "Quote valid until",
		valueType: "date",
		value: "30 April 2026",
		text: "The price holds until 30 April 2026",
		status: "accepted",
		confidence: 0.98,
	},
	{
		in: 1,
		quote: "A deposit of 30 % is due with the order",
		key: "price.deposit",
		keyLabel: "Deposit",
		valueType: "number",
		value: "30 %",
		text: "A deposit of 30 % is due with the order",
		status: "proposed",
		confidence: 0.84,
	},
	{
		in: 1,
		quote: "Lead time is eight weeks from the order",
		key: "note",
		keyLabel: "Note",
		valueType: "note",
		value: "",
		text: "Lead time is eight weeks from the order",
		status: "accepted",
		confidence: 0.7,
	},
	{
		in: 2,
		quote: "70 dB at the nearest window after 22:00",
		key: "noise.limit",
		keyLabel: "Noise limit",
		valueType: "dimension",
		value: "70 dB",
		text: "At most 70 dB at the nearest window after 22:00",
		status: "accepted",
		confidence: 0.94,
		supersedes: 16,
	},
	{
		in: 2,
		quote: "There is no lighting on the eastern stairs",
		key: "site.stairs_lit",
		keyLabel: "Eastern stairs lit",
		valueType: "boolean",
		value: "No",
		text: "The eastern stairs have no lighting",
		status: "accepted",
		needsReview: true,
		confidence: 0.9,
		reason: "The Input was renamed since.",
	},
	{
		in: 2,
		quote: null,
		key: "note",
		keyLabel: "Note",
		valueType: "note",
		value: "",
		text: "The city puts in 18 lamps on the eastern stairs",
		status: "proposed",
		needsReview: true,
		confidence: 0.3,
		sourceKind: "system",
		reason: "The quote does not stand in the source.",
		hint: {
			claimedQuote: "they would put in 18 lamps",
			passage: "they would put in eight lamps",
			differs: ["digits"],
			diff: [
				{ side: "both", text: "they would put in " },
				{ side: "source", text: "eight" },
				{ side: "quote", text: "18" },
				{ side: "both", text: " lamps" },
			],
		},
	},
	{
		in: 2,
		quote: null,
		key: "noise.limit",
		keyLabel: "Noise limit",
		valueType: "dimension",
		value: "74 dB",
		text: "At most 74 dB at night",
		status: "superseded",
		confidence: 1,
		sourceKind: "manual",
	},
	{
		in: 2,
		quote: "Two outlets of 63 A at the crane",
		key: "site.power",
		keyLabel: "Power",
		valueType: "string",
		value: "2 × 63 A",
		text: "There are two outlets of 63 A at the crane",
		status: "rejected",
		confidence: 0.8,
	},
];

/** What was said beside the Inputs. */
export const sampleTurns: readonly (readonly [TurnSource, string])[] = [
	[
		"structured_questions",
		`[TURN_META]
sourceIds: ["q1"]
[STRUCTURED_QUESTIONS]
Q1 key=project.logistics.liftAvailable text="Is there a lift for material?"
[USER_ANSWERS]
A1(qId=q1): quick=YES text=""
[FREE_CHAT]
(none)
[AGENT_OUTPUT]
(none)
`,
	],
	[
		"chat",
		`[TURN_META]
sourceIds: ["m1"]
[STRUCTURED_QUESTIONS]
(none)
[USER_ANSWERS]
(none)
[FREE_CHAT]
Who guards the quay at night?
[AGENT_OUTPUT]
(none)
`,
	],
];
