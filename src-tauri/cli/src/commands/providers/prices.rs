//! Prices of models, as the analyst gives them: a newer price is set beside the one before it, so that every request
//! keeps the price of its day.

use factly_core::message;
use factly_engine::Library;
use factly_engine::error::{Error, Result};
use factly_engine::providers::{Price, ProviderKind};
use serde_json::{Value, json};

use crate::args::ModelPriceArgs;
use crate::out::{Out, table};

pub(super) fn run(library: &Library, args: ModelPriceArgs, out: &mut Out) -> Result<()> {
    if let (Some(input), Some(output)) = (args.input, args.output) {
        let (origin, model) = priced(library, &args)?;
        let (currency, since) = (args.currency, args.since.unwrap_or_default());
        library.providers().add_model_price(Price { origin, model, input, output, currency, since })?;
    } else if args.remove {
        let (origin, model) = priced(library, &args)?;
        if library.providers().remove_model_prices(&origin, &model, args.since.as_deref())? == 0 {
            return Err(Error::not_found(message!("No such price of “{}” at {} was given.", model, origin)));
        }
    } else if args.since.is_some() || args.model.is_some() {
        return Err(Error::invalid("It is not said what the model costs.").hint("Give `--input` and `--output`."));
    }
    list(&library.providers().stored_settings()?.prices, out)
}

/// Returns the address and the model that a price is for: those of the task in this run, or another model there.
fn priced(library: &Library, args: &ModelPriceArgs) -> Result<(String, String)> {
    let settings = library.providers().provider_settings()?;
    let choice = settings.for_task(args.task.into());
    if choice.kind == ProviderKind::Offline {
        return Err(Error::invalid("What is built in costs nothing.").hint("Choose a provider first."));
    }
    let Some(model) = args.model.clone().or_else(|| choice.model.clone()) else {
        return Err(Error::invalid("No model is set for this task.").hint("Name it with `--model`."));
    };
    Ok((library.providers().origin_of(choice)?, model))
}

fn list(prices: &[Price], out: &mut Out) -> Result<()> {
    out.print(
        || json!({ "prices": prices.iter().map(price_json).collect::<Vec<_>>() }),
        |lines| match prices {
            [] => writeln!(lines, "No prices were given; Factly brings none along."),
            _ => table(lines, &prices.iter().map(cells).collect::<Vec<_>>()),
        },
    )
}

fn price_json(price: &Price) -> Value {
    json!({
        "origin": price.origin,
        "model": price.model,
        "input": amount(price.input),
        "output": amount(price.output),
        "currency": price.currency,
        "since": price.since,
    })
}

fn cells(price: &Price) -> Vec<String> {
    let Price { origin, model, input, output, currency, since } = price;
    let costs = format!("{} in, {} out, {currency} a million tokens", amount(*input), amount(*output));
    vec![origin.clone(), model.clone(), costs, format!("since {since}")]
}

/// Of the currency: the limits of a price leave a float exact.
fn amount(millionths: u64) -> f64 {
    millionths as f64 / 1e6
}
