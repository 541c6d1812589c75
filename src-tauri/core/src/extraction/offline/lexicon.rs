//! The words that rules look at, each with what it can be.

use std::sync::LazyLock;

pub(super) type Class = u32;

/// A finite auxiliary: where one stands, there is a clause.
pub(super) const AUX: Class = 1;
/// A form that can be a finite verb.
pub(super) const VERB: Class = 1 << 1;
/// A form that is as often a noun.
pub(super) const NOUN_TOO: Class = 1 << 2;
pub(super) const ING: Class = 1 << 3;
/// Carries no matter of its own.
pub(super) const FUNCTION: Class = 1 << 4;
pub(super) const NEGATION: Class = 1 << 5;
/// Needs what was said before to be understood.
pub(super) const PRONOUN: Class = 1 << 6;
pub(super) const FIRST: Class = 1 << 7;
pub(super) const SECOND: Class = 1 << 8;
pub(super) const HEDGE: Class = 1 << 9;
pub(super) const FILLER: Class = 1 << 10;
pub(super) const QUESTION: Class = 1 << 11;
pub(super) const JOIN: Class = 1 << 12;
pub(super) const NUMBER_WORD: Class = 1 << 13;
pub(super) const MONTH: Class = 1 << 14;
/// Says how the speaker finds it.
pub(super) const OPINION: Class = 1 << 15;
/// Says that a matter is in some state, which the sentences after it measure.
pub(super) const STATE: Class = 1 << 16;
/// Says that somebody did or ruled something.
pub(super) const EVENT: Class = 1 << 17;
pub(super) const COURTESY: Class = 1 << 18;
/// Asks somebody to speak, where "me" or "us" follows.
pub(super) const BIDS: Class = 1 << 28;
/// Opens a noun phrase.
pub(super) const ARTICLE: Class = 1 << 19;
pub(super) const FUTURE: Class = 1 << 20;
pub(super) const CONDITION: Class = 1 << 21;
pub(super) const PREPOSITION: Class = 1 << 22;
/// Points at what a noun after it names.
pub(super) const DEMONSTRATIVE: Class = 1 << 23;
pub(super) const URGE: Class = 1 << 24;

/// Doubts, bounds or dates what is said, so that it is no plain value.
pub(super) const INEXACT: Class = 1 << 25;
/// May open words that only lead in.
pub(super) const LEAD: Class = 1 << 26;
/// A form of the past that does not end in "ed".
pub(super) const PAST: Class = 1 << 29;
/// Leads in by itself.
pub(super) const CONNECTIVE: Class = 1 << 27;

/// What `word` can be; nothing if it is not known. `word` is in lower case, and `hash` is [`hash`] of it.
pub(super) fn class(word: &[u8], hash: u32) -> Class {
    let index = &*INDEX;
    let mut slot = hash as usize;
    loop {
        slot &= SLOTS - 1;
        match index.slots[slot] {
            0 => return 0,
            entry => {
                let (known, class) = &index.words[usize::from(entry) - 1];
                if known.as_bytes() == word {
                    return *class;
                }
            }
        }
        slot += 1;
    }
}

/// FNV-1a.
pub(super) fn hash(word: &[u8]) -> u32 {
    word.iter().fold(0x811C_9DC5, |hash, byte| (hash ^ u32::from(*byte)).wrapping_mul(0x0100_0193))
}

/// Four times the words, so that a look-up is one or two steps.
const SLOTS: usize = 1 << 13;

struct Index {
    words: Vec<(String, Class)>,
    /// One more than a place in `words`, or 0.
    slots: Vec<u16>,
}

static INDEX: LazyLock<Index> = LazyLock::new(|| {
    let mut words: Vec<(String, Class)> = Vec::new();
    for (list, class) in LISTS {
        words.extend(list.split_whitespace().map(|word| (word.to_owned(), *class)));
    }
    for (list, class) in VERBS {
        list.split_whitespace().for_each(|base| words.extend(forms(base, class)));
    }
    words.sort();
    words.dedup_by(|next, kept| {
        let same = next.0 == kept.0;
        if same {
            kept.1 |= next.1;
        }
        same
    });
    let mut slots = vec![0; SLOTS];
    for (at, (word, _)) in (1..).zip(&words) {
        let mut slot = hash(word.as_bytes()) as usize & (SLOTS - 1);
        while slots[slot] != 0 {
            slot = (slot + 1) & (SLOTS - 1);
        }
        slots[slot] = at;
    }
    Index { words, slots }
});

const VERBS: [(&str, Class); 4] =
    [(REGULAR, VERB), (REGULAR_EVENTS, VERB | EVENT), (REGULAR_STATES, VERB | STATE), (REGULAR_NOUNS, VERB | NOUN_TOO)];

/// The forms of a regular verb.
fn forms(base: &str, class: Class) -> [(String, Class); 4] {
    let finite = class & !NOUN_TOO;
    let stem = base.strip_suffix('e').unwrap_or(base);
    let (third, past) = match base.as_bytes() {
        [.., before, b'y'] if !b"aeou".contains(before) => {
            let stem = &base[..base.len() - 1];
            (format!("{stem}ies"), format!("{stem}ied"))
        }
        [.., b's' | b'x' | b'z'] | [.., b'c' | b's', b'h'] => (format!("{base}es"), format!("{base}ed")),
        _ => (format!("{base}s"), format!("{stem}ed")),
    };
    [(base.to_owned(), class), (third, class), (past, finite), (format!("{stem}ing"), (class & (STATE | EVENT)) | ING)]
}

const LISTS: &[(&str, Class)] = &[
    ("this that these those", DEMONSTRATIVE),
    ("let let's", URGE),
    ("tell show give walk remind", BIDS),
    (
        "about around approximately approx nearly almost least most up circa ca estimated expected originally previously formerly \
         between from instead should would less more over under etwa ungefähr rund environ sure",
        INEXACT,
    ),
    (
        "however conversely moreover furthermore nevertheless nonetheless meanwhile therefore thus finally consequently additionally \
         similarly likewise besides hence overall notably indeed lastly secondly firstly instead still also accordingly anyway \
         otherwise unfortunately",
        CONNECTIVE | LEAD,
    ),
    ("and but so then or because also in as for by on of you i at to", LEAD),
    (
        "is are was were has have had does did can could must should isn't aren't wasn't weren't hasn't haven't doesn't \
         didn't can't couldn't mustn't shouldn't cannot be been it's that's there's i'm we're they're he's she's you're i've \
         we've they've you've i'd",
        AUX | FUNCTION,
    ),
    ("do don't am let", AUX | FUNCTION),
    ("will would won't wouldn't i'll we'll they'll it'll shall", AUX | FUNCTION | FUTURE),
    ("want wanna gonna hope", FUTURE),
    ("may might", AUX | FUNCTION | HEDGE),
    (
        "isn't aren't wasn't weren't hasn't haven't doesn't didn't can't couldn't not no never nor none without cannot don't won't",
        NEGATION | FUNCTION,
    ),
    ("the a an each every some any another both all most many several few", ARTICLE | FUNCTION),
    (
        "of in to for with on at by from as into about after before between during over under since until than per through \
         against among within via across towards toward behind around up down out off",
        FUNCTION | PREPOSITION,
    ),
    ("and or but so because if although though while whereas when where which who that then", FUNCTION | JOIN),
    ("if unless whether assuming provided", CONDITION | FUNCTION),
    (
        "very too also only just even still now more less much there here how what why already yet own such same other again",
        FUNCTION,
    ),
    (
        "it they this that these those he she it's that's they're he's she's its their his her them him it'll they'll",
        PRONOUN | FUNCTION,
    ),
    ("i we my our me us mine ours i'm i've i'd i'll we're we've we'll myself ourselves", FIRST | FUNCTION),
    ("you your yours you're you've you'll yourself", SECOND | FUNCTION),
    (
        "maybe perhaps probably possibly apparently presumably likely unlikely roughly supposedly think thought guess believe \
         suppose unsure uncertain unclear seem seems seemed hopefully could vielleicht wahrscheinlich vermutlich möglicherweise eventuell \
         peut-être probablement sans-doute quizás quizá probablemente",
        HEDGE,
    ),
    (
        "um uh uhm umm er erm hmm mm mhm ah oh yeah yep yup yes okay ok alright right well like actually basically literally \
         honestly obviously whatever stuff anyway anyways gosh wow totally kinda sorta gonna haha",
        FILLER,
    ),
    ("who what when where why how which whose whom", QUESTION),
    (
        "one two three four five six seven eight nine ten eleven twelve twenty thirty forty fifty sixty hundred hundreds thousand \
         thousands million millions billion billions trillion half third quarter double doubled triple tripled halved twice dozen \
         second first percent majority",
        NUMBER_WORD,
    ),
    ("january february march april may june july august september october november december", MONTH),
    (
        "great awesome cool amazing fantastic wonderful nice fun interesting good bad best worst beautiful excellent terrible \
         awful lovely crazy weird super impressive stellar love loved loves enjoy enjoyed favorite favourite fascinating glad \
         happy excited exciting incredible brilliant hate hated coolest perfect neat easy hard tough funny",
        OPINION,
    ),
    ("thank thanks welcome hello hi hey goodbye bye cheers congratulations congrats sorry please", COURTESY),
    (
        "becoming become becomes became remains remain struggling struggle facing face faces experiencing undergoing worsening \
         deteriorating improving changing evolving divided mixed serious critical decisive fragile massive considerable major deep \
         profound dramatic severe contrasted uneven alarming challenging disputed controversial scrutiny momentum crossroads",
        STATE,
    ),
    (
        "fell rose grew dropped rose led lost won built bought sold sent spent paid made took gave got went came saw said told found \
         held kept left met ran stood began became chose drew drove flew knew meant showed sank shrank spoke struck taught thought \
         threw understood wore wrote fed felt brought broke fought sought ate burnt bore swam sang upheld overtook withdrew",
        VERB | PAST,
    ),
    (
        "cost put set cut hit read lay lies lie makes make takes take gives give goes go comes come sees see says say finds find \
         holds hold keeps keep leaves leave meets meet runs run stands stand begins begin wants needs gets get spends spend spread \
         loses lose sells sell buys buy pays pay builds build leads lead grows grow falls rises feed feeds feel brings bring break \
         breaks throws throw eats eat forgets forget sends send drives drive shut burst quit withdraw withdraws shrinks sinks \
         tells tell knows know thinks writes write",
        VERB,
    ),
    ("struck upheld withdrew withdraws bought sold built paid won quit overtook shut sent cut", EVENT),
    ("falls rises cost put set cut hit run stand lead break feed find make spread falls", NOUN_TOO),
    ("growing falling rising losing making taking giving going coming getting running standing beginning", ING),
];

const REGULAR: &str = "account accelerate achieve add affect allow amount appear arrive attract avoid average become belong call carry cause \
    circle circulate climb collapse collect compare complain complete concern connect consider consist contain continue contribute convert \
    cover create decide decline decrease define deliver depend describe detect develop differ disappear display document double dream \
    earn emit employ enable encourage end ensure enter equal escape estimate evaluate exceed exist expand expect expire explain express \
    fetch fill finance finish fit fix follow generate happen harm help host identify ignore implement include indicate inhabit inspect install \
    intend involve join last learn limit live load locate lower maintain manage mature mean mention migrate mobilize move occupy \
    occur offer open operate opposed originate outnumber outweigh overtake participate perform play point possess post prefer prepare produce protect \
    prove provide purchase push pull quantify raise reach receive recharge recognize recommend record recover recycle reduce reflect regret \
    relate release rely remove renovate rent reopen repair replace reply represent reside respond result retire return reveal save \
    scale scored seem separate serve settle shift ship shorten show sign slow smoke solve specify stagnate start stay stop store \
    strengthen submerge succeed suffer supply support surpass surround survive tend total trade train transport travel treat \
    triple try turn use vary visit wait want warn wash waste watch weigh work worry yield require resign respond score stay \
    communicate configure validate authenticate authorize cache invoke execute return request respond expose register update delete \
    drill hang paint deliver stage rehearse light print sew weld transport assemble dismantle prohibit forbid agree need crash talk trust accept answer ask check count cook download forecast \
    miss phone pick search select type upload throw print scan";

const REGULAR_EVENTS: &str = "abandon abolish acquire adopt announce appoint approve ban cancel classify close complete confirm convict create decide \
    demonstrate dismiss dissolve elect enact establish exclude expand fine found grant impose inaugurate introduce invest issue launch \
    liquidate merge open order oppose pass permit plan postpone prohibit publish pledge ratify recall reduce refuse reject \
    release renew repeal report require resign restrict reverse rule seize sign suspend terminate veto vote reimburse ground";

const REGULAR_STATES: &str = "remain continue face experience undergo worsen deteriorate improve change evolve struggle explode stall lag flare stagnate";

const REGULAR_NOUNS: &str = "cost rank increase decrease rise fall drop plan report estimate share point place trade fund rate target test cap \
    attack response design use need work change measure record demand supply visit order ban fine support benefit result limit stock \
    start end rent project study process index offer claim move name form state level value price fine house dream sound mix look";
