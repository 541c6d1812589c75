//! The wallet: what the analyst lets calls of long documents cost, filled by hand, with a ledger of every booking.

use factly_core::generation::wallet::{Micro, Wallet, amount};
use uuid::Uuid;

use crate::context::area;
use crate::error::{Error, Result};
use crate::store::wallet::WalletEntryRow;
use crate::store::{Op, Topic};

area! {
    /// The wallet of the library and its ledger.
    Wallets
}

/// Of a wallet that nobody filled.
pub(crate) const USUAL_UNIT: &str = "USD";
/// The unit of a wallet that counts tokens.
pub(crate) const TOKENS: &str = "tokens";
/// The cap that new runs get, as an amount.
const CAP: &str = "documents.cap";

/// What there is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WalletView {
    pub unit: String,
    pub wallet: Wallet,
    /// What a run may cost unless it is said otherwise.
    pub cap: Option<Micro>,
}

impl Wallets<'_> {
    pub fn show(&self) -> Result<WalletView> {
        let (wallet, unit) = self.ctx.read(|r| Ok(r.wallet()?))?;
        let unit = unit.unwrap_or_else(|| USUAL_UNIT.to_owned());
        let cap = self.ctx.preference(CAP)?.and_then(|cap| cap.parse().ok());
        Ok(WalletView { unit, wallet, cap })
    }

    /// Adds to the balance. A wallet that is empty may take another unit.
    pub fn add(&self, micro: Micro, unit: Option<&str>) -> Result<WalletView> {
        let given = unit.map(checked_unit).transpose()?;
        self.ctx.write(Op::silent(), |w| {
            w.topic(Topic::Documents);
            let (wallet, had) = w.wallet()?;
            let unit = given.clone().or(had.clone()).unwrap_or_else(|| USUAL_UNIT.to_owned());
            if had.is_some_and(|had| had != unit && wallet.balance > 0) {
                return Err(Error::refused("The wallet holds another unit.").hint("Add an amount of the same."));
            }
            let after = wallet.deposit(micro).ok_or_else(|| Error::invalid("That is no amount to be added."))?;
            Ok(w.deposit(&unit, micro, after)?)
        })?;
        self.show()
    }

    /// Sets what a new run may cost; none is no cap.
    pub fn set_cap(&self, cap: Option<Micro>) -> Result<WalletView> {
        self.ctx.set_preference(CAP, &cap.map(|cap| cap.to_string()).unwrap_or_default())?;
        self.show()
    }

    /// Returns the newest rows of the ledger, the oldest of them first; of one run where it is named.
    pub fn ledger(&self, run: Option<Uuid>, limit: u32) -> Result<Vec<WalletEntryRow>> {
        self.ctx.read(|r| {
            let run = run.map(|run| r.document_run(run)).transpose()?.flatten();
            Ok(r.wallet_entries(run.map(|run| run.seq), limit)?)
        })
    }
}

/// An amount with its unit.
pub(crate) fn in_words(micro: Micro, unit: &str) -> String {
    format!("{} {unit}", amount(micro))
}

fn checked_unit(unit: &str) -> Result<String> {
    let unit = unit.trim();
    if unit.eq_ignore_ascii_case(TOKENS) {
        return Ok(TOKENS.to_owned());
    }
    if unit.len() == 3 && unit.bytes().all(|byte| byte.is_ascii_alphabetic()) {
        return Ok(unit.to_ascii_uppercase());
    }
    Err(Error::invalid("A wallet counts tokens, or a currency of three letters."))
}
