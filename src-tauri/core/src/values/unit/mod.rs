//! Units, and amounts of them. Every factor is exact, so that 600 cm is 6 m and 1 inch is 2.54 cm, to the last digit.

mod table;

use std::fmt;
use std::hash::{Hash, Hasher};

use rust_decimal::Decimal;

use self::table::{UNITS, UnitRow};
use super::ValueError;

use crate::named;

named! {
    /// The measure of a unit. Two amounts can be the same only within one measure.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
    pub enum Measure {
        Length = "length",
        Area = "area",
        Volume = "volume",
        Mass = "weight",
        /// Seconds to weeks.
        Duration = "duration",
        /// Months, quarters and years: no fixed number of days.
        CalendarTime = "duration in months or years",
        Temperature = "temperature",
        Power = "power",
        Energy = "energy",
        Data = "data size",
        DataRate = "data rate",
        Speed = "speed",
        /// A volume in a time.
        Flow = "flow",
        Pressure = "pressure",
        Force = "force",
        Angle = "angle",
        Voltage = "voltage",
        Current = "current",
        Frequency = "frequency",
        Light = "brightness",
        /// The light that falls on an area.
        Illuminance = "illuminance",
        Loudness = "loudness",
        SurfaceWeight = "weight by area",
        Density = "density",
        People = "number of people",
        Pieces = "number of pieces",
        /// A share of a whole.
        Share = "percentage",
        /// A difference of two shares: three percentage points are not three percent.
        SharePoints = "difference in percentage points",
    }
}

impl Measure {
    /// Returns whether a key that expects `self` may have `other`: a span of time may be told in days or in months,
    /// though no number of days is a month.
    pub fn admits(self, other: Self) -> bool {
        let time = |measure| matches!(measure, Self::Duration | Self::CalendarTime);
        self == other || time(self) && time(other)
    }

    /// Returns whether it only counts, so that the bare number says as much.
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

    pub fn symbol(self) -> &'static str {
        self.row().symbol
    }

    pub fn measure(self) -> Measure {
        self.row().measure
    }

    /// Returns whether the symbol is set against its number: 12%, 20°.
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

    /// The same in the unit that its measure is compared in; none where it is given in that.
    pub fn normal(&self) -> Option<Self> {
        let measure = self.unit.measure();
        let is_base = |unit: &Unit| unit.measure() == measure && unit.to_base(Decimal::ONE) == Some(Decimal::ONE);
        let (unit, _) = Unit::all().find(|(unit, _)| is_base(unit))?;
        Self::new(self.base(), unit).ok().filter(|_| unit != self.unit)
    }

    /// The amount in the measure's base unit, without trailing zeros.
    pub fn base(&self) -> Decimal {
        plain(self.base)
    }

    /// The amount in another unit of the same measure, to six places; none where it cannot be told in that.
    pub fn in_unit(&self, unit: Unit) -> Option<Decimal> {
        let row = unit.row();
        if unit.measure() != self.unit.measure() {
            return None;
        }
        let (offset, factor) = (Decimal::new(row.offset.0, row.offset.1), Decimal::new(row.factor.0, row.factor.1));
        let amount = self.base.checked_sub(offset)?.checked_div(factor)?;
        Some(plain(amount.round_dp(6)))
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

/// Every symbol, for choosers.
pub fn symbols() -> impl Iterator<Item = &'static str> {
    UNITS.iter().map(|row| row.symbol)
}
