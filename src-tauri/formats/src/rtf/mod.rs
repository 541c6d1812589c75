//! RTF: text in its code pages and in Unicode, headings by style, tables, fields' results and notes.
//!
//! A small reader of control words: what it does not know it passes over, and a destination that a writer marks as
//! optional and it does not know it leaves out.

mod state;
mod tokens;

use std::collections::HashMap;

use crate::budget::Budget;
use crate::draft::{ExtractDraft, one_line};
use crate::extract::Extract;
use crate::format::Format;
use crate::inline::{self, Look};
use crate::refusal::Refusal;
use crate::rtf::state::{RtfDestination, RtfGroup, RtfLook, charset, code_page};
use crate::rtf::tokens::{RtfToken, Tokens};
use crate::table::{CellBudget, SourceRow, TableDraft};

/// Groups in groups, as a multiple of the limit for elements: writers nest a few for each style.
const NESTED: usize = 10;

pub(crate) fn read(bytes: &[u8], budget: &Budget<'_>) -> Result<Extract, Refusal> {
    let mut reader = RtfReader::new(ExtractDraft::new(budget), budget);
    let mut tokens = Tokens::new(bytes);
    while let Some(token) = tokens.next() {
        budget.step()?;
        if let RtfToken::Word("bin", Some(length)) = token {
            tokens.leave_out(usize::try_from(length).unwrap_or(0));
            continue;
        }
        reader.take(token)?;
        if reader.draft.is_full() {
            break;
        }
    }
    reader.finish()
}

struct RtfReader<'a> {
    draft: ExtractDraft,
    budget: &'a Budget<'a>,
    cells: CellBudget,
    groups: Vec<RtfGroup>,
    /// Bytes of a code page that are not decoded yet, and which one.
    bytes: Vec<u8>,
    /// A high surrogate that waits for its low one.
    surrogate: Option<u16>,
    /// Characters that stand for one in Unicode and are passed over.
    passed_over: usize,
    default_code_page: &'static str,
    fonts: HashMap<i32, &'static str>,
    styles: HashMap<i32, u8>,
    colours: Colours,
    /// True if the paragraph or the row has a ground that is not white.
    on_ground: bool,
    paragraph: String,
    heading: Option<u8>,
    marker: String,
    in_table: bool,
    /// Cells of the row that is defined, and those of them that go on from the row above, merged.
    cells_defined: u32,
    continued: Vec<u32>,
    row: Vec<(u32, String)>,
    table: Option<(TableDraft, u32)>,
    tables: usize,
    notes: Vec<String>,
    pictures: u64,
    embedded: u64,
}

/// Half points of a size that nobody reads, and by which words stand off their line.
const TINY: i32 = 2;
const OFF_LINE: i32 = 4;

/// The colours that words name by number.
#[derive(Default)]
struct Colours {
    /// Of each colour whether it is white; the first is the reader's own.
    are_white: Vec<bool>,
    /// The shares of the colour that is read.
    open: Vec<i32>,
}

impl Colours {
    fn take(&mut self, share: i32) {
        self.open.push(share);
    }

    /// Ends a colour at each semicolon.
    fn end(&mut self, text: &str) {
        for _ in text.matches(';') {
            let shares = std::mem::take(&mut self.open);
            self.are_white.push(shares.len() == 3 && shares.iter().all(|share| *share >= 250));
        }
    }

    fn is_white(&self, colour: i32) -> bool {
        usize::try_from(colour).ok().and_then(|colour| self.are_white.get(colour)).is_some_and(|is_white| *is_white)
    }

    fn is_ground(&self, colour: i32) -> bool {
        colour > 0 && !self.is_white(colour)
    }
}

impl<'a> RtfReader<'a> {
    fn new(draft: ExtractDraft, budget: &'a Budget<'a>) -> Self {
        Self {
            draft,
            budget,
            cells: CellBudget::new(budget.limits.entries),
            groups: vec![RtfGroup::default()],
            bytes: Vec::new(),
            surrogate: None,
            passed_over: 0,
            default_code_page: "windows-1252",
            fonts: HashMap::new(),
            styles: HashMap::new(),
            colours: Colours::default(),
            on_ground: false,
            paragraph: String::new(),
            heading: None,
            marker: String::new(),
            in_table: false,
            cells_defined: 0,
            continued: Vec::new(),
            row: Vec::new(),
            table: None,
            tables: 0,
            notes: Vec::new(),
            pictures: 0,
            embedded: 0,
        }
    }

    fn group(&mut self) -> &mut RtfGroup {
        if self.groups.is_empty() {
            self.groups.push(RtfGroup::default());
        }
        let last = self.groups.len() - 1;
        &mut self.groups[last]
    }

    fn take(&mut self, token: RtfToken<'_>) -> Result<(), Refusal> {
        if !matches!(token, RtfToken::Byte(_)) {
            self.decode();
        }
        match token {
            RtfToken::Open => {
                let limit = self.budget.limits.depth * NESTED;
                if self.groups.len() >= limit {
                    return Err(Refusal::TooLarge { what: "nested groups", limit: limit as u64 });
                }
                let inner = self.group().inner();
                self.groups.push(inner);
                self.passed_over = 0;
            }
            RtfToken::Close => self.close(),
            RtfToken::Word(word, number) => self.word(word, number),
            RtfToken::Sign(sign) => self.sign(sign),
            RtfToken::Byte(_) if self.passed_over > 0 => self.passed_over -= 1,
            RtfToken::Byte(byte) => self.bytes.push(byte),
        }
        Ok(())
    }

    /// Writes the bytes that have come in the code page that holds.
    fn decode(&mut self) {
        if self.bytes.is_empty() {
            return;
        }
        let bytes = std::mem::take(&mut self.bytes);
        let page = self.group().code_page.unwrap_or(self.default_code_page);
        let text = encoding_rs::Encoding::for_label(page.as_bytes())
            .unwrap_or(encoding_rs::WINDOWS_1252)
            .decode_without_bom_handling(&bytes)
            .0;
        self.add(&text);
    }

    fn add(&mut self, text: &str) {
        self.surrogate = None;
        let on_ground = self.on_ground;
        let group = self.group();
        if group.is_deleted {
            return;
        }
        let looks = group.look.looks(on_ground);
        match &mut group.destination {
            RtfDestination::Text => inline::add(&mut self.paragraph, &looks, text),
            RtfDestination::Gathered { kind: "colortbl", .. } => self.colours.end(text),
            RtfDestination::Gathered { kind: "footnote", text: gathered } => inline::add(gathered, &looks, text),
            RtfDestination::Gathered { text: gathered, .. } => gathered.push_str(text),
            RtfDestination::None => {}
        }
    }

    fn close(&mut self) {
        // What is closed too often closes nothing.
        if self.groups.len() < 2 {
            return;
        }
        let Some(group) = self.groups.pop() else { return };
        self.passed_over = 0;
        // What a group gathered goes where the group that began it says.
        if let RtfDestination::Gathered { kind, text } = group.destination {
            match self.groups.last_mut().map(|outer| &mut outer.destination) {
                // Each style of the sheet is a group of its own; elsewhere a group is a part of what is gathered.
                Some(RtfDestination::Gathered { kind: outer, text: gathered })
                    if *outer == kind && kind != "stylesheet" =>
                {
                    gathered.push_str(&text);
                }
                _ => self.gathered(kind, &text, group.style),
            }
        }
    }

    fn gathered(&mut self, kind: &'static str, text: &str, style: Option<i32>) {
        let line = one_line(text.trim_end_matches(';'));
        match kind {
            "title" => self.draft.metadata.title = Some(line).filter(|line| !line.is_empty()),
            "author" => self.draft.metadata.authors = crate::ooxml::authors(&line),
            "stylesheet" => {
                let level = crate::headings::level_by_name(&line.to_lowercase());
                self.styles.extend(style.zip(level));
            }
            "footnote" => {
                self.notes.push(text.trim().to_owned());
                let mark = format!("[{}]", self.notes.len());
                let outer = std::mem::take(&mut self.group().look);
                self.group().look = RtfLook { script: Some(Look::Raised), ..outer };
                self.add(&mark);
                self.group().look = outer;
            }
            "listtext" => self.marker = line,
            _ => {}
        }
    }

    fn sign(&mut self, sign: u8) {
        match sign {
            b'~' => self.add("\u{a0}"),
            b'_' => self.add("\u{2011}"),
            b'*' => self.group().is_optional = true,
            _ => {}
        }
    }

    fn word(&mut self, word: &str, number: Option<i32>) {
        if self.destination(word) {
            return;
        }
        if let Some(text) = state::sign_of(word) {
            if self.passed_over > 0 {
                self.passed_over -= 1
            } else {
                self.add(text)
            }
            return;
        }
        match (word, number) {
            ("u", Some(unit)) => self.unicode(unit),
            ("uc", Some(count)) => self.group().fallback = usize::try_from(count).unwrap_or(1),
            ("ansicpg", Some(page)) => self.default_code_page = code_page(page),
            ("mac", _) => self.default_code_page = "macintosh",
            ("f", Some(font)) => self.font(font),
            ("fcharset", Some(set)) => self.font_charset(set),
            ("deleted", on) => self.group().is_deleted = on != Some(0),
            ("red" | "green" | "blue", Some(share)) => self.colours.take(share),
            ("cbpat" | "clcbpat", Some(colour)) => self.on_ground |= self.colours.is_ground(colour),
            ("plain", _) => self.plain(),
            ("s", Some(style)) => self.style(style),
            ("outlinelevel", Some(level)) => {
                self.heading = u8::try_from(level + 1).ok().filter(|level| (1..=9).contains(level))
            }
            ("pard", _) if self.is_text() => {
                (self.heading, self.in_table) = (None, false);
                self.on_ground &= self.in_table;
            }
            ("intbl", _) => self.in_table = true,
            ("trowd", _) => (self.cells_defined, self.continued, self.on_ground) = (0, Vec::new(), false),
            ("clvmrg", _) => self.continued.push(self.cells_defined),
            ("cellx", _) => self.cells_defined += 1,
            ("par" | "sect", _) => self.end_paragraph(),
            ("cell" | "nestcell", _) => self.end_cell(),
            ("row", _) => self.end_row(),
            (word, number) => self.look(word, number),
        }
    }

    /// A word that says how words are shown.
    fn look(&mut self, word: &str, number: Option<i32>) {
        let is_on = number != Some(0);
        let (is_white, is_ground) =
            number.map_or((false, false), |colour| (self.colours.is_white(colour), self.colours.is_ground(colour)));
        let off_line = |look| (number.unwrap_or(6) >= OFF_LINE).then_some(look);
        let look = &mut self.group().look;
        match word {
            "v" => look.is_hidden = is_on,
            "super" => look.script = is_on.then_some(Look::Raised),
            "sub" => look.script = is_on.then_some(Look::Lowered),
            "nosupersub" => look.script = None,
            "up" => look.script = off_line(Look::Raised),
            "dn" => look.script = off_line(Look::Lowered),
            "strike" | "striked" => look.is_struck = is_on,
            "fs" => look.is_tiny = number.is_some_and(|size| size <= TINY),
            "cf" => look.is_white = is_white,
            "cb" | "chcbpat" | "highlight" => look.has_ground = is_ground,
            _ => {}
        }
    }

    /// Begins a destination; whether the word is one.
    fn destination(&mut self, word: &str) -> bool {
        let (pictures, objects) = (u64::from(word == "pict"), u64::from(word == "objdata"));
        let is_optional = std::mem::take(&mut self.group().is_optional);
        if self.pair(word) {
            return true;
        }
        match state::destination(word) {
            Some(destination) => {
                let is_read = self.group().destination != RtfDestination::None;
                if is_read {
                    self.pictures += pictures;
                    self.embedded += objects;
                    self.group().destination = destination;
                }
                true
            }
            None if is_optional => {
                self.group().destination = RtfDestination::None;
                true
            }
            None => false,
        }
    }

    /// `\upr{text}{\*\ud{the same in Unicode}}`.
    fn pair(&mut self, word: &str) -> bool {
        let group = self.group();
        match word {
            "upr" => {
                group.is_pair = group.destination == RtfDestination::Text;
                group.destination = RtfDestination::None;
            }
            "ud" if group.is_pair => group.destination = RtfDestination::Text,
            _ => return false,
        }
        true
    }

    fn unicode(&mut self, unit: i32) {
        // Negative numbers are those above 32767.
        let unit = u16::try_from(unit.rem_euclid(0x1_0000)).unwrap_or(0xfffd);
        let high = self.surrogate.take();
        let units: Vec<u16> = high.into_iter().chain([unit]).collect();
        if (0xd800..0xdc00).contains(&unit) {
            self.surrogate = Some(unit);
        } else {
            let text: String =
                char::decode_utf16(units).map(|char| char.unwrap_or(char::REPLACEMENT_CHARACTER)).collect();
            self.add(&text);
        }
        self.passed_over = self.group().fallback;
    }

    fn font(&mut self, font: i32) {
        let page = self.fonts.get(&font).copied();
        let group = self.group();
        group.font = Some(font);
        group.code_page = page;
    }

    fn font_charset(&mut self, set: i32) {
        if let (Some(font), Some(page)) = (self.group().font, charset(set)) {
            self.fonts.insert(font, page);
        }
    }

    fn plain(&mut self) {
        let group = self.group();
        group.is_deleted = false;
        group.look = RtfLook::default();
        group.code_page = None;
    }

    fn style(&mut self, style: i32) {
        if self.is_text() {
            self.heading = self.styles.get(&style).copied();
        }
        self.group().style = Some(style);
    }

    fn is_text(&mut self) -> bool {
        self.group().destination == RtfDestination::Text
    }

    fn end_paragraph(&mut self) {
        if !self.is_text() {
            self.add("\n");
            return;
        }
        if self.in_table {
            self.paragraph.push(' ');
            return;
        }
        self.end_table();
        let text = std::mem::take(&mut self.paragraph);
        let marker = std::mem::take(&mut self.marker);
        match self.heading {
            Some(level) => self.draft.heading(level, &text),
            None if !marker.is_empty() => self.draft.item(0, Some(state::marker(&marker)), &text),
            None => self.draft.paragraph(&text),
        }
    }

    fn end_cell(&mut self) {
        if self.is_text() {
            let text = std::mem::take(&mut self.paragraph);
            self.marker.clear();
            self.row.push((u32::try_from(self.row.len()).unwrap_or(u32::MAX), text));
        }
    }

    fn end_row(&mut self) {
        if !self.is_text() {
            return;
        }
        if self.table.is_none() {
            self.draft.part();
            self.tables += 1;
        }
        let (table, number) = self.table.get_or_insert_with(|| (TableDraft::new(&self.tables.to_string()), 0));
        *number += 1;
        let (cells, continued) = (std::mem::take(&mut self.row), self.continued.clone());
        let row = SourceRow { number: *number, cells, continued, ..SourceRow::default() };
        table.row(&mut self.draft, &mut self.cells, row);
    }

    /// Writes what is left of a table that ended without the end of its row.
    fn end_table(&mut self) {
        if !self.row.is_empty() {
            self.end_row();
        }
        self.table = None;
    }

    fn finish(mut self) -> Result<Extract, Refusal> {
        self.decode();
        self.groups = vec![RtfGroup::default()];
        self.in_table = false;
        self.end_paragraph();
        if !self.notes.is_empty() {
            self.draft.close_headings(0);
        }
        for (number, note) in (1..).zip(&self.notes) {
            self.draft.paragraph(&format!("[{number}] {note}"));
        }
        self.draft.left_out("pictures", self.pictures);
        self.draft.left_out("embedded files", self.embedded);
        self.draft.finish(Format::Rtf)
    }
}
