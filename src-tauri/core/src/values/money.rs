//! Money in minor units: an amount is a whole number of the currency's smallest coin, never a fraction.

use std::fmt;

use rust_decimal::Decimal;

use super::{Quantity, ValueError};

/// An ISO 4217 currency, as its place in the table.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Currency(u8);

impl Currency {
    pub const EUR: Self = Self(0);
    pub const USD: Self = Self(1);
    pub const GBP: Self = Self(2);

    /// Reads a code, a symbol or a name: `EUR`, `€`, `euros`, `CA$`, `Franken`.
    pub fn parse(text: &str) -> Option<Self> {
        let text = text.trim();
        Self::from_code(text)
            .or_else(|| super::words::currency(text))
            .or_else(|| Self::from_code(&text.to_ascii_uppercase()))
    }

    /// Reads an upper-case ISO 4217 code.
    pub fn from_code(code: &str) -> Option<Self> {
        let at = CURRENCIES.iter().position(|(known, ..)| *known == code)?;
        u8::try_from(at).ok().map(Self)
    }

    pub fn code(self) -> &'static str {
        CURRENCIES.get(usize::from(self.0)).map_or("XXX", |(code, ..)| code)
    }

    /// Returns how many digits the smallest coin has: 2 for cents, 0 for yen.
    pub fn minor_digits(self) -> u32 {
        CURRENCIES.get(usize::from(self.0)).map_or(2, |(_, digits)| *digits)
    }

    /// The sign that stands for this currency alone, and no other.
    pub const fn sign(self) -> Option<&'static str> {
        match self {
            Self::EUR => Some("€"),
            Self::USD => Some("$"),
            Self::GBP => Some("£"),
            _ => None,
        }
    }
}

impl fmt::Display for Currency {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.code())
    }
}

impl serde::Serialize for Currency {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.code())
    }
}

impl<'de> serde::Deserialize<'de> for Currency {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let text = <String as serde::Deserialize>::deserialize(deserializer)?;
        Self::from_code(&text).ok_or_else(|| serde::de::Error::custom(ValueError::UnknownCurrency(text)))
    }
}

impl fmt::Debug for Currency {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.code())
    }
}

/// An amount of money.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Money {
    pub minor: i64,
    pub currency: Currency,
}

impl Money {
    /// `amount` in whole units, as people write it: 1200.00 EUR is 120000 cents.
    ///
    /// # Errors
    /// When the amount is finer than the smallest coin (Factly does not round money), or too large.
    pub fn from_amount(amount: Decimal, currency: Currency) -> Result<Self, ValueError> {
        let coins = Decimal::from(10_i64.pow(currency.minor_digits()));
        let minor = amount.normalize().checked_mul(coins).ok_or(ValueError::OutOfRange)?;
        if !minor.fract().is_zero() {
            return Err(ValueError::TooFine(currency));
        }
        let minor = i64::try_from(minor.trunc()).map_err(|_| ValueError::OutOfRange)?;
        Ok(Self { minor, currency })
    }

    /// The amount in whole units, with the currency's digits.
    pub fn amount(self) -> Decimal {
        Decimal::new(self.minor, self.currency.minor_digits())
    }
}

impl fmt::Display for Money {
    /// As a reader writes it: `€1,200.00`, `1,200.00 CHF`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let amount = self.amount();
        let minus = if amount.is_sign_negative() { "-" } else { "" };
        let digits = Quantity::grouped(amount.abs());
        match self.currency.sign() {
            Some(sign) => write!(f, "{minus}{sign}{digits}"),
            None => write!(f, "{minus}{digits} {}", self.currency),
        }
    }
}

/// Codes in use by ISO 4217, with the digits of the minor unit. New ones go to the end: nothing stored names a place,
/// but the three constants above do.
const CURRENCIES: &[(&str, u32)] = &[
    ("EUR", 2),
    ("USD", 2),
    ("GBP", 2),
    ("AED", 2),
    ("AFN", 2),
    ("ALL", 2),
    ("AMD", 2),
    ("AOA", 2),
    ("ARS", 2),
    ("AUD", 2),
    ("AWG", 2),
    ("AZN", 2),
    ("BAM", 2),
    ("BBD", 2),
    ("BDT", 2),
    ("BGN", 2),
    ("BHD", 3),
    ("BIF", 0),
    ("BMD", 2),
    ("BND", 2),
    ("BOB", 2),
    ("BRL", 2),
    ("BSD", 2),
    ("BTN", 2),
    ("BWP", 2),
    ("BYN", 2),
    ("BZD", 2),
    ("CAD", 2),
    ("CDF", 2),
    ("CHF", 2),
    ("CLP", 0),
    ("CNY", 2),
    ("COP", 2),
    ("CRC", 2),
    ("CUP", 2),
    ("CVE", 2),
    ("CZK", 2),
    ("DJF", 0),
    ("DKK", 2),
    ("DOP", 2),
    ("DZD", 2),
    ("EGP", 2),
    ("ERN", 2),
    ("ETB", 2),
    ("FJD", 2),
    ("FKP", 2),
    ("GEL", 2),
    ("GHS", 2),
    ("GIP", 2),
    ("GMD", 2),
    ("GNF", 0),
    ("GTQ", 2),
    ("GYD", 2),
    ("HKD", 2),
    ("HNL", 2),
    ("HTG", 2),
    ("HUF", 2),
    ("IDR", 2),
    ("ILS", 2),
    ("INR", 2),
    ("IQD", 3),
    ("IRR", 2),
    ("ISK", 0),
    ("JMD", 2),
    ("JOD", 3),
    ("JPY", 0),
    ("KES", 2),
    ("KGS", 2),
    ("KHR", 2),
    ("KMF", 0),
    ("KPW", 2),
    ("KRW", 0),
    ("KWD", 3),
    ("KYD", 2),
    ("KZT", 2),
    ("LAK", 2),
    ("LBP", 2),
    ("LKR", 2),
    ("LRD", 2),
    ("LSL", 2),
    ("LYD", 3),
    ("MAD", 2),
    ("MDL", 2),
    ("MGA", 2),
    ("MKD", 2),
    ("MMK", 2),
    ("MNT", 2),
    ("MOP", 2),
    ("MRU", 2),
    ("MUR", 2),
    ("MVR", 2),
    ("MWK", 2),
    ("MXN", 2),
    ("MYR", 2),
    ("MZN", 2),
    ("NAD", 2),
    ("NGN", 2),
    ("NIO", 2),
    ("NOK", 2),
    ("NPR", 2),
    ("NZD", 2),
    ("OMR", 3),
    ("PAB", 2),
    ("PEN", 2),
    ("PGK", 2),
    ("PHP", 2),
    ("PKR", 2),
    ("PLN", 2),
    ("PYG", 0),
    ("QAR", 2),
    ("RON", 2),
    ("RSD", 2),
    ("RUB", 2),
    ("RWF", 0),
    ("SAR", 2),
    ("SBD", 2),
    ("SCR", 2),
    ("SDG", 2),
    ("SEK", 2),
    ("SGD", 2),
    ("SHP", 2),
    ("SLE", 2),
    ("SOS", 2),
    ("SRD", 2),
    ("SSP", 2),
    ("STN", 2),
    ("SVC", 2),
    ("SYP", 2),
    ("SZL", 2),
    ("THB", 2),
    ("TJS", 2),
    ("TMT", 2),
    ("TND", 3),
    ("TOP", 2),
    ("TRY", 2),
    ("TTD", 2),
    ("TWD", 2),
    ("TZS", 2),
    ("UAH", 2),
    ("UGX", 0),
    ("UYU", 2),
    ("UZS", 2),
    ("VES", 2),
    ("VND", 0),
    ("VUV", 0),
    ("WST", 2),
    ("XAF", 0),
    ("XCD", 2),
    ("XOF", 0),
    ("XPF", 0),
    ("YER", 2),
    ("ZAR", 2),
    ("ZMW", 2),
    ("DEM", 2),
    ("FRF", 2),
    ("ITL", 0),
    ("HRK", 2),
];

/// Every code, for the words of the scanner and for choosers.
pub fn codes() -> impl Iterator<Item = &'static str> {
    CURRENCIES.iter().map(|(code, _)| *code)
}
