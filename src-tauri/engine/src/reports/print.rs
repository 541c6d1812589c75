//! A report as a PDF: printed by the window's engine, which counts no pages, and then given numbers and an outline.

use std::path::Path;

use factly_core::message;
use factly_core::reports::Report;
use factly_formats::report::{OutlineEntry, Paging, Spots, spots, write_paged, write_print};
use uuid::Uuid;

use super::export::ReportExport;
use super::{Reports, row, shown};
use crate::error::{Code, Error, Result};
use crate::file::{write_failed, write_whole};

impl Reports<'_> {
    /// Writes a report as a PDF of pages that `print` makes of HTML: once to see where each heading comes to stand, and
    /// once with its page in the contents.
    pub fn export_pdf(
        &self,
        report: Uuid,
        print: &mut dyn FnMut(String) -> Result<Vec<u8>>,
        path: &Path,
    ) -> Result<ReportExport> {
        let (row, view) = self.ctx.read(|r| Ok((row(r, report)?, shown(r, report)?)))?;
        let images = |name: &str| self.image(name);
        let export = self.ctx.read(|r| self.exported(r, &row, &view, &view.report, &images))?;
        let mut printed = |paging: Paging<'_>| {
            let mut html = Vec::new();
            write_print(&export, paging, &mut html).map_err(|error| write_failed(path, &error))?;
            print(String::from_utf8_lossy(&html).into_owned())
        };
        let sought = printed(Paging::Sought)?;
        let found = spots(&sought, &export.id, export.sections.len()).map_err(|refusal| {
            Error::new(Code::Internal, message!("The printed pages could not be read: {}.", refusal))
                .kept("Nothing was written.")
                .hint("Export the report as HTML, and print that in a browser.")
        })?;
        let print = printed(Paging::Found(&found))?;
        let titles = numbered(&view.report);
        let outline = titles.iter().zip(&found).map(|((depth, title), spots)| entry(*depth, title, *spots));
        let outline: Vec<OutlineEntry<'_>> = outline.collect();
        write_whole(path, self.ctx.world().ids.next(), |out| {
            write_paged(&print, &outline, out).map_err(|error| write_failed(path, &error))
        })?;
        Ok(ReportExport { stale: view.stale.len(), missing_images: Vec::new() })
    }
}

fn numbered(report: &Report) -> Vec<(usize, String)> {
    let lines = report.outline().into_iter();
    lines.map(|line| (line.depth, format!("{} {}", line.number, line.section.title))).collect()
}

fn entry(depth: usize, title: &str, spots: Spots) -> OutlineEntry<'_> {
    OutlineEntry { depth, title, spots }
}
