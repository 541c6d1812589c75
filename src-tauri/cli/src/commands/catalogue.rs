//! Canonical items and prices.

use std::collections::BTreeMap;
use std::io;
use std::path::Path;

use factly_core::catalogue::MatchReason;
use factly_core::catalogue::price::{Series, Summary};
use factly_core::message;
use factly_core::propositions::OfferTerms;
use factly_core::values::Money;
use factly_engine::Library;
use factly_engine::catalogue::{
    CanonicalSummary, CanonicalView, CatalogueChange, ConvertedView, CsvKind, CsvReport, CsvWhat, LineName, LineView,
    LinkView, NewCanonical, PriceInput, PricePanel, PricePoint, RateInput, WaitingCanonical,
};
use factly_engine::error::{Error, Result};
use factly_engine::store::prices::RateRow;
use serde_json::{Value, json};
use uuid::Uuid;

use crate::args::{
    CanonicalArgs, CanonicalCommand, CatalogueCommand, CsvFile, LineAndItem, PriceAdd, PriceCommand, RateCommand,
};
use crate::commands::items::terms_json;
use crate::out::{Out, table};

pub(super) fn catalogue(library: &Library, command: CatalogueCommand, out: &mut Out) -> Result<()> {
    match command {
        CatalogueCommand::List { search, archived, limit } => {
            let page = library.catalogue().page(&search, archived, 0, limit)?;
            out.print(
                || json!({ "total": page.total, "items": page.items.iter().map(summary_json).collect::<Vec<_>>() }),
                |lines| table(lines, &page.items.iter().map(summary_row).collect::<Vec<_>>()),
            )
        }
        CatalogueCommand::Add { name, canonical } => {
            let synonyms = synonyms(&canonical.synonyms)?.unwrap_or_default();
            let (unit, note) = (canonical.unit.unwrap_or_default(), canonical.note.unwrap_or_default());
            print_item(&library.catalogue().canonical_add(NewCanonical { name, unit, synonyms, note })?, out)
        }
        CatalogueCommand::Edit { item, name, canonical } => {
            let CanonicalArgs { unit, synonyms: named, note } = canonical;
            let change = CatalogueChange { name, unit, synonyms: synonyms(&named)?, note };
            print_item(&library.catalogue().canonical_edit(library.catalogue().find_canonical(&item)?, change)?, out)
        }
        CatalogueCommand::Archive { item, undo } => {
            print_item(&library.catalogue().canonical_archive(library.catalogue().find_canonical(&item)?, !undo)?, out)
        }
        CatalogueCommand::Waiting => print_waiting(&library.catalogue().canonical_waiting()?, out),
        CatalogueCommand::Adopt { ids } => adopt(library, &ids, out),
        CatalogueCommand::Import(file) => import(library, CsvKind::Catalogue, &file, out),
        CatalogueCommand::Export { output } => export(library, CsvKind::Catalogue, output.as_deref(), out),
    }
}

pub(super) fn canonical(library: &Library, command: CanonicalCommand, out: &mut Out) -> Result<()> {
    match command {
        CanonicalCommand::Suggest { discovery } => {
            let found = library.catalogue().canonical_lines(library.names().find_discovery(&discovery)?)?;
            out.print(
                || json!({ "lines": found.lines.iter().map(line_json).collect::<Vec<_>>(), "more": found.more }),
                |lines| found.lines.iter().try_for_each(|line| print_line(line, lines)),
            )
        }
        CanonicalCommand::Confirm(LineAndItem { discovery, line, item }) => {
            let (discovery, line) = (library.names().find_discovery(&discovery)?, LineName::parse(&line)?);
            library.catalogue().canonical_confirm(discovery, &line, library.catalogue().find_canonical(&item)?)?;
            print_decided(library, discovery, &line, out)
        }
        CanonicalCommand::Reject(LineAndItem { discovery, line, item }) => {
            let (discovery, line) = (library.names().find_discovery(&discovery)?, LineName::parse(&line)?);
            library.catalogue().canonical_reject(discovery, &line, library.catalogue().find_canonical(&item)?)?;
            print_decided(library, discovery, &line, out)
        }
        CanonicalCommand::Unlink { discovery, line } => {
            let (discovery, line) = (library.names().find_discovery(&discovery)?, LineName::parse(&line)?);
            for link in decisions(library, discovery, &line)? {
                library.catalogue().canonical_unlink(link.id)?;
            }
            print_decided(library, discovery, &line, out)
        }
    }
}

pub(super) fn price(library: &Library, command: PriceCommand, out: &mut Out) -> Result<()> {
    match command {
        PriceCommand::List { item } => {
            let panel = library.catalogue().price_panel(library.catalogue().find_canonical(&item)?, None)?;
            print_points(&panel, out)
        }
        PriceCommand::Add(args) => add(library, args, out),
        PriceCommand::Remove { price } => {
            library.catalogue().price_remove(price)?;
            out.print(|| json!({ "removed": price }), |lines| writeln!(lines, "{price} removed"))
        }
        PriceCommand::Stats { item, currency } => {
            let currency = currency.map(|name| library.catalogue().currency_named(&name)).transpose()?;
            print_stats(&library.catalogue().price_panel(library.catalogue().find_canonical(&item)?, currency)?, out)
        }
        PriceCommand::Import(file) => import(library, CsvKind::Prices, &file, out),
        PriceCommand::Export { output } => export(library, CsvKind::Prices, output.as_deref(), out),
        PriceCommand::Rate(command) => rate(library, command, out),
    }
}

fn print_waiting(waiting: &[WaitingCanonical], out: &mut Out) -> Result<()> {
    let json = |one: &WaitingCanonical| {
        let WaitingCanonical { id, name, unit, note, lines, prices } = one;
        json!({ "id": id, "name": name, "unit": unit, "note": note, "lines": lines, "prices": prices,
            "waiting": lines + prices })
    };
    let row = |one: &WaitingCanonical| {
        let waiting = format!("{} waiting", one.lines + one.prices);
        vec![one.id.to_string(), one.name.clone(), one.unit.clone(), waiting]
    };
    out.print(
        || json!({ "waiting": waiting.iter().map(json).collect::<Vec<_>>() }),
        |lines| table(lines, &waiting.iter().map(row).collect::<Vec<_>>()),
    )
}

fn adopt(library: &Library, ids: &[String], out: &mut Out) -> Result<()> {
    let waiting = library.catalogue().canonical_waiting()?;
    if let Some(id) = ids.iter().find(|id| !waiting.iter().any(|one| one.id.to_string().starts_with(*id))) {
        return Err(Error::not_found(message!("Nothing waits for “{}”.", id)).hint("See: factly catalogue waiting"));
    }
    let named = |one: &WaitingCanonical| ids.iter().any(|id| one.id.to_string().starts_with(id));
    let wanted: Vec<Uuid> = waiting.iter().filter(|one| named(one)).map(|one| one.id).collect();
    let adopted = library.catalogue().canonical_adopt((!ids.is_empty()).then_some(wanted.as_slice()))?;
    out.print(
        || json!({ "items": adopted.iter().map(item_json).collect::<Vec<_>>() }),
        |lines| adopted.iter().try_for_each(|item| writeln!(lines, "{}  {}", item.id, item.name)),
    )
}

fn add(library: &Library, args: PriceAdd, out: &mut Out) -> Result<()> {
    let item = library.catalogue().find_canonical(&args.item)?;
    let fact = args.fact.map(|name| library.names().find_fact(&name, None)).transpose()?;
    let PriceAdd { unit, quantity, vendor, date, note, .. } = args;
    let price = args.price.unwrap_or_default();
    library
        .catalogue()
        .price_add(item, &PriceInput { price, currency: String::new(), unit, quantity, vendor, date, note, fact })?;
    print_points(&library.catalogue().price_panel(item, None)?, out)
}

fn rate(library: &Library, command: RateCommand, out: &mut Out) -> Result<()> {
    match command {
        RateCommand::List => {}
        RateCommand::Add { from, to, rate, date } => {
            library.catalogue().rate_add(&RateInput { from, to, rate, date, note: String::new() })?;
        }
        RateCommand::Remove { rate } => library.catalogue().rate_remove(rate)?,
    }
    let rates = library.catalogue().rates()?;
    let row = |rate: &RateRow| {
        vec![rate.id.to_string(), format!("1 {} = {} {}", rate.from, rate.rate, rate.to), rate.date.reading()]
    };
    out.print(
        || json!({ "rates": rates.iter().map(rate_json).collect::<Vec<_>>() }),
        |lines| table(lines, &rates.iter().map(row).collect::<Vec<_>>()),
    )
}

fn import(library: &Library, kind: CsvKind, file: &CsvFile, out: &mut Out) -> Result<()> {
    let preview = library.catalogue().csv_preview(kind, &file.file)?;
    let report = if file.dry_run || !preview.faults.is_empty() {
        preview
    } else {
        library.catalogue().csv_import(kind, &file.file)?
    };
    print_report(&report, out)?;
    if !report.faults.is_empty() {
        let what = message!("The file has {} faults.", report.faults.len());
        out.failed(&Error::invalid(what).kept("Nothing was imported."));
    }
    Ok(())
}

fn export(library: &Library, kind: CsvKind, output: Option<&Path>, out: &mut Out) -> Result<()> {
    match output {
        None => out.exactly(&library.catalogue().csv_of(kind)?),
        Some(path) => {
            library.catalogue().csv_export(kind, path)?;
            let shown = path.display().to_string();
            out.print(|| json!({ "path": shown }), |lines| writeln!(lines, "{shown}"))
        }
    }
}

fn print_report(report: &CsvReport, out: &mut Out) -> Result<()> {
    let what = |what| match what {
        CsvWhat::Add => "add",
        CsvWhat::Change => "change",
        CsvWhat::Same => "same",
    };
    out.print(
        || {
            let fault = |fault: &factly_core::catalogue::csv::CsvFault| {
                json!({ "line": fault.line, "column": fault.column, "message": fault.message.to_string() })
            };
            json!({
                "added": report.added, "changed": report.changed, "same": report.same, "ignored": report.ignored,
                "faults": report.faults.iter().map(fault).collect::<Vec<_>>(),
            })
        },
        |lines| {
            report.faults.iter().try_for_each(|fault| writeln!(lines, "{fault}"))?;
            for line in report.lines.iter().filter(|line| line.what != CsvWhat::Same) {
                writeln!(lines, "{}  {}", what(line.what), line.text)?;
            }
            if !report.ignored.is_empty() {
                writeln!(lines, "columns left out: {}", report.ignored.join(", "))?;
            }
            writeln!(lines, "{} new, {} changed, {} known", report.added, report.changed, report.same)
        },
    )
}

/// None where none is given: then those there are stay.
fn synonyms(entries: &[String]) -> Result<Option<BTreeMap<String, Vec<String>>>> {
    let mut names: BTreeMap<String, Vec<String>> = BTreeMap::new();
    for one in entries {
        let (language, name) = one.split_once(':').ok_or_else(|| {
            Error::invalid(message!("“{}” names no language.", one)).hint("Write it as de:Spanplatte.")
        })?;
        names.entry(language.to_owned()).or_default().push(name.to_owned());
    }
    Ok((!entries.is_empty()).then_some(names))
}

fn decisions(library: &Library, discovery: Uuid, line: &LineName) -> Result<Vec<LinkView>> {
    let found = library.catalogue().canonical_lines(discovery)?.lines.into_iter().find(|one| one.name == *line);
    let line = found.ok_or_else(|| Error::not_found(message!("There is no line “{}”.", line)))?;
    Ok(line.confirmed.into_iter().chain(line.rejected).collect())
}

fn print_decided(library: &Library, discovery: Uuid, name: &LineName, out: &mut Out) -> Result<()> {
    let found = library.catalogue().canonical_lines(discovery)?.lines.into_iter().find(|line| line.name == *name);
    let line = found.ok_or_else(|| Error::not_found(message!("There is no line “{}”.", name)))?;
    out.print(|| line_json(&line), |lines| print_line(&line, lines))
}

fn print_line(line: &LineView, lines: &mut dyn io::Write) -> io::Result<()> {
    writeln!(lines, "{}  “{}”", line.name, line.text)?;
    if let Some(link) = &line.confirmed {
        return writeln!(lines, "  means {}", with_unit(&link.name, &link.unit));
    }
    for one in &line.suggestions {
        let tied = if one.tied { "  one of several that come equally near" } else { "" };
        let name = with_unit(&one.name, &one.unit);
        writeln!(lines, "  {}  {name}: {}{tied}", score(one.score), MatchReason::joined(&one.reasons))?;
    }
    Ok(())
}

fn print_item(item: &CanonicalView, out: &mut Out) -> Result<()> {
    out.print(|| item_json(item), |lines| writeln!(lines, "{}  {}", item.id, with_unit(&item.name, &item.unit)))
}

fn print_points(panel: &PricePanel, out: &mut Out) -> Result<()> {
    let row = |point: &PricePoint| {
        let from =
            point.fact.as_ref().map_or(String::new(), |fact| format!("{} “{}”", fact.label, fact.discovery_title));
        let id = point.id.map(|id| id.to_string()).unwrap_or_default();
        let price = per(point.price, &point.unit);
        let tax = point.tax.map_or("", |tax| tax.as_str()).to_owned();
        vec![point.date.reading(), price, tax, point.vendor.clone(), terms(&point.terms), from, id]
    };
    out.print(
        || json!({ "item": item_json(&panel.item), "prices": points_json(panel) }),
        |lines| table(lines, &panel.points.iter().map(row).collect::<Vec<_>>()),
    )
}

/// "19 %, discount 5 %, until 28 February 2027".
fn terms(terms: &OfferTerms) -> String {
    let vat = terms.vat.as_ref().map(|vat| format!("tax {vat}"));
    let discounts = terms.discounts.iter().map(|term| format!("discount {}", term.value.reading()));
    let until = terms.valid_until.map(|date| format!("until {}", date.reading()));
    vat.into_iter().chain(discounts).chain(until).collect::<Vec<_>>().join(", ")
}

fn print_stats(panel: &PricePanel, out: &mut Out) -> Result<()> {
    out.print(
        || {
            json!({
                "item": item_json(&panel.item),
                "series": panel.series.iter().map(series_json).collect::<Vec<_>>(),
                "left_out": panel.left_out,
                "prices": points_json(panel),
            })
        },
        |lines| {
            for series in &panel.series {
                let tax = series.tax.map(|tax| format!("{}, ", tax.as_str())).unwrap_or_default();
                writeln!(lines, "{tax}{}", describe(&series.all, &series.unit, "all vendors"))?;
                for vendor in &series.vendors {
                    let name = if vendor.vendor.is_empty() { "no vendor" } else { &vendor.vendor };
                    writeln!(lines, "  {}", describe(&vendor.summary, &series.unit, name))?;
                }
            }
            if !panel.left_out.is_empty() {
                writeln!(lines, "{} left out: no rate was given for their day", panel.left_out.len())?;
            }
            Ok(())
        },
    )
}

fn describe(summary: &Summary, unit: &str, who: &str) -> String {
    let about = if summary.median_rounded { "≈ " } else { "" };
    format!(
        "{who}: last {}, median {about}{}, {} to {}, {} prices, {} days old",
        per(summary.last, unit),
        summary.median,
        summary.low,
        summary.high,
        summary.observations.len(),
        summary.age_days
    )
}

fn per(price: Money, unit: &str) -> String {
    if unit.is_empty() { price.to_string() } else { format!("{price} / {unit}") }
}

fn with_unit(name: &str, unit: &str) -> String {
    if unit.is_empty() { name.to_owned() } else { format!("{name} ({unit})") }
}

fn score(thousandths: u16) -> String {
    format!("{:.3}", f64::from(thousandths) / 1000.0)
}

fn summary_row(found: &CanonicalSummary) -> Vec<String> {
    let last = found.last.as_ref().map_or(String::new(), |last| per(last.price, &last.unit));
    let id = found.item.id.to_string();
    vec![id, with_unit(&found.item.name, &found.item.unit), last, format!("{} prices", found.prices)]
}

fn summary_json(found: &CanonicalSummary) -> Value {
    let last = found
        .last
        .as_ref()
        .map(|last| json!({ "price": money_json(last.price), "unit": last.unit, "date": last.date.to_string() }));
    let mut value = item_json(&found.item);
    if let Value::Object(fields) = &mut value {
        fields.insert("lines".to_owned(), json!(found.lines));
        fields.insert("price_count".to_owned(), json!(found.prices));
        fields.insert("last".to_owned(), json!(last));
    }
    value
}

fn item_json(item: &CanonicalView) -> Value {
    json!({
        "id": item.id, "name": item.name, "unit": item.unit, "synonyms": item.synonyms, "note": item.note,
        "archived": item.archived,
    })
}

fn line_json(line: &LineView) -> Value {
    let link = |link: &LinkView| {
        json!({
            "id": link.id, "canonical_item": link.canonical, "name": link.name, "score": link.score,
            "reason": MatchReason::joined(&link.reasons), "was": link.was,
        })
    };
    let suggestion = |one: &factly_engine::catalogue::SuggestionView| {
        json!({
            "canonical_item": one.canonical, "name": one.name, "unit": one.unit, "score": one.score, "tied": one.tied,
            "reason": MatchReason::joined(&one.reasons), "reasons": one.reasons,
        })
    };
    json!({
        "line": line.name.to_string(),
        "text": line.text,
        "item": line.item,
        "fact_id": line.fact.as_ref().map(|(id, _)| id),
        "confirmed": line.confirmed.as_ref().map(link),
        "suggestions": line.suggestions.iter().map(suggestion).collect::<Vec<_>>(),
        "rejected": line.rejected.iter().map(link).collect::<Vec<_>>(),
    })
}

fn points_json(panel: &PricePanel) -> Vec<Value> {
    let converted = |by: &ConvertedView| json!({ "price": money_json(by.price), "rate": rate_json(&by.rate), "inverse": by.inverse });
    let point = |(point, by): (&PricePoint, &Option<ConvertedView>)| {
        let fact = point.fact.as_ref().map(
            |fact| json!({ "id": fact.id, "label": fact.label, "discovery": fact.discovery, "quote": fact.quote }),
        );
        json!({
            "id": point.id, "price": money_json(point.price), "unit": point.unit,
            "quantity": point.quantity.map(|quantity| quantity.to_string()), "vendor": point.vendor,
            "date": point.date.to_string(), "recorded": point.recorded, "origin": point.origin.as_str(), "fact": fact,
            "note": point.note, "converted": by.as_ref().map(converted), "tax": point.tax.map(|tax| tax.as_str()),
            "terms": terms_json(&point.terms),
        })
    };
    panel.points.iter().zip(&panel.converted).map(point).collect()
}

fn series_json(series: &Series) -> Value {
    let summary = |found: &Summary| {
        json!({
            "count": found.observations.len(), "last": money_json(found.last), "median": money_json(found.median),
            "median_rounded": found.median_rounded, "low": money_json(found.low), "high": money_json(found.high),
            "age_days": found.age_days,
        })
    };
    let vendor = |one: &factly_core::catalogue::price::VendorSummary| json!({ "vendor": one.vendor, "summary": summary(&one.summary) });
    json!({
        "currency": series.currency.code(), "unit": series.unit, "tax": series.tax.map(|tax| tax.as_str()),
        "all": summary(&series.all),
        "vendors": series.vendors.iter().map(vendor).collect::<Vec<_>>(),
    })
}

fn money_json(money: Money) -> Value {
    json!({ "minor": money.minor, "currency": money.currency.code() })
}

fn rate_json(rate: &RateRow) -> Value {
    json!({
        "id": rate.id, "from": rate.from.code(), "to": rate.to.code(), "rate": rate.rate.to_string(),
        "date": rate.date.to_string(),
    })
}
