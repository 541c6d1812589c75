//! Files of the memory: the catalogue and the prices as CSV, from disk and to it.

use std::fs;
use std::path::Path;

use factly_core::catalogue::csv::{CsvPriceRow, write_prices};
use factly_core::message;

use crate::catalogue::Catalogue;
use crate::catalogue::import::CsvReport;
use crate::error::{Code, Error, Result};
use crate::file::write_whole;

/// A larger file is no list that anybody keeps by hand.
const MAX_BYTES: u64 = 64 * 1024 * 1024;

/// The content of a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CsvKind {
    Catalogue,
    Prices,
}

impl Catalogue<'_> {
    /// Returns what [`Self::csv_import`] would do with a file.
    pub fn csv_preview(&self, kind: CsvKind, path: &Path) -> Result<CsvReport> {
        let text = text_of(path)?;
        match kind {
            CsvKind::Catalogue => self.catalogue_import_preview(&text),
            CsvKind::Prices => self.prices_import_preview(&text),
        }
    }

    /// Imports a file as one step, whole or not at all.
    pub fn csv_import(&self, kind: CsvKind, path: &Path) -> Result<CsvReport> {
        let text = text_of(path)?;
        match kind {
            CsvKind::Catalogue => self.catalogue_import(&text),
            CsvKind::Prices => self.prices_import(&text),
        }
    }

    pub fn csv_export(&self, kind: CsvKind, path: &Path) -> Result<()> {
        let text = self.csv_of(kind)?;
        write_whole(path, self.ctx.world().ids.next(), |out| {
            out.write_all(text.as_bytes())
                .map_err(|error| Error::new(Code::Io, message!("It could not be written: {}.", error)))
        })
    }

    /// The catalogue, or every price that counts, as CSV.
    pub fn csv_of(&self, kind: CsvKind) -> Result<String> {
        match kind {
            CsvKind::Catalogue => self.catalogue_csv(),
            CsvKind::Prices => self.prices_csv(),
        }
    }

    /// Items are named as an import would find them.
    fn prices_csv(&self) -> Result<String> {
        let held = self.held_catalogue()?;
        let mut rows = Vec::new();
        self.ctx.read(|r| {
            for row in &held.rows {
                let alone = held.called(&row.item.name).len() == 1;
                let item = if alone { row.item.name.clone() } else { row.id.to_string() };
                rows.extend(self.points(r, row)?.into_iter().map(|point| CsvPriceRow {
                    line: 0,
                    item: item.clone(),
                    price: point.price,
                    unit: point.unit,
                    quantity: point.quantity,
                    vendor: point.vendor,
                    date: point.date,
                    note: point.note,
                }));
            }
            Ok(())
        })?;
        Ok(write_prices(&rows))
    }
}

fn text_of(path: &Path) -> Result<String> {
    let unread =
        |error: std::io::Error| Error::new(Code::Io, message!("“{}” could not be read: {}.", path.display(), error));
    if fs::metadata(path).map_err(unread)?.len() > MAX_BYTES {
        return Err(Error::new(Code::TooLarge, "The file is larger than 64 MB.").kept("Nothing was imported."));
    }
    String::from_utf8(fs::read(path).map_err(unread)?).map_err(|_| {
        Error::new(Code::NotUtf8, "The file is not in UTF-8.")
            .kept("Nothing was imported.")
            .hint("Save it again as “CSV UTF-8”.")
    })
}
