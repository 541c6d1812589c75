//! Whether a quote gives a value to its key, and plainly: that a value stands in a quote does not make it this key's.
//!
//! Not grammar, but what can be told without it. Of several values that might be meant, the key's is the one that most
//! of the key's words stand nearest to, with nothing between that parts them. A value is not plain where it is asked for,
//! guessed or a bound, where it is what was before, or by how much something changed. Where that is not certain, the
//! analyst is to look: nothing is lost by it but a click.

use super::negation::negations;
use super::support::is_forbidding;
use super::topic::{Called, all_words, has_no_matter, is_like, plain};
use super::wording::{DEMANDS, bounds, is_abbreviated, is_among, is_hedge};
use super::words::{Word, ends_sentence, whole_words};
use super::{Missing, MissingKind};
use crate::keys::KeyDef;
use crate::values::{self, Form, Scanned, Value};

/// How many words, without articles and the like, stand between a value and what bounds it at most.
const BESIDE: usize = 2;
/// How many words, without articles and the like, stand between a name and what it is said to be at most.
const LINK: usize = 3;
/// A word of a key with this many words between is near no value.
const FAR: usize = 12;

/// What keeps `value`, which stands in `quote`, from being what the quote says of `key`. `is_asked` says that the quote
/// answers a question about the key.
pub(super) fn check(called: &Called, key: &KeyDef, value: &Value, quote: &str, is_asked: bool) -> Option<Missing> {
    if matches!(value, Value::Note(_)) {
        return None;
    }
    let values = values::scan(quote);
    let said =
        Said { called, key, own: all_words(key), is_asked, parts: parts(quote, &values), values: &values, quote };
    match value {
        Value::Note(_) => None,
        Value::Boolean(yes) => said.yes_or_no(*yes),
        Value::Enum(text) => said.choice(text),
        Value::String(text) => said.name(text),
        Value::Number(_) | Value::Dimension(_) | Value::Currency(_) | Value::Date(_) => said.amount(value),
    }
}

/// A word, a value, or a sign that parts.
struct Part<'q> {
    word: Word<'q>,
    /// As words compare; nothing of a value.
    folded: String,
    value: Option<usize>,
    /// The number of its sentence.
    sentence: usize,
}

impl Part<'_> {
    fn is(&self, words: &str) -> bool {
        self.value.is_none() && is_among(&self.folded, words)
    }

    /// What stands behind it is said apart from what stands before it.
    fn parts(&self) -> bool {
        self.is(JOINS) || self.is(SETS_APART)
    }
}

fn parts<'q>(quote: &'q str, values: &[Scanned]) -> Vec<Part<'q>> {
    let mut parts: Vec<Part<'q>> = Vec::new();
    let mut sentence = 0;
    let mut end = 0;
    for word in whole_words(quote) {
        if quote[end..word.start].contains('\n') {
            sentence += usize::from(quote[end..word.start].contains("\n\n"));
            parts.push(Part { word: Word { text: "\n", ..word }, folded: "\n".to_owned(), value: None, sentence });
        }
        end = word.end();
        let value = values.iter().position(|value| word.start < value.bytes.end && value.bytes.start < word.end());
        if value.is_some() && parts.last().is_some_and(|last| last.value == value) {
            continue;
        }
        parts.push(Part { word, folded: plain(&word.folded()), value, sentence });
        let behind = &quote[word.end()..];
        let is_short = || parts.iter().rev().nth(1).is_some_and(|last| is_abbreviated(&last.folded));
        let goes_on = || behind.trim_start().starts_with(|c: char| c.is_lowercase() || c.is_numeric());
        let stops = behind.is_empty() || behind.starts_with(char::is_whitespace) || !word.text.is_ascii();
        sentence += usize::from(
            word.text.starts_with(ends_sentence) && stops && !(word.text == "." && (goes_on() || is_short())),
        );
    }
    parts
}

struct Said<'q> {
    called: &'q Called,
    key: &'q KeyDef,
    own: Vec<String>,
    is_asked: bool,
    parts: Vec<Part<'q>>,
    values: &'q [Scanned],
    quote: &'q str,
}

impl Said<'_> {
    /// A number, a quantity, money or a day. Said plainly once is said.
    fn amount(&self, value: &Value) -> Option<Missing> {
        let says =
            |at: &usize| self.found(*at).is_some_and(|found| found.form != Form::Unclear && found.value.carries(value));
        let mut objections = (0..self.parts.len()).filter(says).map(|at| self.objection(at));
        objections.try_fold(None, |first, one| one.map(|one| first.or(Some(one)))).flatten()
    }

    fn objection(&self, at: usize) -> Option<Missing> {
        self.asks(at)
            .or_else(|| self.unsure(at, PLANNED))
            .or_else(|| self.bound(at))
            .or_else(|| self.not_now(at))
            .or_else(|| self.changed(at))
            .or_else(|| (!self.is_attached(at)).then(|| self.unsaid()))
    }

    /// A yes or no, in some sentence that speaks of the key.
    fn yes_or_no(&self, yes: bool) -> Option<Missing> {
        let named: Vec<usize> = (0..self.parts.len()).filter(|at| self.is_own(*at)).collect();
        let looked_at = if named.is_empty() { (0..self.parts.len().min(1)).collect() } else { named };
        let denied = negations(self.quote);
        let objection = |at: &usize| {
            let limit = || self.sentence(*at).find(|at| self.parts[*at].is(LIMITS)).map(|at| self.certainty(at));
            let clause = self.clause(*at);
            let is_denied = || {
                denied.iter().any(|denial| clause.contains(&denial.start))
                    || whole_words(&self.quote[clause.clone()]).any(|word| is_forbidding(&word.folded()))
            };
            let is_of_another = !yes && self.is_own(*at) && !is_denied();
            self.asks(*at)
                .or_else(|| self.unsure(*at, DEMANDS))
                .or_else(limit)
                .or_else(|| self.past(*at))
                .or_else(|| is_of_another.then(|| self.unsaid()))
        };
        let mut objections = looked_at.iter().map(objection);
        objections.try_fold(None, |first, one| one.map(|one| first.or(Some(one)))).flatten()
    }

    /// One of the names that a key may have, of which a quote may say several.
    fn choice(&self, text: &str) -> Option<Missing> {
        let is_named = |name: &str| self.place(name).is_some();
        let others = self.key.values.iter().filter(|choice| choice.name != text && is_named(&choice.name));
        let at = self.place(text).map_or(0, |place| place.start);
        let is_one_of_two = others.count() > 0;
        self.asks(at).or_else(|| self.unsure(at, PLANNED)).or_else(|| is_one_of_two.then(|| self.unsaid()))
    }

    /// Words that are what a key is: "the client is Acme", "based in Berlin". They stand beside a name of the key, and
    /// nothing but what leads from the one to the other stands between.
    fn name(&self, text: &str) -> Option<Missing> {
        let Some(place) = self.place(text) else { return Some(self.unsaid()) };
        let own: Vec<usize> = (0..self.parts.len()).filter(|at| self.is_own(*at) && !place.contains(at)).collect();
        let objection =
            self.asks(place.start).or_else(|| self.unsure(place.start, PLANNED)).or_else(|| self.past(place.start));
        if objection.is_some() || own.is_empty() && self.is_asked {
            return objection;
        }
        let is_genitive = self.parts[place.end - 1].word.folded().ends_with("'s");
        let sentence = self.parts[place.start].sentence;
        let aliases = || self.key.all_aliases().map(|(_, alias)| alias);
        let leads_to = |at: usize| {
            let part = &self.parts[at];
            let of = part.is(OF)
                && !aliases().any(|alias| alias.rsplit(' ').next().is_some_and(|last| plain(last) == part.folded));
            part.value.is_none() && !of && (self.is_own(at) || has_no_matter(&part.folded) || part.is(LEADING))
        };
        let is_linked = |from: usize, to: usize| {
            (from..to).all(leads_to) && (from..to).filter(|at| !self.is_own(*at)).count() <= LINK
        };
        // "Acme, the market leader, grew": what is set apart by commas before and behind.
        let is_set_apart = |own: usize| {
            let behind = (own..self.parts.len()).find(|at| !self.is_own(*at));
            let is_closed = behind.is_none_or(|behind| self.parts[behind].folded == ",");
            is_closed && self.parts[place.end].folded == "," && is_linked(place.end + 1, own)
        };
        let beside = own.iter().any(|own| {
            self.parts[*own].sentence == sentence
                && if *own < place.start {
                    is_linked(own + 1, place.start)
                } else {
                    !is_genitive && (is_linked(place.end, *own) || is_set_apart(*own))
                }
        });
        // One of several: "Acme and Bolt are clients", "the clients are Acme and Bolt".
        let joins = |at: usize| self.parts.get(at).is_some_and(|part| part.is(JOINS));
        let is_name = |at: usize| self.parts.get(at).is_some_and(|part| part.word.text.starts_with(char::is_uppercase));
        let several = place.start.checked_sub(1).is_some_and(joins) || joins(place.end) && is_name(place.end + 1);
        let replaced = self.sentence(place.start).find(|at| self.parts[*at].is(REPLACING));
        match replaced {
            Some(at) => Some(self.certainty(at)),
            None => (!beside || several).then(|| self.unsaid()),
        }
    }

    /// Where the words of `text` stand, one behind the other.
    fn place(&self, text: &str) -> Option<std::ops::Range<usize>> {
        let wanted: Vec<String> = whole_words(text).filter(Word::is_word).map(|word| plain(&word.folded())).collect();
        let of: Vec<(usize, String)> =
            (0..self.parts.len()).flat_map(|at| self.words_of(at).map(move |word| (at, word))).collect();
        let starts = of.windows(wanted.len().max(1)).find(|window| window.iter().map(|(_, word)| word).eq(&wanted))?;
        Some(starts.first()?.0..starts.last()?.0 + 1)
    }

    fn words_of(&self, at: usize) -> impl Iterator<Item = String> + '_ {
        let part = &self.parts[at];
        let text = part.value.map_or(part.word.text, |value| &self.quote[self.values[value].bytes.clone()]);
        whole_words(text).filter(Word::is_word).map(|word| plain(&word.folded()))
    }

    fn found(&self, at: usize) -> Option<&Scanned> {
        self.parts[at].value.map(|value| &self.values[value])
    }

    fn is_own(&self, at: usize) -> bool {
        let part = &self.parts[at];
        part.value.is_none() && part.word.is_word() && self.own.iter().any(|own| is_like(own, &part.folded))
    }

    /// Whether the key itself says so: of what may be so high at most, "may" and "at most" are said plainly.
    fn is_meant(&self, folded: &str) -> bool {
        let names = std::iter::once(self.key.label.as_str()).chain(self.key.all_aliases().map(|(_, alias)| alias));
        names
            .chain([self.key.question.as_str()])
            .any(|name| whole_words(name).any(|word| plain(&word.folded()) == folded))
    }

    fn is_limit(&self) -> bool {
        self.own.iter().any(|own| own.starts_with("max") || is_among(own, LIMIT_NAMES))
    }

    fn sentence(&self, at: usize) -> impl DoubleEndedIterator<Item = usize> + '_ {
        let sentence = self.parts.get(at).map(|part| part.sentence);
        (0..self.parts.len()).filter(move |at| Some(self.parts[*at].sentence) == sentence)
    }

    /// The bytes of what is said together with a part: an "and" parts only what has a verb before it.
    fn clause(&self, at: usize) -> std::ops::Range<usize> {
        let has_verb = |to: usize| (0..to).any(|at| self.parts[at].is(VERBS));
        let parts = |at: &usize| {
            let part = &self.parts[*at];
            part.is(SETS_APART) && part.folded != "," || (part.is(JOINS) || part.folded == ",") && has_verb(*at)
        };
        let sentence: Vec<usize> = self.sentence(at).collect();
        let (before, behind): (Vec<usize>, Vec<usize>) = sentence.into_iter().partition(|part| *part <= at);
        let first = before.iter().rev().take_while(|at| !parts(at)).last().copied().unwrap_or(at);
        let last = behind.iter().take_while(|at| !parts(at)).last().copied().unwrap_or(at);
        self.parts[first].word.start..self.parts[last].word.end()
    }

    fn asks(&self, at: usize) -> Option<Missing> {
        let last = self.sentence(at).next_back()?;
        self.parts[last].is("? ？ ؟").then(|| self.certainty(last))
    }

    /// A word that makes what is said at a part a guess, a wish or a condition.
    fn unsure(&self, at: usize, certain: &str) -> Option<Missing> {
        let hedges = |at: &usize| {
            let part = &self.parts[*at];
            let folded = part.word.folded();
            part.value.is_none()
                && is_hedge(&folded)
                && !is_among(&folded, certain)
                && !part.is(NEAR)
                && !self.is_meant(&part.folded)
        };
        let ends = |near: &usize| self.parts[*near].is(SETS_APART) && self.parts[*near].folded != ",";
        let (before, behind): (Vec<usize>, Vec<usize>) = self.sentence(at).partition(|part| *part < at);
        let comma = behind.iter().copied().find(|at| self.parts[*at].folded == ",").unwrap_or(usize::MAX);
        // "800 came, I think", but not "it is 3 m high, the door may be closed".
        let behind = behind.into_iter().take_while(|at| !ends(at) && !self.parts[*at].is(JOINS));
        let behind = behind.take_while(|at| *at <= comma.saturating_add(BESIDE));
        let mut near = before.into_iter().rev().take_while(|at| !ends(at)).chain(behind);
        near.find(hedges).map(|at| self.certainty(at))
    }

    /// What says that a value is not just that: "fewer than", "about", "or more", "half of".
    fn bound(&self, at: usize) -> Option<Missing> {
        let denies = || !negations(self.quote).is_empty();
        let is_free = |bound: usize| {
            let part = &self.parts[bound];
            let lower = part.is(LOWER) || part.is(" than als que ") && bound > 0 && self.parts[bound - 1].is(MORE);
            self.is_meant(&part.folded) || self.is_limit() && (!lower || denies())
        };
        let pair = |at: usize| format!("{} {}", self.parts[at - 1].folded, self.parts[at].folded);
        let is_date = self.found(at).is_some_and(|found| matches!(found.value, Value::Date(_)));
        let bounds_here = |near: usize| {
            let part = &self.parts[near];
            part.is(NEAR)
                || bounds(self.quote, &part.word)
                || near > 0 && near + 1 == at && PAIRS.contains(&&*pair(near))
                || is_date && near + 1 == at && part.is(" before after vor nach avant apres antes despues ")
        };
        let mut left = BESIDE;
        let before = (0..at).rev().take_while(|near| {
            let part = &self.parts[*near];
            let near_enough =
                left > 0 && part.value.is_none() && part.sentence == self.parts[at].sentence && !part.parts();
            left -= usize::from(near_enough && !has_no_matter(&part.folded));
            near_enough
        });
        let behind = [at + 1, at + 2].into_iter().filter(|near| {
            let Some(part) = self.parts.get(*near) else { return false };
            *near == at + 1 && (part.is(NEAR_BEHIND) || bounds(self.quote, &part.word))
                || *near == at + 2 && PAIRS_BEHIND.contains(&&*pair(*near))
        });
        let found = before.filter(|near| bounds_here(*near)).chain(behind).find(|bound| !is_free(*bound))?;
        Some(self.certainty(found))
    }

    /// What a value was before, or is not: "from 60 to 75", "instead of 60", "formerly 60".
    fn not_now(&self, at: usize) -> Option<Missing> {
        self.left_behind(at).map(|at| self.certainty(at)).or_else(|| self.past(at))
    }

    fn left_behind(&self, at: usize) -> Option<usize> {
        let before = at.checked_sub(1).filter(|before| self.parts[*before].sentence == self.parts[at].sentence)?;
        let (part, ahead) = (&self.parts[before], before.checked_sub(1).map(|ahead| &self.parts[ahead]));
        let changes = || self.sentence(at).any(|at| self.parts[at].is(CHANGES));
        // "Grew by 12 % from 2019" gives a year and no change of it.
        let leads_on = || {
            let mut behind = self.sentence(at).filter(|behind| *behind > at);
            behind.next().is_some_and(|next| self.parts[next].is(" to auf a bis hasta zu "))
        };
        let from = part.is(" from von de du desde ")
            && (leads_on() && changes() || ahead.is_some_and(|ahead| ahead.is(" up down ")));
        let instead = part.is(" statt anstatt versus vs gegenuber against unlike ")
            || ahead.is_some_and(|ahead| INSTEAD.contains(&&*format!("{} {}", ahead.folded, part.folded)));
        let denied = part.is(" not nicht kein keine no pas ");
        (from || instead || denied).then_some(before)
    }

    /// A word that says that what a value is was so. Behind a value it speaks of the next.
    fn past(&self, at: usize) -> Option<Missing> {
        let is_past = |at: &usize| {
            let used_to = || self.parts[*at].is(" used ") && self.parts.get(at + 1).is_some_and(|next| next.is(" to "));
            (self.parts[*at].is(PAST) || used_to()) && !self.is_meant(&self.parts[*at].folded)
        };
        let is_near = |near: &usize| *near < at || self.parts[at].value.is_none();
        self.sentence(at).filter(is_near).find(is_past).map(|at| self.certainty(at))
    }

    /// By how much something changed, and that it fell where the key says that it grew.
    fn changed(&self, at: usize) -> Option<Missing> {
        let is_change = self.own.iter().any(|own| is_among(own, GROWTH) || is_among(own, DIFFERENCE));
        let grows =
            self.own.iter().any(|own| is_among(own, GROWTH)) && !self.own.iter().any(|own| is_among(own, FALLS));
        let verb = || self.sentence(at).find(|at| self.parts[*at].is(CHANGES));
        let by = at
            .checked_sub(1)
            .filter(|before| self.parts[*before].is(" by um "))
            .filter(|_| !is_change && verb().is_some());
        let falls = || self.sentence(at).find(|at| grows && self.parts[*at].is(FALLS));
        let fell =
            || falls().map(|at| Missing { kind: MissingKind::Negation, text: self.parts[at].word.text.to_owned() });
        by.map(|at| self.certainty(at)).or_else(fell)
    }

    /// Whether no other value of the quote, and no other key, is nearer.
    fn is_attached(&self, at: usize) -> bool {
        if self.is_named_otherwise(at) {
            return false;
        }
        let Some(found) = self.found(at) else { return true };
        let rivals: Vec<usize> = (0..self.parts.len())
            .filter(|other| {
                self.found(*other).is_some_and(|other| is_rival(&found.value, &other.value))
                    && self.left_behind(*other).is_none()
            })
            .collect();
        if rivals.is_empty() {
            return true;
        }
        let live: Vec<usize> = rivals.iter().copied().chain([at]).collect();
        let scores: Vec<usize> = (0..self.parts.len())
            .filter(|own| self.is_own(*own) && !self.is_joined(*own, &live))
            .filter_map(|own| {
                let near = live
                    .iter()
                    .filter_map(|value| Some((self.distance(own, *value, &live)?, usize::MAX - value, *value)));
                near.min().map(|(_, _, value)| value)
            })
            .collect();
        let score = |value: usize| scores.iter().filter(|scored| **scored == value).count();
        rivals.iter().all(|rival| score(at) > score(*rival) && self.is_of_its_own(*rival, &live))
    }

    /// "A €5 deposit", "a width of 3 m": whose value it is is said beside it.
    fn is_named_otherwise(&self, at: usize) -> bool {
        let is_other = |near: usize| {
            let part = &self.parts[near];
            part.sentence == self.parts[at].sentence && !self.is_own(near) && self.called.counts(&part.folded)
        };
        let leads = |near: &usize| self.parts[*near].is(" of is are was : = at de es est von ist betragt ");
        let before = (0..at).rev().find(|near| !leads(near)).filter(|near| near + 1 < at);
        let behind = Some(at + 1).filter(|behind| *behind < self.parts.len());
        // "The price of 5 visitors" counts what "of" names: only what nothing leads over from is the value's own noun.
        before.is_some_and(is_other) && !behind.is_some_and(|at| self.is_own(at)) || behind.is_some_and(is_other)
    }

    /// How many words stand between a word and a value, if nothing parts them.
    fn distance(&self, own: usize, value: usize, live: &[usize]) -> Option<usize> {
        let between = own.min(value) + 1..own.max(value);
        let is_near = self.parts[own].sentence == self.parts[value].sentence
            && between.len() < FAR
            && !between.clone().any(|at| self.parts[at].parts() || live.contains(&at));
        is_near.then_some(between.len())
    }

    /// "Height and width are 3 m and 6 m": which is which is said by the order alone.
    fn is_joined(&self, own: usize, live: &[usize]) -> bool {
        let mut before = self
            .sentence(own)
            .filter(|at| *at < own)
            .rev()
            .skip_while(|at| has_no_matter(&self.parts[*at].folded) && !self.parts[*at].is(JOINS));
        let first = self.sentence(own).find(|at| live.contains(at));
        before.next().is_some_and(|at| self.parts[at].is(JOINS)) && first.is_some_and(|first| own < first)
    }

    /// Whether something is said of another value that is not said of the key: "6 m wide", where a height is asked for. "5 %
    /// in May and 7 % in June" are two of the same.
    fn is_of_its_own(&self, rival: usize, live: &[usize]) -> bool {
        let within = |at: &usize| live.contains(at);
        let before = self.sentence(rival).rev().filter(|at| *at < rival).take_while(|at| !within(at));
        let behind = self.sentence(rival).filter(|at| *at > rival).take_while(|at| !within(at));
        before.chain(behind).any(|at| {
            let part = &self.parts[at];
            let is_placed = at > 0 && self.parts[at - 1].is(PREPOSITIONS);
            part.value.is_none()
                && part.word.is_word()
                && !self.is_own(at)
                && !has_no_matter(&part.folded)
                && !(part.is(PREPOSITIONS) || part.is(TIMES) || part.is(CHANGES) || part.is(JOINS) || part.is(NEAR))
                && (!is_placed || self.called.counts(&part.folded))
        })
    }

    fn certainty(&self, at: usize) -> Missing {
        Missing { kind: MissingKind::Certainty, text: self.parts[at].word.text.to_owned() }
    }

    fn unsaid(&self) -> Missing {
        Missing { kind: MissingKind::Value, text: self.key.label.clone() }
    }
}

/// Whether a quote that says both might mean the one where the other is claimed.
fn is_rival(claimed: &Value, other: &Value) -> bool {
    let is_count = |value: &Value| match value {
        Value::Number(_) => true,
        Value::Dimension(quantity) => quantity.unit.measure().is_count(),
        _ => false,
    };
    let is_alike = match (claimed, other) {
        (Value::Dimension(a), Value::Dimension(b)) => a.unit.measure() == b.unit.measure(),
        (Value::Currency(_), Value::Currency(_)) | (Value::Date(_), Value::Date(_)) => true,
        (a, b) => is_count(a) && is_count(b),
    };
    is_alike && !other.carries(claimed)
}

const JOINS: &str = " and or & und oder et ou y e o ";
const SETS_APART: &str =
    " , ; | \n but because aber sondern mais pero ma while whereas wahrend tandis mientras 、 ， ； ، ";
const OF: &str = " of de du des von vom del ";
const LEADING: &str =
    " : = as called named selected chosen with by located heisst hiess lautet lauten bleibt remains named";
const VERBS: &str = " is are was were be been has have had may can must will shall do does did ist sind war waren wird werden \
    hat haben darf durfen kann konnen muss mussen gibt est sont sera a ont peut peuvent doit es son esta estan hay puede \
    pueden debe ";
const PREPOSITIONS: &str = " in on at for by of from to during since per among with under within im am um an auf bei fur von vom zu \
    zum zur bis seit unter mit pro en dans pour par de du des a au aux depuis chez del al para por desde con ";
const TIMES: &str = " year years month months week weeks day days quarter today now then last next this previous current earlier \
    later ago jahr jahre jahren monat monate woche tag heute jetzt dann letztes letzten nachstes nachsten dieses an annee \
    mois semaine jour aujourd'hui ano anos mes meses semana dia hoy ahora ";

/// What is planned is what a plan says.
const PLANNED: &str = " will shall must can should plan plans planned intends expect expects expected propose will wollen soll \
    sollen sollte sollten muss müssen kann können plant planen geplant doit peut peuvent devrait devraient prévu debe puede \
    pueden debería ";
/// What takes a part out of a yes.
const LIMITS: &str = " only except unless apart until partly nur ausser ausgenommen teilweise sauf seulement uniquement jusqu'a salvo \
    excepto solo solamente hasta ";
const NEAR: &str = " almost nearly about around roughly approximately circa ca approx some least most over under above below \
    exceeding beyond than maximum minimum max min half twice double triple third quarter etwa ungefahr rund fast beinahe \
    knapp mindestens hochstens uber unter maximal minimal halfte doppelt doppelte environ presque maximum moitie casi \
    aproximadamente unos unas mitad doble maximo minimo hasta ~ ≈ < > ≤ ≥ ± ";
const LOWER: &str = " least over above exceeding beyond minimum min mindestens uber minimal minimo > ≥ ";
const MORE: &str = " more greater higher longer heavier wider larger mehr plus mas ";
const PAIRS: &[&str] = &[
    "up to",
    "close to",
    "bis zu",
    "mehr als",
    "weniger als",
    "au moins",
    "au plus",
    "plus de",
    "moins de",
    "pres de",
    "jusqu'a",
    "al menos",
    "mas de",
    "menos de",
    "cerca de",
    "alrededor de",
    "jusque a",
];
const NEAR_BEHIND: &str = " + plus maximum minimum max min upwards hochstens mindestens maximal minimal ";
const PAIRS_BEHIND: &[&str] = &[
    "or more",
    "or less",
    "or so",
    "or fewer",
    "or over",
    "at least",
    "at most",
    "and more",
    "and over",
    "and above",
    "oder mehr",
    "oder weniger",
    "und mehr",
    "ou plus",
    "ou moins",
    "o mas",
    "o menos",
    "y mas",
];
const INSTEAD: &[&str] = &[
    "instead of",
    "rather than",
    "compared with",
    "compared to",
    "im vergleich",
    "au lieu",
    "lieu de",
    "lugar de",
    "vez de",
    "frente a",
    "rapport a",
    "ahead of",
];
const PAST: &str = " formerly former previously previous originally earlier ehemals ehemaliger fruher fruhere bisher bisherige \
    ursprunglich vormals ancien ancienne auparavant anciennement initialement antes anterior anteriormente antiguo \
    antigua originalmente until ";
const REPLACING: &str = " overtook overtakes overtaken replaced replaces replacing succeeded succeeds ousted beat beats lost loses left \
    leaves instead unlike uberholte uberholt abgelost ersetzt ersetzte statt depasse remplace remplacee supero reemplazo \
    reemplaza sustituyo ";
const LIMIT_NAMES: &str = " limit cap ceiling deadline due exceed hochst plafond tope obergrenze frist limite ";
const GROWTH: &str = " growth grew growing increase rise wachstum croissance crecimiento hausse erhohung preiserhohung aumento profit \
    gewinn benefice beneficio ganancia income ";
const DIFFERENCE: &str = " change cut reduction difference savings anderung preisanderung variation variacion ";
const CHANGES: &str = " rose rise rises rising risen raised raise raises increased increase increases increasing grew grow grows grown \
    growing fell fall falls fallen dropped drop drops decreased decrease decreases declined decline declines cut cuts reduced \
    reduce reduces went goes gone changed change changes moved move moves postponed brought lowered lower shrank shrunk shifted \
    stieg steigt gestiegen erhoht erhohte wuchs wachst gewachsen sank sinkt gesunken gesenkt senkte verschoben verschob geandert \
    passe passee passer augmente augmentee baisse baissee reporte reportee subio sube bajo baja aumento aumenta paso cambio \
    crecio ";
const FALLS: &str = " fell fall falls fallen dropped drop drops decreased decrease decreases declined decline declines shrank shrink \
    shrinks shrunk contracted contraction lost loss losses cut sank sinkt gesunken geschrumpft schrumpfte schrumpft ruckgang \
    verlust zuruckgegangen baisse recul recule perte cayo cae bajo disminuyo perdida caida ";
