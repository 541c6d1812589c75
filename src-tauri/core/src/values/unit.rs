//! Units, and amounts of them. Every factor is exact, so that 600 cm is 6 m and 1 inch is 2.54 cm, to the last digit.

use std::fmt;
use std::hash::{Hash, Hasher};

use rust_decimal::Decimal;

use super::ValueError;

/// What a unit measures. Two amounts can be the same only within one measure.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Measure {
    Length,
    Area,
    Volume,
    Mass,
    /// Seconds to weeks.
    Duration,
    /// Months, quarters and years: no fixed number of days.
    CalendarTime,
    Temperature,
    Power,
    Energy,
    Data,
    DataRate,
    Speed,
    Pressure,
    Force,
    Angle,
    Voltage,
    Current,
    Frequency,
    Light,
    Loudness,
    SurfaceWeight,
    Density,
    People,
    Pieces,
    /// A share of a whole.
    Share,
    /// A difference of two shares: three percentage points are not three percent.
    SharePoints,
}

impl Measure {
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Length => "length",
            Self::Area => "area",
            Self::Volume => "volume",
            Self::Mass => "weight",
            Self::Duration => "duration",
            Self::CalendarTime => "duration in months or years",
            Self::Temperature => "temperature",
            Self::Power => "power",
            Self::Energy => "energy",
            Self::Data => "data size",
            Self::DataRate => "data rate",
            Self::Speed => "speed",
            Self::Pressure => "pressure",
            Self::Force => "force",
            Self::Angle => "angle",
            Self::Voltage => "voltage",
            Self::Current => "current",
            Self::Frequency => "frequency",
            Self::Light => "brightness",
            Self::Loudness => "loudness",
            Self::SurfaceWeight => "weight by area",
            Self::Density => "density",
            Self::People => "number of people",
            Self::Pieces => "number of pieces",
            Self::Share => "percentage",
            Self::SharePoints => "difference in percentage points",
        }
    }

    /// Whether a key that expects `self` may have `other`: a span of time may be told in days or in months, though no
    /// number of days is a month.
    pub fn admits(self, other: Self) -> bool {
        let time = |measure| matches!(measure, Self::Duration | Self::CalendarTime);
        self == other || time(self) && time(other)
    }

    /// Whether it only counts, so that the bare number says as much.
    pub const fn is_count(self) -> bool {
        matches!(self, Self::People | Self::Pieces)
    }
}

/// A unit, as its place in the table.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Unit(u8);

impl Unit {
    pub const METRE: Self = Self(0);
    pub const PERCENT: Self = Self(1);
    pub const MINUTE: Self = Self(2);
    pub const SECOND: Self = Self(3);

    /// Reads a symbol or a word: `cm`, `metres`, `Quadratmeter`, `mètres carrés`, `%`.
    pub fn parse(text: &str) -> Option<Self> {
        super::words::unit(text.trim())
    }

    pub fn symbol(self) -> &'static str {
        self.row().symbol
    }

    pub fn measure(self) -> Measure {
        self.row().measure
    }

    /// Whether the symbol stands against its number: 12%, 20°.
    pub fn is_tight(self) -> bool {
        matches!(self.symbol(), "%" | "‰" | "°")
    }

    fn row(self) -> &'static UnitRow {
        UNITS.get(usize::from(self.0)).unwrap_or(&UNITS[0])
    }

    /// The amount in the measure's base unit. `None` if that cannot be told exactly.
    fn to_base(self, amount: Decimal) -> Option<Decimal> {
        let row = self.row();
        let (mantissa, scale) = row.factor;
        // The offset is 0 but for temperatures. Their base is the Rankine, in which all three scales are exact.
        let scaled = amount.checked_mul(Decimal::new(mantissa, scale))?;
        match row.offset {
            (0, _) => Some(scaled),
            (mantissa, scale) => scaled.checked_add(Decimal::new(mantissa, scale)),
        }
    }

    pub(super) fn all() -> impl Iterator<Item = (Self, &'static UnitRow)> {
        UNITS.iter().enumerate().filter_map(|(at, row)| Some((Self(u8::try_from(at).ok()?), row)))
    }
}

impl fmt::Display for Unit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.symbol())
    }
}

impl serde::Serialize for Unit {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.symbol())
    }
}

impl<'de> serde::Deserialize<'de> for Unit {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let text = <String as serde::Deserialize>::deserialize(deserializer)?;
        Self::parse(&text).ok_or_else(|| serde::de::Error::custom(ValueError::UnknownUnit(text)))
    }
}

impl fmt::Debug for Unit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.symbol())
    }
}

/// An amount of a unit, as it was written; equal to any other writing of the same amount.
#[derive(Clone, Copy, Debug)]
pub struct Quantity {
    pub amount: Decimal,
    pub unit: Unit,
    /// In the measure's base unit.
    base: Decimal,
}

impl Quantity {
    /// More digits than this could not be converted exactly.
    const MAX_MANTISSA: u128 = 10_u128.pow(16);

    /// # Errors
    /// When the amount has more than sixteen digits.
    pub fn new(amount: Decimal, unit: Unit) -> Result<Self, ValueError> {
        let amount = plain(amount);
        if amount.mantissa().unsigned_abs() > Self::MAX_MANTISSA || amount.scale() > 12 {
            return Err(ValueError::OutOfRange);
        }
        let base = unit.to_base(amount).ok_or(ValueError::OutOfRange)?;
        Ok(Self { amount, unit, base })
    }

    /// The amount in the measure's base unit, without trailing zeros.
    pub fn base(&self) -> Decimal {
        plain(self.base)
    }

    /// Digits in groups of three: `1,200.5`.
    pub(super) fn grouped(amount: Decimal) -> String {
        let text = amount.to_string();
        let (whole, rest) = text.split_at(text.find('.').unwrap_or(text.len()));
        let (sign, whole) = whole.strip_prefix('-').map_or(("", whole), |digits| ("-", digits));
        let mut out = String::with_capacity(text.len() + 8);
        out.push_str(sign);
        for (at, digit) in whole.chars().enumerate() {
            if at > 0 && (whole.len() - at).is_multiple_of(3) {
                out.push(',');
            }
            out.push(digit);
        }
        out.push_str(rest);
        out
    }
}

impl PartialEq for Quantity {
    fn eq(&self, other: &Self) -> bool {
        self.base == other.base && self.unit.measure() == other.unit.measure()
    }
}

impl Eq for Quantity {}

impl Hash for Quantity {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.base.hash(state);
        self.unit.measure().hash(state);
    }
}

impl fmt::Display for Quantity {
    /// As a reader writes it: `600 cm`, `12.5%`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let space = if self.unit.is_tight() { "" } else { " " };
        write!(f, "{}{space}{}", Self::grouped(self.amount), self.unit)
    }
}

/// Without trailing zeros, and with one zero only.
pub(super) fn plain(number: Decimal) -> Decimal {
    let number = number.normalize();
    if number.is_zero() { Decimal::ZERO } else { number }
}

pub(super) struct UnitRow {
    pub(super) symbol: &'static str,
    measure: Measure,
    /// Mantissa and scale of the factor to the base unit.
    factor: (i64, u32),
    /// Added after the factor.
    offset: (i64, u32),
    /// Other spellings in which case matters: `kW`, `Mb`.
    pub(super) symbols: &'static [&'static str],
    /// Spellings in which it does not, in the four languages.
    pub(super) words: &'static [&'static str],
}

const fn unit(
    symbol: &'static str,
    measure: Measure,
    factor: (i64, u32),
    symbols: &'static [&'static str],
    words: &'static [&'static str],
) -> UnitRow {
    UnitRow { symbol, measure, factor, offset: (0, 0), symbols, words }
}

const fn offset(row: UnitRow, offset: (i64, u32)) -> UnitRow {
    UnitRow { offset, ..row }
}

use Measure as M;

/// The units, with their spellings in English, German, French and Spanish.
const UNITS: &[UnitRow] = &[
    unit(
        "m",
        M::Length,
        (1, 0),
        &[],
        &["metre", "metres", "meter", "meters", "metern", "mètre", "mètres", "metro", "metros"],
    ),
    unit("%", M::Share, (1, 2), &["％"], &["percent", "per cent", "pct", "prozent", "pour cent", "por ciento", "v.h."]),
    unit("min", M::Duration, (60, 0), &["mins"], &["minute", "minutes", "minuten", "minuto", "minutos"]),
    unit(
        "s",
        M::Duration,
        (1, 0),
        &["sec", "secs"],
        &["second", "seconds", "sekunde", "sekunden", "sek", "seconde", "secondes", "segundo", "segundos"],
    ),
    unit(
        "mm",
        M::Length,
        (1, 3),
        &[],
        &[
            "millimetre",
            "millimetres",
            "millimeter",
            "millimeters",
            "millimetern",
            "millimètre",
            "millimètres",
            "milímetro",
            "milímetros",
        ],
    ),
    unit(
        "cm",
        M::Length,
        (1, 2),
        &[],
        &[
            "centimetre",
            "centimetres",
            "centimeter",
            "centimeters",
            "zentimeter",
            "zentimetern",
            "centimètre",
            "centimètres",
            "centímetro",
            "centímetros",
        ],
    ),
    unit(
        "dm",
        M::Length,
        (1, 1),
        &[],
        &["decimetre", "decimetres", "decimeter", "dezimeter", "décimètre", "décimètres", "decímetro", "decímetros"],
    ),
    unit(
        "km",
        M::Length,
        (1000, 0),
        &[],
        &[
            "kilometre",
            "kilometres",
            "kilometer",
            "kilometers",
            "kilometern",
            "kilomètre",
            "kilomètres",
            "kilómetro",
            "kilómetros",
        ],
    ),
    unit(
        "µm",
        M::Length,
        (1, 6),
        &["μm", "um"],
        &["micron", "microns", "micrometre", "micrometres", "micrometer", "mikrometer", "micromètre", "micromètres"],
    ),
    unit("nm", M::Length, (1, 9), &[], &["nanometre", "nanometres", "nanometer", "nanometers", "nanomètres"]),
    unit("in", M::Length, (254, 4), &["″"], &["inch", "inches", "zoll", "pouce", "pouces", "pulgada", "pulgadas"]),
    unit("ft", M::Length, (3048, 4), &["′"], &["foot", "feet", "fuß", "pied", "pieds"]),
    unit("yd", M::Length, (9144, 4), &["yds"], &["yard", "yards"]),
    unit("mi", M::Length, (1_609_344, 3), &[], &["mile", "miles", "meile", "meilen", "milla", "millas"]),
    unit("nmi", M::Length, (1852, 0), &[], &["nautical mile", "nautical miles", "seemeile", "seemeilen"]),
    unit(
        "m²",
        M::Area,
        (1, 0),
        &["m2", "m^2", "sqm", "qm", "㎡"],
        &[
            "sq m",
            "sq. m",
            "sq metres",
            "sq meters",
            "square metre",
            "square metres",
            "square meter",
            "square meters",
            "quadratmeter",
            "quadratmetern",
            "mètre carré",
            "mètres carrés",
            "metro cuadrado",
            "metros cuadrados",
        ],
    ),
    unit(
        "mm²",
        M::Area,
        (1, 6),
        &["mm2"],
        &["square millimetres", "square millimeters", "quadratmillimeter", "millimètres carrés"],
    ),
    unit(
        "cm²",
        M::Area,
        (1, 4),
        &["cm2"],
        &[
            "square centimetres",
            "square centimeters",
            "quadratzentimeter",
            "centimètres carrés",
            "centímetros cuadrados",
        ],
    ),
    unit(
        "km²",
        M::Area,
        (1_000_000, 0),
        &["km2", "qkm"],
        &[
            "sq km",
            "square kilometre",
            "square kilometres",
            "square kilometer",
            "square kilometers",
            "quadratkilometer",
            "kilomètres carrés",
            "kilómetros cuadrados",
        ],
    ),
    unit("ha", M::Area, (10_000, 0), &[], &["hectare", "hectares", "hektar", "hectárea", "hectáreas"]),
    unit(
        "ft²",
        M::Area,
        (9_290_304, 8),
        &["ft2", "sqft"],
        &["sq ft", "sq. ft", "sq. ft.", "square foot", "square feet", "pieds carrés", "pies cuadrados"],
    ),
    unit("acre", M::Area, (40_468_564_224, 7), &[], &["acres"]),
    unit("mi²", M::Area, (2_589_988_110_336, 6), &[], &["sq mi", "square mile", "square miles"]),
    unit(
        "m³",
        M::Volume,
        (1000, 0),
        &["m3", "m^3", "cbm"],
        &[
            "cubic metre",
            "cubic metres",
            "cubic meter",
            "cubic meters",
            "kubikmeter",
            "kubikmetern",
            "mètre cube",
            "mètres cubes",
            "metro cúbico",
            "metros cúbicos",
        ],
    ),
    unit("l", M::Volume, (1, 0), &["L", "ltr"], &["litre", "litres", "liter", "liters", "litern", "litro", "litros"]),
    unit(
        "ml",
        M::Volume,
        (1, 3),
        &["mL"],
        &["millilitre", "millilitres", "milliliter", "milliliters", "mililitro", "mililitros"],
    ),
    unit("cl", M::Volume, (1, 2), &["cL"], &["centilitre", "centilitres", "zentiliter"]),
    unit("hl", M::Volume, (100, 0), &["hL"], &["hectolitre", "hectolitres", "hektoliter"]),
    unit(
        "cm³",
        M::Volume,
        (1, 3),
        &["cm3", "ccm"],
        &["cubic centimetres", "cubic centimeters", "kubikzentimeter", "centimètres cubes"],
    ),
    unit("ft³", M::Volume, (28_316_846_592, 9), &["ft3"], &["cu ft", "cubic foot", "cubic feet"]),
    unit("gal", M::Volume, (3_785_411_784, 9), &[], &["gallon", "gallons", "gallone", "gallonen", "galones"]),
    unit(
        "kg",
        M::Mass,
        (1000, 0),
        &["kgs"],
        &[
            "kilogram",
            "kilograms",
            "kilogramme",
            "kilogrammes",
            "kilogramm",
            "kilo",
            "kilos",
            "kilogramo",
            "kilogramos",
        ],
    ),
    unit("g", M::Mass, (1, 0), &["gr"], &["gram", "grams", "gramme", "grammes", "gramm", "gramo", "gramos"]),
    unit(
        "mg",
        M::Mass,
        (1, 3),
        &[],
        &["milligram", "milligrams", "milligramm", "milligramme", "milligrammes", "miligramo", "miligramos"],
    ),
    unit("µg", M::Mass, (1, 6), &["μg", "mcg"], &["microgram", "micrograms", "mikrogramm", "microgrammes"]),
    unit(
        "t",
        M::Mass,
        (1_000_000, 0),
        &[],
        &["tonne", "tonnes", "metric ton", "metric tons", "ton", "tons", "tonnen", "tonelada", "toneladas"],
    ),
    unit("lb", M::Mass, (45_359_237, 5), &["lbs"], &["pound weight"]),
    unit("oz", M::Mass, (28_349_523_125, 9), &[], &["ounce", "ounces", "unze", "unzen", "onzas"]),
    unit(
        "ms",
        M::Duration,
        (1, 3),
        &["msec"],
        &[
            "millisecond",
            "milliseconds",
            "millisekunde",
            "millisekunden",
            "milliseconde",
            "millisecondes",
            "milisegundos",
        ],
    ),
    unit("µs", M::Duration, (1, 6), &["μs"], &["microsecond", "microseconds", "mikrosekunden", "microsecondes"]),
    unit("ns", M::Duration, (1, 9), &[], &["nanosecond", "nanoseconds", "nanosekunden", "nanosecondes"]),
    unit(
        "h",
        M::Duration,
        (3600, 0),
        &["hr", "hrs", "Std", "Std."],
        &["hour", "hours", "stunde", "stunden", "heure", "heures", "hora", "horas"],
    ),
    unit(
        "d",
        M::Duration,
        (86_400, 0),
        &[],
        &["day", "days", "tag", "tage", "tagen", "jour", "jours", "día", "días", "dia", "dias"],
    ),
    unit(
        "wk",
        M::Duration,
        (604_800, 0),
        &["wks"],
        &["week", "weeks", "woche", "wochen", "semaine", "semaines", "semana", "semanas"],
    ),
    unit("month", M::CalendarTime, (1, 0), &["mo"], &["months", "monat", "monate", "monaten", "mois", "mes", "meses"]),
    unit("quarter", M::CalendarTime, (3, 0), &[], &["quarters", "quartal", "quartale", "trimestre", "trimestres"]),
    unit(
        "year",
        M::CalendarTime,
        (12, 0),
        &["yr", "yrs"],
        &["years", "jahr", "jahre", "jahren", "ans", "année", "années", "año", "años"],
    ),
    unit(
        "decade",
        M::CalendarTime,
        (120, 0),
        &[],
        &["decades", "jahrzehnt", "jahrzehnte", "décennie", "décennies", "década", "décadas"],
    ),
    offset(
        unit(
            "°C",
            M::Temperature,
            (18, 1),
            &["℃", "º C", "ºC", "° C"],
            &[
                "degrees celsius",
                "degree celsius",
                "grad celsius",
                "degrés celsius",
                "grados celsius",
                "degrees c",
                "celsius",
            ],
        ),
        (49_167, 2),
    ),
    offset(
        unit(
            "°F",
            M::Temperature,
            (1, 0),
            &["℉", "ºF", "° F"],
            &["degrees fahrenheit", "degree fahrenheit", "grad fahrenheit", "fahrenheit"],
        ),
        (45_967, 2),
    ),
    unit("K", M::Temperature, (18, 1), &[], &["kelvin"]),
    unit("W", M::Power, (1, 0), &[], &["watt", "watts", "vatios"]),
    unit("mW", M::Power, (1, 3), &[], &["milliwatt", "milliwatts"]),
    unit("kW", M::Power, (1000, 0), &["KW"], &["kilowatt", "kilowatts", "kilovatios"]),
    unit("MW", M::Power, (1_000_000, 0), &[], &["megawatt", "megawatts"]),
    unit("GW", M::Power, (1_000_000_000, 0), &[], &["gigawatt", "gigawatts"]),
    unit("TW", M::Power, (1_000_000_000_000, 0), &[], &["terawatt", "terawatts"]),
    unit("PS", M::Power, (73_549_875, 5), &[], &["pferdestärken"]),
    unit("J", M::Energy, (1, 0), &[], &["joule", "joules"]),
    unit("kJ", M::Energy, (1000, 0), &["KJ"], &["kilojoule", "kilojoules"]),
    unit("MJ", M::Energy, (1_000_000, 0), &[], &["megajoule", "megajoules"]),
    unit("Wh", M::Energy, (3600, 0), &[], &["watt hours", "wattstunden"]),
    unit(
        "kWh",
        M::Energy,
        (3_600_000, 0),
        &["KWh", "KWH", "kwh"],
        &["kilowatt hour", "kilowatt hours", "kilowatt-hours", "kilowattstunde", "kilowattstunden", "kilowattheures"],
    ),
    unit("MWh", M::Energy, (3_600_000_000, 0), &[], &["megawatt hours", "megawattstunden"]),
    unit("GWh", M::Energy, (3_600_000_000_000, 0), &[], &["gigawatt hours", "gigawattstunden"]),
    unit("TWh", M::Energy, (3_600_000_000_000_000, 0), &[], &["terawatt hours", "terawattstunden"]),
    unit("kcal", M::Energy, (4184, 0), &[], &["kilocalorie", "kilocalories", "kilokalorien"]),
    unit("B", M::Data, (1, 0), &[], &["byte", "bytes", "octet", "octets"]),
    unit("kB", M::Data, (1000, 0), &["KB"], &["kilobyte", "kilobytes"]),
    unit("MB", M::Data, (1_000_000, 0), &["Mo"], &["megabyte", "megabytes"]),
    unit("GB", M::Data, (1_000_000_000, 0), &["Go"], &["gigabyte", "gigabytes"]),
    unit("TB", M::Data, (1_000_000_000_000, 0), &["To"], &["terabyte", "terabytes"]),
    unit("PB", M::Data, (1_000_000_000_000_000, 0), &["Po"], &["petabyte", "petabytes"]),
    unit("KiB", M::Data, (1024, 0), &[], &["kibibyte", "kibibytes"]),
    unit("MiB", M::Data, (1_048_576, 0), &[], &["mebibyte", "mebibytes"]),
    unit("GiB", M::Data, (1_073_741_824, 0), &[], &["gibibyte", "gibibytes"]),
    unit("TiB", M::Data, (1_099_511_627_776, 0), &[], &["tebibyte", "tebibytes"]),
    unit("bit", M::Data, (125, 3), &[], &["bits"]),
    unit("kbit/s", M::DataRate, (1, 3), &["kbps", "kb/s", "Kbps"], &[]),
    unit("Mbit/s", M::DataRate, (1, 0), &["Mbps", "Mb/s", "MBit/s"], &[]),
    unit("Gbit/s", M::DataRate, (1000, 0), &["Gbps", "Gb/s", "GBit/s"], &[]),
    unit("MB/s", M::DataRate, (8, 0), &["MBps"], &[]),
    unit("GB/s", M::DataRate, (8000, 0), &["GBps"], &[]),
    unit(
        "km/h",
        M::Speed,
        (1, 0),
        &["kmh", "kph", "Km/h"],
        &[
            "kilometres per hour",
            "kilometers per hour",
            "km per hour",
            "stundenkilometer",
            "kilometer pro stunde",
            "kilomètres par heure",
            "kilómetros por hora",
        ],
    ),
    unit(
        "m/s",
        M::Speed,
        (36, 1),
        &[],
        &["metres per second", "meters per second", "meter pro sekunde", "mètres par seconde", "metros por segundo"],
    ),
    unit("mph", M::Speed, (1_609_344, 6), &[], &["miles per hour"]),
    unit("kn", M::Speed, (1852, 3), &["kt", "kts"], &["knot", "knots", "knoten", "nœuds", "nudos"]),
    unit("Pa", M::Pressure, (1, 0), &[], &["pascal", "pascals"]),
    unit("hPa", M::Pressure, (100, 0), &[], &["hectopascal"]),
    unit("kPa", M::Pressure, (1000, 0), &[], &["kilopascal", "kilopascals"]),
    unit("MPa", M::Pressure, (1_000_000, 0), &[], &["megapascal", "megapascals"]),
    unit("bar", M::Pressure, (100_000, 0), &[], &[]),
    unit("mbar", M::Pressure, (100, 0), &[], &["millibar"]),
    unit("psi", M::Pressure, (6_894_757_293_168, 9), &[], &[]),
    unit("mmHg", M::Pressure, (133_322_387_415, 9), &[], &[]),
    unit("N", M::Force, (1, 0), &[], &["newton", "newtons"]),
    unit("kN", M::Force, (1000, 0), &[], &["kilonewton", "kilonewtons"]),
    unit("°", M::Angle, (1, 0), &["º"], &["degree", "degrees", "grad", "degré", "degrés", "grado", "grados"]),
    unit("V", M::Voltage, (1, 0), &[], &["volt", "volts", "voltios"]),
    unit("kV", M::Voltage, (1000, 0), &[], &["kilovolt", "kilovolts"]),
    unit("A", M::Current, (1, 0), &[], &["amp", "amps", "ampere", "amperes", "ampère", "ampères", "amperios"]),
    unit("mA", M::Current, (1, 3), &[], &["milliamp", "milliamps", "milliampere"]),
    unit("Hz", M::Frequency, (1, 0), &[], &["hertz"]),
    unit("kHz", M::Frequency, (1000, 0), &[], &["kilohertz"]),
    unit("MHz", M::Frequency, (1_000_000, 0), &[], &["megahertz"]),
    unit("GHz", M::Frequency, (1_000_000_000, 0), &[], &["gigahertz"]),
    unit("lm", M::Light, (1, 0), &[], &["lumen", "lumens"]),
    unit("dB", M::Loudness, (1, 0), &["dBA", "dB(A)"], &["decibel", "decibels", "dezibel", "décibels", "decibelios"]),
    unit(
        "kg/m²",
        M::SurfaceWeight,
        (1000, 0),
        &["kg/m2", "kg/qm"],
        &["kilos per square metre", "kilograms per square metre", "kilograms per square meter"],
    ),
    unit("g/m²", M::SurfaceWeight, (1, 0), &["g/m2", "gsm"], &[]),
    unit("kg/m³", M::Density, (1, 0), &["kg/m3"], &[]),
    unit(
        "people",
        M::People,
        (1, 0),
        &["pax"],
        &[
            "person",
            "persons",
            "personen",
            "leute",
            "menschen",
            "personne",
            "personnes",
            "persona",
            "personas",
            "gente",
        ],
    ),
    unit(
        "pieces",
        M::Pieces,
        (1, 0),
        &["pcs", "pcs.", "Stk", "Stk."],
        &["piece", "stück", "pièce", "pièces", "pieza", "piezas"],
    ),
    unit("‰", M::Share, (1, 3), &[], &["per mille", "permille", "promille", "pour mille", "por mil"]),
    unit("ppm", M::Share, (1, 6), &[], &["parts per million"]),
    unit(
        "pp",
        M::SharePoints,
        (1, 0),
        &["%-Punkte"],
        &[
            "percentage point",
            "percentage points",
            "percent points",
            "prozentpunkt",
            "prozentpunkte",
            "prozentpunkten",
            "points de pourcentage",
            "point de pourcentage",
            "punto porcentual",
            "puntos porcentuales",
        ],
    ),
    unit(
        "bp",
        M::SharePoints,
        (1, 2),
        &["bps"],
        &["basis point", "basis points", "basispunkt", "basispunkte", "points de base", "puntos básicos"],
    ),
];

/// Every symbol, for choosers.
pub fn symbols() -> impl Iterator<Item = &'static str> {
    UNITS.iter().map(|row| row.symbol)
}
