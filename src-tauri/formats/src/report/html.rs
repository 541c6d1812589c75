//! A report as one HTML file that needs nothing beside it.
//!
//! Markup in bodies is shown, never run; images are in the file; links to other schemes than the web's are their words alone.

use std::io::{self, Write};

use base64::Engine as _;
use pulldown_cmark::{Event, Parser, Tag, TagEnd, TextMergeStream, html};

use super::export::{ExportSection, ReportContent, SectionWording};
use super::link::may_lead;
use super::markdown::{is_label, named_image, options};
use super::paged::{Spots, mark};
use super::picture::picture;

const STYLE: &str = include_str!("print.css");

/// Nothing is fetched and nothing runs, whatever stands in a body.
const POLICY: &str = "default-src 'none'; img-src data:; style-src 'unsafe-inline'";

/// The known pages of a report that is to be printed.
#[derive(Clone, Copy)]
pub enum Paging<'a> {
    /// Nothing yet: headings and contents carry marks to find their places by.
    Sought,
    /// The places found of each section, in reading order.
    Found(&'a [Spots]),
}

/// Writes a report as HTML; footnotes stand at its end.
///
/// # Errors
/// When the writer does not take it.
pub fn write_html(export: &ReportContent<'_>, out: &mut dyn Write) -> io::Result<()> {
    HtmlPage { export, paging: None, notes: Vec::new(), figures: 0 }.write(out)
}

/// As [`write_html`], with room for pages in the contents.
///
/// # Errors
/// When the writer does not take it.
pub fn write_print(export: &ReportContent<'_>, paging: Paging<'_>, out: &mut dyn Write) -> io::Result<()> {
    HtmlPage { export, paging: Some(paging), notes: Vec::new(), figures: 0 }.write(out)
}

struct HtmlPage<'e> {
    export: &'e ReportContent<'e>,
    paging: Option<Paging<'e>>,
    /// The labels of the footnotes so far.
    notes: Vec<String>,
    figures: usize,
}

impl HtmlPage<'_> {
    fn write(mut self, out: &mut dyn Write) -> io::Result<()> {
        let export = self.export;
        let (title, language) = (escaped(&export.head.current.title), export.language);
        write!(
            out,
            "<!doctype html>\n<html lang=\"{language}\">\n<head>\n<meta charset=\"utf-8\">\n\
             <meta http-equiv=\"Content-Security-Policy\" content=\"{POLICY}\">\n\
             <meta name=\"viewport\" content=\"width=device-width\">\n<title>{title}</title>\n\
             <style>\n{STYLE}</style>\n</head>\n<body>\n<h1 class=\"title\">{title}</h1>\n"
        )?;
        if !export.notice.is_empty() {
            writeln!(out, "<p class=\"stale\" role=\"note\">{}</p>", escaped(&export.notice))?;
        }
        out.write_all(self.body(&export.head.current.body_md).as_bytes())?;
        self.contents(out)?;
        for (at, section) in export.sections.iter().enumerate() {
            if let Some(wording) = section.wording() {
                self.section(at, section, wording, out)?;
            }
        }
        self.sources(out)?;
        self.footnotes(out)?;
        out.write_all(b"</body>\n</html>\n")
    }

    fn contents(&self, out: &mut dyn Write) -> io::Result<()> {
        writeln!(out, "<nav>\n<h2>{}</h2>", escaped(self.export.words.contents))?;
        for (at, section) in self.export.sections.iter().enumerate() {
            let Some(wording) = section.wording() else { continue };
            writeln!(
                out,
                "<p class=\"l{}\">{}<a href=\"#s{:x}\"><span>{} {}</span>{}</a></p>",
                section.depth.min(6),
                self.mark('t', at),
                section.id,
                escaped(&section.number),
                escaped(&wording.title),
                self.page_of(at)
            )?;
        }
        out.write_all(b"</nav>\n")
    }

    /// Returns the mark by which the place of a heading, or of its line in the contents, is found in the print.
    fn mark(&self, kind: char, at: usize) -> String {
        match self.paging {
            Some(Paging::Sought) => format!("<span class=\"mark\">{}</span>", mark(&self.export.id, kind, at)),
            _ => String::new(),
        }
    }

    /// The page of a section, in a room that is as wide while it is not known.
    fn page_of(&self, at: usize) -> String {
        let page = match self.paging {
            None => return String::new(),
            Some(Paging::Sought) => None,
            Some(Paging::Found(all)) => all.get(at).and_then(|spots| spots.heading).map(|heading| heading.page),
        };
        let page = page.map(|page| page.to_string()).unwrap_or_default();
        format!("<span class=\"leader\"></span><span class=\"page\">{page}</span>")
    }

    fn section(
        &mut self,
        at: usize,
        section: &ExportSection,
        wording: &SectionWording,
        out: &mut dyn Write,
    ) -> io::Result<()> {
        let level = (section.depth + 1).min(6);
        let (number, title) = (escaped(&section.number), escaped(&wording.title));
        writeln!(
            out,
            "<h{level} id=\"s{:x}\">{}<span class=\"number\">{number}</span> {title}</h{level}>",
            section.id,
            self.mark('h', at)
        )?;
        out.write_all(self.body(&wording.body_md).as_bytes())
    }

    fn sources(&self, out: &mut dyn Write) -> io::Result<()> {
        if self.export.sources.is_empty() {
            return Ok(());
        }
        writeln!(out, "<h2 class=\"sources\">{}</h2>\n<ul>", escaped(self.export.words.sources))?;
        for source in &self.export.sources {
            writeln!(out, "<li>{}</li>", escaped(source))?;
        }
        out.write_all(b"</ul>\n")
    }

    fn footnotes(&self, out: &mut dyn Write) -> io::Result<()> {
        if self.notes.is_empty() {
            return Ok(());
        }
        out.write_all(b"<hr>\n<ol class=\"notes\">\n")?;
        for (at, label) in (1..).zip(&self.notes) {
            let text = self.export.notes.get(label).map_or("", |note| note.text.as_str());
            writeln!(
                out,
                "<li id=\"n{at}\">{} <a href=\"#c{at}\" aria-label=\"{}\">↩</a></li>",
                escaped(text),
                escaped(label)
            )?;
        }
        out.write_all(b"</ol>\n")
    }

    fn body(&mut self, md: &str) -> String {
        let mut events = Vec::new();
        let mut cited: Option<String> = None;
        let (mut is_metadata, mut is_plain) = (false, false);
        for event in TextMergeStream::new(Parser::new_ext(md, options())) {
            match event {
                Event::Start(Tag::MetadataBlock(_)) => is_metadata = true,
                Event::End(TagEnd::MetadataBlock(_)) => is_metadata = false,
                _ if is_metadata => {}
                Event::Start(Tag::Link { ref dest_url, .. }) if dest_url.starts_with("factly://") => {
                    cited = Some(String::new());
                }
                Event::Text(ref text) if cited.is_some() => cited = Some(text.to_string()),
                Event::End(TagEnd::Link) if cited.is_some() => {
                    let label = cited.take().unwrap_or_default();
                    events.push(Event::InlineHtml(self.citation(&label).into()));
                }
                // Links do not stand in links, so that the next end is of this one.
                Event::Start(Tag::Link { ref dest_url, .. }) if !may_lead(dest_url) => is_plain = true,
                Event::End(TagEnd::Link) if is_plain => is_plain = false,
                Event::Text(text) => self.text(&text, &mut events),
                Event::Html(text) | Event::InlineHtml(text) => events.push(Event::Text(text)),
                Event::Start(tag) => events.push(Event::Start(self.safe(tag))),
                event => events.push(event),
            }
        }
        let mut out = String::new();
        html::push_html(&mut out, events.into_iter());
        out
    }

    /// Words with the citations and images that stand in them by name.
    fn text<'e>(&mut self, text: &str, events: &mut Vec<Event<'e>>) {
        let mut rest = text;
        while let Some((before, name, after)) = next_name(rest) {
            events.push(Event::Text(before.to_owned().into()));
            let html = match name.strip_prefix("IMAGE:") {
                Some(_) => self.image(name),
                None => self.citation(name),
            };
            events.push(Event::InlineHtml(html.into()));
            rest = after;
        }
        events.push(Event::Text(rest.to_owned().into()));
    }

    fn citation(&mut self, label: &str) -> String {
        let shown = escaped(label);
        let Some(note) = self.export.notes.get(label) else { return format!("[{shown}]") };
        self.notes.push(label.to_owned());
        let at = self.notes.len();
        let remark = match note.remark {
            "" => String::new(),
            remark => format!(" <em class=\"stale\">{remark}</em>"),
        };
        let title = escaped(&note.text);
        format!("<a class=\"cite\" id=\"c{at}\" href=\"#n{at}\" title=\"{title}\">[{shown}]<sup>{at}</sup></a>{remark}")
    }

    /// An image by its name, with its caption under it.
    fn image(&mut self, token: &str) -> String {
        let found = named_image(token).and_then(|(name, caption)| Some((self.embedded(name)?, escaped(caption))));
        let Some((data, caption)) = found else { return format!("[{}]", escaped(token)) };
        if caption.is_empty() {
            return format!("<img src=\"{data}\" alt=\"\">");
        }
        self.figures += 1;
        let figure = format!("{} {}", self.export.words.figure, self.figures);
        format!(
            "<span class=\"figure\"><img src=\"{data}\" alt=\"{caption}\">\
             <span class=\"caption\">{figure}: {caption}</span></span>"
        )
    }

    fn embedded(&self, target: &str) -> Option<String> {
        let bytes = (self.export.images)(target)?;
        let mime = picture(&bytes)?.mime;
        Some(format!("data:{mime};base64,{}", base64::engine::general_purpose::STANDARD.encode(bytes)))
    }

    /// An image is in the file.
    fn safe<'t>(&self, tag: Tag<'t>) -> Tag<'t> {
        match tag {
            Tag::Image { link_type, dest_url, title, id } => {
                let dest_url = self.embedded(&dest_url).unwrap_or_default().into();
                Tag::Image { link_type, dest_url, title, id }
            }
            tag => tag,
        }
    }
}

/// The next `[F-12]` or `[IMAGE:x]` of a text, with what is before and behind it.
fn next_name(text: &str) -> Option<(&str, &str, &str)> {
    let mut at = 0;
    loop {
        let open = at + text[at..].find('[')?;
        let close = open + text[open..].find(']')?;
        let name = &text[open + 1..close];
        if is_label(name) || name.starts_with("IMAGE:") {
            return Some((&text[..open], name, &text[close + 1..]));
        }
        at = open + 1;
    }
}

fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}
