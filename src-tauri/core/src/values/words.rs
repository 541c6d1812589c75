//! The words that have to do with values, in four languages, and how they are looked up.
//!
//! Tables are built once. A word that is in none of them is ruled out by its first letter and length, before anything
//! is hashed: that is nearly every word of a text.

use std::collections::HashMap;
use std::sync::LazyLock;

use super::Currency;
use super::unit::Unit;
use crate::language::Lexicon;

/// The longest word worth looking up, in bytes.
pub(super) const MAX_WORD: usize = 40;

/// The meanings of a word. A word may say several things ("sept": seven, September); what is around it decides.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Meaning {
    pub(super) number: Option<NumberWord>,
    pub(super) month: Option<Month>,
    pub(super) period: Option<Period>,
    /// The digits behind it name somebody or something: "Tel.", "IBAN".
    pub(super) names: bool,
    /// Half of the time behind it: "half an hour", "halbe Stunde".
    pub(super) is_half: bool,
}

/// A part of a year that is counted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Period {
    Quarter,
    Half,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct NumberWord {
    pub(super) value: u32,
    /// It is a number only if a unit, a currency or a magnitude follows: "one", "ein", French "neuf" (new).
    pub(super) shy: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Month {
    pub(super) number: i8,
    /// It is a common word or a clipped one too: a day without a year does not make it a date in lower case.
    pub(super) shy: bool,
}

/// Looks up a word that may begin a value; `folded` is in lower case.
pub(super) fn opening(folded: &str) -> Option<Meaning> {
    OPENINGS.get(folded)
}

impl Unit {
    /// Reads a symbol or a word: `cm`, `metres`, `Quadratmeter`, `mètres carrés`, `%`.
    pub fn parse(text: &str) -> Option<Self> {
        unit(text.trim())
    }
}

/// A unit by symbol (case matters), else by word.
pub(super) fn unit(text: &str) -> Option<Unit> {
    if let Some(unit) = UNIT_SYMBOLS.get(text) {
        return Some(unit);
    }
    let mut buffer = [0; MAX_WORD];
    let folded = fold_into(text, &mut buffer)?;
    UNIT_WORDS.get(folded)
}

/// A unit symbol in which case matters.
pub(super) fn unit_symbol(text: &str) -> Option<Unit> {
    UNIT_SYMBOLS.get(text)
}

/// A unit word, in lower case.
pub(super) fn unit_word(folded: &str) -> Option<Unit> {
    UNIT_WORDS.get(folded)
}

/// Returns whether it is too common a word or letter to be a unit wherever it follows a number: "5 in the morning".
pub(super) fn is_shy_unit(text: &str) -> bool {
    matches!(text, "in" | "A" | "d" | "K" | "B" | "N" | "J" | "To" | "Go" | "Mo" | "Po" | "quarter" | "quarters")
}

/// The language of a unit's spelling.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Spelling {
    /// German, French or Spanish alone: "Stunden", "mètres", "litros".
    NotEnglish,
    /// German by its capital, which an English title has too: "Liter".
    German,
    Shared,
}

/// Returns the language of the spelling `text`, by its first word: what follows, as in "metros cuadrados", is of the
/// same tongue.
pub(super) fn spelling(text: &str) -> Spelling {
    /// Endings of words that count in one of the three and not in English, or the whole of them.
    const NOT_ENGLISH: &[&str] = &[
        "metern",
        "metro",
        "metros",
        "litern",
        "litro",
        "litros",
        "gramm",
        "gramo",
        "gramos",
        "vatio",
        "vatios",
        "stunde",
        "stunden",
        "sekunde",
        "sekunden",
        "segundo",
        "segundos",
        "heure",
        "heures",
        "hora",
        "horas",
        "minuten",
        "minuto",
        "minutos",
        "tage",
        "tagen",
        "jours",
        "dias",
        "wochen",
        "semaines",
        "semanas",
        "monate",
        "monaten",
        "mois",
        "meses",
        "jahre",
        "jahren",
        "ans",
        "quartale",
        "tonnen",
        "toneladas",
        "hektar",
        "meilen",
        "millas",
        "zoll",
        "fuss",
        "pieds",
        "pies",
        "pulgadas",
        "pouces",
        "personen",
        "menschen",
        "leute",
        "personnes",
        "personas",
        "piezas",
        "voltios",
        "amperios",
        "prozent",
        "gallonen",
        "galones",
    ];
    let word = text.split(|c: char| !c.is_alphabetic()).next().unwrap_or(text);
    let mut buffer = [0; MAX_WORD];
    let Some(folded) = fold_into(word, &mut buffer) else { return Spelling::Shared };
    let compound = ["quadrat", "kubik"].iter().any(|first| folded.starts_with(first));
    if compound || !folded.is_ascii() || NOT_ENGLISH.iter().any(|end| folded.ends_with(end)) {
        return Spelling::NotEnglish;
    }
    let capital = word.starts_with(|c: char| c.is_ascii_uppercase());
    let plain = ["meter", "liter", "kilo", "watt"].iter().any(|end| folded.ends_with(end));
    if capital && plain { Spelling::German } else { Spelling::Shared }
}

/// A currency by symbol or word. Codes are not here: see [`Currency::from_code`].
pub(super) fn currency(text: &str) -> Option<Currency> {
    if let Some(currency) = CURRENCY_SIGNS.iter().find(|(sign, _)| *sign == text) {
        return Currency::from_code(currency.1);
    }
    let mut buffer = [0; MAX_WORD];
    currency_word(fold_into(text, &mut buffer)?)
}

pub(super) fn currency_word(folded: &str) -> Option<Currency> {
    CURRENCY_TABLE.get(folded)
}

/// The sign that `text` begins with, and its length. Longer signs come first in the table.
pub(super) fn currency_sign(text: &[u8]) -> Option<(Currency, usize)> {
    let may_be = match text.first()? {
        b'$' | b'z' | 0x80.. => true,
        // The letters of `US$` and `CN¥`.
        b'A'..=b'Z' => text.iter().take(4).any(|byte| matches!(byte, b'$' | 0xc2)),
        _ => false,
    };
    if !may_be {
        return None;
    }
    let (sign, code) = CURRENCY_SIGNS.iter().find(|(sign, _)| text.starts_with(sign.as_bytes()))?;
    Some((Currency::from_code(code)?, sign.len()))
}

/// The power of ten that a word multiplies by.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Magnitude {
    /// The same to all who use the word.
    Power(u32),
    /// No English word, so that a point before three digits sets off thousands: "1.500 Mio.".
    Foreign(u32),
    /// In English this; another number in German, French and Spanish.
    English(u32),
    /// Not in English, where it is slang for a million: "5 mil".
    NotEnglish(u32),
    /// Read by nobody alike, or larger than what is counted here.
    Unclear,
}

/// Returns what a word multiplies by; `folded` is in lower case, without a final dot.
pub(super) fn magnitude(folded: &str) -> Option<Magnitude> {
    use Magnitude::{English, Foreign, NotEnglish, Power, Unclear};
    Some(match folded {
        "hundred" => Power(2),
        "hundert" => Foreign(2),
        "thousand" | "thousands" => Power(3),
        "tausend" | "tsd" | "mille" => Foreign(3),
        "mil" => NotEnglish(3),
        "lakh" | "lakhs" => Power(5),
        "million" | "millions" | "mln" | "mn" => Power(6),
        "millionen" | "mio" | "millón" | "millon" | "millones" => Foreign(6),
        "crore" | "crores" => Power(7),
        "bn" | "bln" => Power(9),
        "billion" | "billions" => English(9),
        "milliarde" | "milliarden" | "mrd" | "mia" | "milliard" | "milliards" => Foreign(9),
        "tn" | "trn" => Power(12),
        "trillion" | "trillions" => English(12),
        "billionen" | "billones" | "billón" | "billon" => Foreign(12),
        "billiarde" | "billiarden" | "trillionen" | "trilliarden" | "trillón" | "trillon" | "trillones" => Unclear,
        _ => return None,
    })
}

/// Returns the ordinal that a word says, up to the fourth; `folded` is in lower case.
pub(super) fn ordinal(folded: &str) -> Option<i8> {
    Some(match folded {
        "first" | "erste" | "ersten" | "erster" | "erstes" | "erstem" | "premier" | "première" | "primer"
        | "primero" | "primera" | "i" => 1,
        "second" | "zweite" | "zweiten" | "zweiter" | "zweites" | "zweitem" | "deuxième" | "seconde" | "segundo"
        | "segunda" | "ii" => 2,
        "third" | "dritte" | "dritten" | "dritter" | "drittes" | "drittem" | "troisième" | "tercer" | "tercero"
        | "tercera" | "iii" => 3,
        "fourth" | "vierte" | "vierten" | "vierter" | "viertes" | "viertem" | "quatrième" | "cuarto" | "cuarta"
        | "iv" => 4,
        _ => return None,
    })
}

/// Lower case for the letters of the four languages, into `buffer`. `None` if it is too long.
pub(super) fn fold_into<'a>(text: &str, buffer: &'a mut [u8]) -> Option<&'a str> {
    let into = buffer.get_mut(..text.len())?;
    let mut after_c3 = false;
    for (to, byte) in into.iter_mut().zip(text.bytes()) {
        *to = match byte {
            b'A'..=b'Z' => byte | 0x20,
            // À to Þ, but not ×.
            0x80..=0x9e if after_c3 && byte != 0x97 => byte | 0x20,
            other => other,
        };
        after_c3 = byte == 0xc3;
    }
    std::str::from_utf8(into).ok()
}

/// Spellings and what they say.
struct WordTable<T> {
    entries: HashMap<&'static str, T>,
    /// For each first byte, the lengths of the spellings that begin with it, as bits.
    lengths: [u64; 256],
}

impl<T: Copy> WordTable<T> {
    fn new(entries: HashMap<&'static str, T>) -> Self {
        let mut lengths = [0; 256];
        for spelling in entries.keys() {
            if let Some(first) = spelling.as_bytes().first() {
                lengths[usize::from(*first)] |= 1 << spelling.len().min(63);
            }
        }
        Self { entries, lengths }
    }

    fn get(&self, spelling: &str) -> Option<T> {
        let first = spelling.as_bytes().first()?;
        let may_be = self.lengths[usize::from(*first)] >> spelling.len().min(63) & 1 == 1;
        may_be.then(|| self.entries.get(spelling).copied()).flatten()
    }
}

static OPENINGS: LazyLock<WordTable<Meaning>> = LazyLock::new(|| {
    let mut words: HashMap<&'static str, Meaning> = HashMap::new();
    for (value, spellings) in NUMBER_WORDS {
        for spelling in *spellings {
            let shy = SHY_NUMBERS.contains(spelling);
            words.entry(spelling).or_default().number = Some(NumberWord { value: *value, shy });
        }
    }
    for (index, spellings) in MONTHS.iter().enumerate() {
        let number = i8::try_from(index + 1).unwrap_or(1);
        for spelling in *spellings {
            let shy = spelling.len() <= 4 && *spelling != "mai" && *spelling != "juin" && *spelling != "mayo"
                || *spelling == "march";
            words.entry(spelling).or_default().month = Some(Month { number, shy });
        }
    }
    for (period, spellings) in PERIODS {
        for spelling in *spellings {
            words.entry(spelling).or_default().period = Some(*period);
        }
    }
    for word in Lexicon::all()
        .family("amount")
        .filter(|(class, _)| *class == "registration")
        .flat_map(|(_, line)| line.split_whitespace())
    {
        words.entry(word).or_default().names = true;
    }
    for half in HALVES {
        words.entry(half).or_default().is_half = true;
    }
    WordTable::new(words)
});

static UNIT_SYMBOLS: LazyLock<WordTable<Unit>> = LazyLock::new(|| {
    let mut symbols = HashMap::new();
    for (unit, row) in Unit::all() {
        symbols.extend(std::iter::once(row.symbol).chain(row.symbols()).map(|symbol| (symbol, unit)));
    }
    for (capital, symbol) in [("KM", "km"), ("CM", "cm"), ("MM", "mm"), ("KG", "kg")] {
        if let Some(unit) = symbols.get(symbol).copied() {
            symbols.insert(capital, unit);
        }
    }
    WordTable::new(symbols)
});

static UNIT_WORDS: LazyLock<WordTable<Unit>> = LazyLock::new(|| {
    let mut words = HashMap::new();
    for (unit, row) in Unit::all() {
        words.extend(row.words().map(|word| (word, unit)));
        // A symbol that is a word, as "month", is read in any case.
        if row.symbol.len() >= 4 && row.symbol.bytes().all(|byte| byte.is_ascii_lowercase()) {
            words.insert(row.symbol, unit);
        }
    }
    WordTable::new(words)
});

static CURRENCY_TABLE: LazyLock<WordTable<Currency>> = LazyLock::new(|| {
    let rows = CURRENCY_WORDS.iter().filter_map(|(code, words)| Some((Currency::from_code(code)?, words)));
    WordTable::new(rows.flat_map(|(currency, words)| words.iter().map(move |word| (*word, currency))).collect())
});

/// Returns the currency if `word` is a code as text writes it: in capitals.
pub(super) fn code(word: &str) -> Option<Currency> {
    (word.len() == 3 && word.bytes().all(|byte| byte.is_ascii_uppercase())).then(|| Currency::from_code(word)).flatten()
}

/// Longer ones first. A bare `$` is the dollar of the United States, `¥` the yen, `kr` the Swedish krona.
const CURRENCY_SIGNS: &[(&str, &str)] = &[
    ("US$", "USD"),
    ("USD$", "USD"),
    ("CA$", "CAD"),
    ("C$", "CAD"),
    ("AU$", "AUD"),
    ("A$", "AUD"),
    ("NZ$", "NZD"),
    ("HK$", "HKD"),
    ("S$", "SGD"),
    ("R$", "BRL"),
    ("MX$", "MXN"),
    ("NT$", "TWD"),
    ("$", "USD"),
    ("€", "EUR"),
    ("£", "GBP"),
    ("CN¥", "CNY"),
    ("JP¥", "JPY"),
    ("¥", "JPY"),
    ("￥", "JPY"),
    ("₹", "INR"),
    ("₽", "RUB"),
    ("₩", "KRW"),
    ("₺", "TRY"),
    ("₪", "ILS"),
    ("₴", "UAH"),
    ("₫", "VND"),
    ("₱", "PHP"),
    ("฿", "THB"),
    ("₦", "NGN"),
    ("₡", "CRC"),
    ("₲", "PYG"),
    ("₸", "KZT"),
    ("₾", "GEL"),
    ("zł", "PLN"),
    ("円", "JPY"),
    ("元", "CNY"),
    ("원", "KRW"),
];

const CURRENCY_WORDS: &[(&str, &[&str])] = &[
    ("EUR", &["euro", "euros"]),
    (
        "USD",
        &[
            "dollar",
            "dollars",
            "us dollar",
            "us dollars",
            "us-dollar",
            "dólar",
            "dólares",
            "dolares",
            "dollars américains",
            "dólares estadounidenses",
        ],
    ),
    (
        "GBP",
        &[
            "pound",
            "pounds",
            "pounds sterling",
            "sterling",
            "pfund",
            "livres sterling",
            "livre sterling",
            "libras",
            "libras esterlinas",
        ],
    ),
    (
        "CHF",
        &[
            "franken",
            "schweizer franken",
            "swiss francs",
            "francs suisses",
            "franc suisse",
            "fr.",
            "sfr.",
            "sfr",
            "francos suizos",
        ],
    ),
    ("JPY", &["yen"]),
    ("CNY", &["yuan", "renminbi", "rmb"]),
    ("INR", &["rupee", "rupees", "rs.", "rs", "rupien", "roupies", "rupias"]),
    ("SEK", &["kr", "kr.", "kronor", "schwedische kronen"]),
    ("DKK", &["danish kroner", "dänische kronen"]),
    ("NOK", &["norwegian kroner", "kroner"]),
    ("PLN", &["zł", "zloty", "zlotys", "złoty", "złotych"]),
    ("CZK", &["kč", "koruna", "korun"]),
    ("HUF", &["forint", "forints"]),
    ("RUB", &["rouble", "roubles", "ruble", "rubles", "rubel"]),
    ("BRL", &["reais", "real brasileiro"]),
    ("AUD", &["australian dollars", "dollars australiens", "dólares australianos"]),
    ("CAD", &["canadian dollars", "dollars canadiens", "dólares canadienses"]),
    ("ZAR", &["rand"]),
    ("DEM", &["d-mark", "d mark", "deutsche mark"]),
];

const NUMBER_WORDS: &[(u32, &[&str])] = &[
    (0, &["zero", "null", "zéro", "cero"]),
    (1, &["one", "ein", "eine", "einen", "einem", "einer", "un", "une", "uno", "una"]),
    (2, &["two", "zwei", "deux", "dos"]),
    (3, &["three", "drei", "trois", "tres"]),
    (4, &["four", "vier", "quatre", "cuatro"]),
    (5, &["five", "fünf", "cinq", "cinco"]),
    (6, &["six", "sechs", "seis"]),
    (7, &["seven", "sieben", "sept", "siete"]),
    (8, &["eight", "acht", "huit", "ocho"]),
    (9, &["nine", "neun", "neuf", "nueve"]),
    (10, &["ten", "zehn", "dix", "diez"]),
    (11, &["eleven", "elf", "onze", "once"]),
    (12, &["twelve", "zwölf", "douze", "doce", "dozen", "dutzend", "douzaine", "docena"]),
    (13, &["thirteen", "dreizehn", "treize", "trece"]),
    (14, &["fourteen", "vierzehn", "quatorze", "catorce"]),
    (15, &["fifteen", "fünfzehn", "quinze", "quince"]),
    (16, &["sixteen", "sechzehn", "seize", "dieciséis"]),
    (17, &["seventeen", "siebzehn", "diecisiete"]),
    (18, &["eighteen", "achtzehn", "dieciocho"]),
    (19, &["nineteen", "neunzehn", "diecinueve"]),
    (20, &["twenty", "zwanzig", "vingt", "veinte"]),
    (30, &["thirty", "dreißig", "dreissig", "trente", "treinta"]),
    (40, &["forty", "vierzig", "quarante", "cuarenta"]),
    (50, &["fifty", "fünfzig", "cinquante", "cincuenta"]),
    (60, &["sixty", "sechzig", "soixante", "sesenta"]),
    (70, &["seventy", "siebzig", "setenta"]),
    (80, &["eighty", "achtzig", "ochenta"]),
    (90, &["ninety", "neunzig", "noventa"]),
    (100, &["hundred", "hundert", "cent", "cien"]),
    (1000, &["thousand", "tausend", "mille", "mil"]),
    (1_000_000, &["million"]),
];

const SHY_NUMBERS: &[&str] = &[
    "one", "ein", "eine", "einen", "einem", "einer", "un", "une", "uno", "una", "neuf", "acht", "once", "elf", "cent",
    "sept", "null", "dos", "mil", "mille", "million", "thousand", "tausend", "hundred", "hundert", "quince", "ten",
    "tres",
];

const HALVES: &[&str] = &["half", "halbe", "halben", "halber", "halbes", "demi", "media", "medio"];

const PERIODS: &[(Period, &[&str])] =
    &[(Period::Quarter, &["quarter", "quartal", "trimestre"]), (Period::Half, &["half", "halbjahr", "semestre"])];

const MONTHS: [&[&str]; 12] = [
    &["january", "jan", "januar", "jänner", "janvier", "janv", "enero"],
    &["february", "feb", "februar", "février", "févr", "febrero"],
    &["march", "mar", "märz", "mars", "marzo"],
    &["april", "apr", "avril", "avr", "abril"],
    &["may", "mai", "mayo"],
    &["june", "jun", "juni", "juin", "junio"],
    &["july", "jul", "juli", "juillet", "juil", "julio"],
    &["august", "aug", "août", "agosto"],
    &["september", "sep", "sept", "septembre", "septiembre", "setiembre"],
    &["october", "oct", "oktober", "okt", "octobre", "octubre"],
    &["november", "nov", "novembre", "noviembre"],
    &["december", "dec", "dezember", "dez", "décembre", "diciembre"],
];
