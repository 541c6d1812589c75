//! Classes of words: what a word may do in a sentence. A word may be of several.
//!
//! A class is a bit, and several are their union, so that one look at a word answers all questions about it. The names
//! are those of the files of `lexicons/`.

/// A set of classes.
pub type Classes = u128;

macro_rules! classes {
    ($($(#[$doc:meta])* $name:ident = $text:literal,)*) => {
        #[allow(non_camel_case_types, clippy::upper_case_acronyms, reason = "only counts the classes")]
        enum ClassBit { $($name,)* }
        $($(#[$doc])* pub const $name: Classes = 1 << ClassBit::$name as u32;)*
        const NAMES: &[(&str, Classes)] = &[$(($text, $name),)*];
    };
}

/// Returns the class of this name.
pub(super) fn named(name: &str) -> Option<Classes> {
    NAMES.iter().find(|(known, _)| *known == name).map(|(_, class)| *class)
}

classes! {
    /// Says nothing of what a text is about.
    STOP = "stop",
    ARTICLE = "article",
    /// Counts one.
    ONE = "one",
    AUXILIARY = "auxiliary",
    TO_BE = "to_be",
    PREPOSITION = "preposition",
    /// A preposition that says where or when, and takes nothing from a value.
    PLACING = "placing",
    OF = "of",
    AND = "and",
    OR = "or",
    /// Sets what follows against what stands before.
    BUT = "but",
    /// Sets what follows beside what stands before it: what denies the one may deny the other.
    WHILE = "while",
    /// Makes what follows hang from what comes before it.
    CARRYING = "carrying",
    TIME = "time",
    WEEKDAY = "weekday",
    /// Says nothing of what a key is about.
    EMPTY = "empty",
    /// Says that something is so, whatever it is.
    STATE = "state",
    AFFIRMING = "affirming",
    /// Says no without a negation.
    FORBIDDING = "forbidding",
    NEGATION = "negation",
    /// Denies, and a second half of the same negation may follow.
    NEGATION_OPENING = "negation_opening",
    /// Denies where nothing opened the negation before.
    NEGATION_SECOND = "negation_second",
    /// Denies what stands before it, where it ends the clause.
    NEGATION_BEHIND = "negation_behind",
    /// Of two words that deny together nothing.
    AFFIRMED_NEGATION = "affirmed_negation",
    /// Makes a sentence less than certain, or an opinion.
    HEDGE = "hedge",
    /// Tells what is planned, which is what a plan says.
    PLANNED = "planned",
    /// Says that something is to be done, or may be.
    DEMANDED = "demanded",
    CONDITION = "condition",
    /// Leads to who says it, or to what it is written in: "according to".
    SAYING = "saying",
    /// Begins a condition before "that".
    CONDITION_THAT = "condition_that",
    /// Begins a condition before a clause: German "falls".
    CONDITION_OF_CLAUSE = "condition_of_clause",
    CLAUSE_OPENER = "clause_opener",
    /// Leads over from the sentence before.
    LEAD_IN = "lead_in",
    /// Makes of all some.
    PART = "part",
    /// Takes a part out of a yes.
    LIMITED = "limited",
    /// Says that a value is not just that.
    BOUND = "bound",
    BOUND_BEHIND = "bound_behind",
    BOUND_OF_DAY = "bound_of_day",
    LOWER_BOUND = "lower_bound",
    /// Names a limit, of which a bound says no less.
    LIMIT_NAME = "limit_name",
    /// Names what is left: "instead of", "unlike".
    LEFT_BEHIND = "left_behind",
    PAST = "past",
    REPLACING = "replacing",
    GROWTH = "growth",
    DIFFERENCE = "difference",
    CHANGE = "change",
    FALL = "fall",
    /// Says that somebody is after it, or that it came to nothing: it is not there.
    WANTED = "wanted",
    /// Grows beside a market.
    GROWER = "grower",
    /// Says no more than that something is there or when.
    PLACED = "placed",
    /// Says that there is more elsewhere.
    ALONE = "alone",
    /// Leads from a name to what it is the name of.
    NAMING = "naming",
    /// Makes up questions, whatever they ask about.
    ASKING = "asking",
    /// Leads to what something became.
    TO = "to",
    /// Leads to what something was.
    FROM = "from",
    /// Has a capital and is no name.
    CAPITAL = "capital",
    /// Comes first in many a sentence and is no name.
    OPENER = "opener",

    /// A finite auxiliary: where one stands, there is a clause.
    FINITE_AUXILIARY = "finite_auxiliary",
    /// A form that can be a finite verb.
    VERB = "verb",
    /// A form that is as often a noun.
    NOUN_TOO = "noun_too",
    PARTICIPLE = "participle",
    /// Carries no matter of its own.
    FUNCTION = "function",
    /// Needs what was said before to be understood.
    PRONOUN = "pronoun",
    FIRST_PERSON = "first_person",
    SECOND_PERSON = "second_person",
    DOUBT = "doubt",
    FILLER = "filler",
    QUESTION = "question",
    JOIN = "join",
    NUMBER_WORD = "number_word",
    MONTH_NAME = "month_name",
    /// Says how the speaker finds it.
    OPINION = "opinion",
    /// Says that a matter is in some state, which the sentences after it measure.
    SITUATION = "situation",
    /// Says that somebody did or ruled something.
    EVENT = "event",
    COURTESY_WORD = "courtesy_word",
    /// Asks somebody to speak, where "me" or "us" follows.
    BIDDING = "bidding",
    /// Opens a noun phrase.
    DETERMINER = "determiner",
    FUTURE = "future",
    /// Points at what a noun after it names.
    DEMONSTRATIVE = "demonstrative",
    URGING = "urging",
    /// Doubts, bounds or dates what is said, so that it is no plain value.
    INEXACT = "inexact",
    /// May open words that only lead in.
    OPENING = "opening",
    /// Leads in where a comma follows.
    LEAD_PHRASE = "lead_phrase",
    /// A form of the past that does not end in "ed".
    PAST_FORM = "past_form",
    /// Leads in by itself.
    CONNECTIVE = "connective",
    /// A verb that a main clause has before its last word.
    FINITE = "finite",
    /// Says how others belong together, and not what is meant.
    JOINING = "joining",
    /// Goes on with what was said: "…, which I read".
    RELATIVE = "relative",
    CLAUSE_THAT = "clause_that",
    /// The addressee.
    ADDRESSEE = "addressee",
    /// The speaker, by what he does there.
    ROLE = "role",
    /// Stands before the name of somebody.
    TITLE = "title",
    /// The one that asks the questions, by what he does there.
    ASKER = "asker",
    /// The speaker or the addressee.
    PERSON = "person",
    /// Is said while thinking.
    HUM = "hum",
    /// Fills the time where a pause follows.
    PAUSE = "pause",

    /// Is in so many statements that it tells them little apart.
    GENERIC = "generic",
    UP = "up",
    DOWN = "down",
    EXPECTED = "expected",
    POSSIBLE = "possible",
    ABLE = "able",
    ABOUT = "about",
    OVER = "over",
    UNDER = "under",
    LEAST = "least",
    MOST = "most",
    /// Denies as a verb does: "fails to".
    DENYING = "denying",
    /// Is a name, however it is written.
    NAME = "name",
    /// The property that a value is a value of, and not whose it is: long, price.
    MEASURE = "measure",
    /// Points at another sentence.
    POINTING = "pointing",
    /// A stop word that turns no sentence.
    LIGHT = "light",
    PRESENT = "present",
    PASSIVE = "passive",
    /// Stands before the doer of a passive.
    DOER = "doer",
    COMPARING = "comparing",
    /// Says that a measured thing is more than another: "20 % more".
    MORE = "more",
    LESS = "less",
    /// Takes something out of what is said, or nearly all of it.
    EXCEPTION = "exception",
    /// Stands before a month, whose name may be another word.
    MONTH_LEAD = "month_lead",
    /// Says that somebody settles something.
    DECISION = "decision",
    /// Says that something is wanted or lacking.
    NEED = "need",
    /// Says that something goes wrong.
    PROBLEM = "problem",
    /// Names a program that reads and answers.
    MACHINE = "machine",
    /// The instructions of such a program.
    INSTRUCTION = "instruction",
}
