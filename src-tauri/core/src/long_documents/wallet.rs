//! The cost of a call, its reservation and its debit: whole millionths of the wallet's unit.
//!
//! A reservation is made before a call and covers its worst case, so that what runs at once never needs more than there
//! is. After the call it is settled by real use: the debit is at most what was reserved and what is free besides, and
//! what a wrong count left open is told and not taken.

use serde::{Deserialize, Serialize};

/// Millionths of the wallet's unit: of a currency, or of a token.
pub type Micro = i64;

/// One unit.
pub const UNIT: Micro = 1_000_000;
/// Of the balance, one compression with its call may cost at most this part without asking.
pub const MOST_OF_BALANCE_PERCENT: i64 = 20;

/// The price of a million tokens.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct TokenRate {
    pub input: u64,
    pub output: u64,
}

impl TokenRate {
    pub const FREE: Self = Self { input: 0, output: 0 };
    /// Of a wallet that counts tokens: each is one unit.
    pub const TOKENS: Self = Self { input: 1_000_000_000_000, output: 1_000_000_000_000 };

    /// Returns what tokens cost, rounded up once for the call.
    pub fn cost(self, input_tokens: u64, output_tokens: u64) -> Micro {
        let of = |tokens: u64, rate: u64| u128::from(tokens) * u128::from(rate);
        let cost = (of(input_tokens, self.input) + of(output_tokens, self.output)).div_ceil(1_000_000);
        Micro::try_from(cost).unwrap_or(Micro::MAX)
    }
}

/// The money that there is. What is reserved is part of the balance.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Wallet {
    pub balance: Micro,
    pub reserved: Micro,
}

/// The part of its cap that a run has used. Without a cap it may use what there is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Spending {
    pub cap: Option<Micro>,
    pub spent: Micro,
    pub reserved: Micro,
}

/// The reason a call is not made. None of these fails a run: it pauses.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "why", rename_all = "snake_case")]
pub enum CallRefusal {
    /// There is less than the worst case costs.
    NotAffordable { needed: Micro, available: Micro },
    /// The run would come above its cap.
    Cap { needed: Micro, left: Micro },
    /// It is a large part of the balance, and nobody was asked.
    TooDear { needed: Micro, balance: Micro },
}

impl CallRefusal {
    /// Returns the amount needed, and what there is for it.
    pub const fn figures(self) -> (Micro, Micro) {
        match self {
            Self::NotAffordable { needed, available: left }
            | Self::Cap { needed, left }
            | Self::TooDear { needed, balance: left } => (needed, left),
        }
    }
}

/// The outcome of a settled call.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SettledCall {
    pub wallet: Wallet,
    pub debit: Micro,
    /// Real use beyond what could be taken: a count was wrong.
    pub shortfall: Micro,
}

impl Wallet {
    pub const fn available(self) -> Micro {
        self.balance - self.reserved
    }

    /// Adds to the balance. None for what is no amount, or beyond all proportion.
    pub fn deposit(self, amount: Micro) -> Option<Self> {
        let balance = self.balance.checked_add(amount).filter(|_| amount > 0)?;
        Some(Self { balance, ..self })
    }

    /// Reserves the worst case of a call.
    pub fn reserve(self, amount: Micro, run: Spending) -> Result<Self, CallRefusal> {
        let amount = amount.max(0);
        if let Some(cap) = run.cap {
            let left = cap.saturating_sub(run.spent).saturating_sub(run.reserved);
            if amount > left.max(0) {
                return Err(CallRefusal::Cap { needed: amount, left: left.max(0) });
            }
        }
        if amount > self.available() {
            return Err(CallRefusal::NotAffordable { needed: amount, available: self.available() });
        }
        Ok(Self { reserved: self.reserved + amount, ..self })
    }

    /// Settles a reservation by what was used: nothing where nothing was sent.
    pub fn settle(self, reserved: Micro, used: Micro, run: Spending) -> SettledCall {
        let used = used.max(0);
        let left = run.cap.map_or(Micro::MAX, |cap| cap.saturating_sub(run.spent).saturating_sub(run.reserved).max(0));
        let debit = used.min(reserved.saturating_add(self.available().min(left)));
        let wallet = Self { balance: self.balance - debit, reserved: self.reserved - reserved };
        SettledCall { wallet, debit, shortfall: used - debit }
    }
}

/// A call whose texts are too many, before anything is compressed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Compression {
    pub initial_tokens: u64,
    pub max_tokens: u64,
}

/// The estimated cost of compressing and calling.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CompressionCost {
    pub rag: Micro,
    pub final_prompt: Micro,
    pub total: Micro,
}

impl Compression {
    /// The tokens to be removed at the input's rate, and the prompt that remains at the same.
    pub fn cost(self, rate: TokenRate) -> CompressionCost {
        let removed = self.initial_tokens.saturating_sub(self.max_tokens);
        let (rag, final_prompt) = (rate.cost(removed, 0), rate.cost(self.max_tokens, 0));
        CompressionCost { rag, final_prompt, total: rag.saturating_add(final_prompt) }
    }

    /// Checks both: whether there is enough at all, and whether it is at most a fifth of the balance.
    pub fn check(self, rate: TokenRate, balance: Micro) -> Result<CompressionCost, CallRefusal> {
        let cost = self.cost(rate);
        if balance < cost.total {
            return Err(CallRefusal::NotAffordable { needed: cost.total, available: balance });
        }
        if i128::from(cost.total) * 100 > i128::from(balance) * i128::from(MOST_OF_BALANCE_PERCENT) {
            return Err(CallRefusal::TooDear { needed: cost.total, balance });
        }
        Ok(cost)
    }
}

/// Reads an amount as it is written, "12" or "0.25", as millionths. None where it is none, or finer.
pub fn parse_amount(text: &str) -> Option<Micro> {
    let (whole, part) = text.trim().split_once('.').unwrap_or((text.trim(), ""));
    let digits = |text: &str| text.bytes().all(|byte| byte.is_ascii_digit());
    if whole.is_empty() && part.is_empty() || part.len() > 6 || !digits(whole) || !digits(part) {
        return None;
    }
    let whole: Micro = if whole.is_empty() { 0 } else { whole.parse().ok()? };
    let part: Micro = format!("{part:0<6}").parse().ok()?;
    whole.checked_mul(UNIT)?.checked_add(part)
}

/// Writes an amount as it is read: with as many places as it needs, and two at least where it has any.
pub fn amount(micro: Micro) -> String {
    let sign = if micro < 0 { "-" } else { "" };
    let (whole, part) = (micro.unsigned_abs() / 1_000_000, micro.unsigned_abs() % 1_000_000);
    if part == 0 {
        return format!("{sign}{whole}");
    }
    let places = format!("{part:06}");
    format!("{sign}{whole}.{:0<2}", places.trim_end_matches('0'))
}
