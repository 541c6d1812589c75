//! The wallet: what the analyst lets calls of models cost, filled by hand, with a ledger of every booking. It pays for
//! long documents, and for every other call as well where the analyst wants that.

use factly_core::long_documents::wallet::{CallRefusal, Micro, Wallet, amount, parse_amount};
use factly_core::message;
use uuid::Uuid;

use crate::context::{Context, area};
use crate::error::{Error, Result};
use crate::store::wallet::{CallUse, ReservationPurpose, WalletEntryRow, WorstCost};
use crate::store::{Op, Topic};
use crate::turn_lock::{TurnLock, is_carried_out};

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
/// Setting that is true if it pays for all calls, else for those of long documents alone.
const PAYS_ALL: &str = "wallet.pays_all";

/// The wallet and its settings.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WalletView {
    pub unit: String,
    pub wallet: Wallet,
    /// The default cap on the cost of a run.
    pub cap: Option<Micro>,
    /// True if it pays for the chat, reading and judging too: once it was filled, unless the analyst set it otherwise.
    pub pays_all: bool,
    /// True if the analyst set it.
    pub is_set: bool,
}

/// A call whose worst case is reserved. Others see that somebody carries it out as long as it is held.
pub(crate) struct CallReservation<'c> {
    ctx: &'c Context,
    call: Uuid,
    task: &'static str,
    _live: TurnLock,
}

impl CallReservation<'_> {
    pub(crate) fn settle(self, used: CallUse<'_>) -> Result<()> {
        settle(self.ctx, self.call, self.task, used)
    }
}

impl<'c> Wallets<'c> {
    pub fn show(&self) -> Result<WalletView> {
        let (wallet, unit) = self.ctx.read(|r| Ok(r.wallet()?))?;
        let cap = self.ctx.preference(CAP)?.and_then(|cap| cap.parse().ok());
        let set = self.ctx.preference(PAYS_ALL)?.map(|set| set == "1");
        let pays_all = set.unwrap_or_else(|| unit.is_some());
        let unit = unit.unwrap_or_else(|| USUAL_UNIT.to_owned());
        Ok(WalletView { unit, wallet, cap, pays_all, is_set: set.is_some() })
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

    /// Sets whether it pays for every call of a model, or for those of long documents alone.
    pub fn set_pays_all(&self, pays_all: bool) -> Result<WalletView> {
        self.ctx.set_preference(PAYS_ALL, if pays_all { "1" } else { "" })?;
        self.show()
    }

    /// Reserves the worst case of a call. The inner error is a refusal, which books nothing.
    pub(crate) fn reserve_call(
        &self,
        task: &'static str,
        of: (&str, &str),
        worst: WorstCost,
    ) -> Result<Result<CallReservation<'c>, CallRefusal>> {
        self.settle_abandoned()?;
        let call = self.ctx.world().ids.next();
        let live = TurnLock::begin(self.ctx.path(), call)?;
        let reserved = self.ctx.write(Op::silent(), |w| {
            w.topic(Topic::Documents);
            Ok(w.reserve(ReservationPurpose::Call(call, task), of, worst)?)
        })?;
        Ok(reserved.value.map(|()| CallReservation { ctx: self.ctx, call, task, _live: live }))
    }

    /// Settles the calls whose process is gone: what went out is debited as we counted it, and marked so.
    pub(crate) fn settle_abandoned(&self) -> Result<()> {
        let open = self.ctx.read(|r| Ok(r.open_calls()?))?;
        for reservation in open {
            let Some(call) = reservation.call.filter(|call| !is_carried_out(self.ctx.path(), *call)) else { continue };
            let (cost, input_tokens) = (reservation.input_cost, reservation.input_tokens);
            let used = CallUse { cost, input_tokens, output_tokens: 0, counted: "estimate", note: "interrupted" };
            settle(self.ctx, call, &reservation.task, used)?;
        }
        Ok(())
    }

    /// Returns the newest rows of the ledger, the oldest of them first; of one run where it is named.
    pub fn ledger(&self, run: Option<Uuid>, limit: u32) -> Result<Vec<WalletEntryRow>> {
        self.ctx.read(|r| {
            let run = run.map(|run| r.document_run(run)).transpose()?.flatten();
            Ok(r.wallet_entries(run.map(|run| run.seq), limit)?)
        })
    }
}

fn settle(ctx: &Context, call: Uuid, task: &str, used: CallUse<'_>) -> Result<()> {
    ctx.write(Op::silent(), |w| {
        w.topic(Topic::Documents);
        Ok(w.settle(ReservationPurpose::Call(call, task), used)?)
    })?;
    Ok(())
}

/// Reads an amount that was typed.
pub fn read_amount(text: &str) -> Result<Micro> {
    parse_amount(text).ok_or_else(|| {
        Error::invalid(message!("“{}” is no amount.", text)).hint("Write it as 12 or 0.25, with at most six places.")
    })
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
