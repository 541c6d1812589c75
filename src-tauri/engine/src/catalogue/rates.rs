//! The exchange rates of currencies, as the analyst gave them, each with its day.

use factly_core::catalogue::csv::{typed_date, typed_number};
use factly_core::catalogue::price::date_of;
use factly_core::message;
use rust_decimal::Decimal;
use uuid::Uuid;

use crate::catalogue::Catalogue;
use crate::error::{Error, Result};
use crate::store::prices::RateRow;
use crate::store::{Op, Stack, Topic};

/// A rate as the analyst types it: one unit of `from` was `rate` of `to`.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct RateInput {
    pub from: String,
    pub to: String,
    pub rate: String,
    /// Empty: today.
    pub date: String,
    pub note: String,
}

impl Catalogue<'_> {
    /// In the order of giving.
    pub fn rates(&self) -> Result<Vec<RateRow>> {
        self.ctx.read(|r| Ok(r.rates()?))
    }

    pub fn rate_add(&self, input: &RateInput) -> Result<RateRow> {
        let mut rate = self.rate_content(input)?;
        let name = message!("Say what {} was in {}", rate.from, rate.to);
        let written = self.ctx.write(Op::named(Stack::Library, name), |w| {
            w.topic(Topic::Memory);
            Ok(w.insert_rate(&rate)?)
        })?;
        rate.id = written.value;
        Ok(rate)
    }

    pub fn rate_remove(&self, id: Uuid) -> Result<()> {
        let no_such_rate =
            || Error::not_found("There is no such rate.").hint("It may have been undone: redo brings it back.");
        let rate = self.ctx.read(|r| r.rate(id)?.ok_or_else(no_such_rate))?;
        self.ctx.write(Op::named(Stack::Library, message!("Remove a rate of {} in {}", rate.from, rate.to)), |w| {
            w.hide_rate(id)?;
            w.topic(Topic::Memory);
            Ok(())
        })?;
        Ok(())
    }

    fn rate_content(&self, input: &RateInput) -> Result<RateRow> {
        let (from, to) = (self.currency_named(&input.from)?, self.currency_named(&input.to)?);
        if from == to {
            return Err(Error::invalid("A rate is between two currencies."));
        }
        let rate = typed_number(&input.rate, self.ctx.number_format()?)
            .map_err(|message| Error::invalid(message!("The rate: {}.", message)))?;
        if rate <= Decimal::ZERO {
            return Err(Error::invalid("A rate is above zero."));
        }
        let date = match input.date.trim() {
            "" => date_of(self.today()).ok_or_else(|| Error::invalid("There is no date."))?,
            date => typed_date(date).map_err(|message| Error::invalid(message!("The date: {}.", message)))?,
        };
        Ok(RateRow { id: Uuid::nil(), from, to, rate, date, note: input.note.trim().to_owned() })
    }
}
