//! Writes small PDFs by hand, so that a test says all that is in one.

/// A PDF as it grows: pages of Helvetica, and what else a test hangs into its catalog.
#[derive(Default)]
pub(crate) struct Writer {
    pub(crate) pages: Vec<(String, String)>,
    /// More entries of the catalog, and objects from number 100 on that they name.
    pub(crate) catalog: String,
    pub(crate) objects: Vec<String>,
    /// More entries of the font.
    pub(crate) font: String,
    pub(crate) info: String,
}

/// The number of the first page's object; the second page has the next but one.
pub(crate) const FIRST_PAGE: usize = 200;

/// Text at a point, counted from the lower left corner, in a size.
pub(crate) fn text(x: u32, y: u32, size: u32, words: &str) -> String {
    let escaped = words.replace('\\', "\\\\").replace('(', "\\(").replace(')', "\\)");
    format!("BT /F1 {size} Tf {x} {y} Td ({escaped}) Tj ET\n")
}

/// Lines of 12 points under each other, 14 apart.
pub(crate) fn lines(x: u32, y: u32, lines: &[&str]) -> String {
    lines.iter().zip(0..).map(|(line, at)| text(x, y - 14 * at, 12, line)).collect()
}

impl Writer {
    pub(crate) fn page(self, content: impl Into<String>) -> Self {
        self.page_with(content, "")
    }

    /// A page with more entries: a rotation, a box.
    pub(crate) fn page_with(mut self, content: impl Into<String>, entries: &str) -> Self {
        self.pages.push((content.into(), entries.to_owned()));
        self
    }

    pub(crate) fn numbered(&self) -> Vec<(usize, String)> {
        let kids: Vec<String> = (0..self.pages.len()).map(|at| format!("{} 0 R", FIRST_PAGE + 2 * at)).collect();
        let mut objects = vec![
            (1, format!("<< /Type /Catalog /Pages 2 0 R {} >>", self.catalog)),
            (2, format!("<< /Type /Pages /Count {} /Kids [{}] /MediaBox [0 0 600 800] >>", kids.len(), kids.join(" "))),
            (3, format!("<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica {} >>", self.font)),
            (4, format!("<< {} >>", self.info)),
        ];
        objects.extend((100..).zip(self.objects.iter().cloned()));
        for (at, (content, entries)) in self.pages.iter().enumerate() {
            let number = FIRST_PAGE + 2 * at;
            let resources = "/Resources << /Font << /F1 3 0 R >> >>";
            objects.push((
                number,
                format!("<< /Type /Page /Parent 2 0 R {resources} /Contents {} 0 R {entries} >>", number + 1),
            ));
            objects.push((number + 1, stream("", content)));
        }
        objects
    }

    pub(crate) fn bytes(&self) -> Vec<u8> {
        let mut bytes = b"%PDF-1.7\n".to_vec();
        let objects = self.numbered();
        let mut offsets = Vec::new();
        for (number, object) in &objects {
            offsets.push((*number, bytes.len()));
            bytes.extend(format!("{number} 0 obj\n{object}\nendobj\n").bytes());
        }
        let table = bytes.len();
        bytes.extend(b"xref\n0 1\n0000000000 65535 f \n");
        for (number, offset) in offsets {
            bytes.extend(format!("{number} 1\n{offset:010} 00000 n \n").bytes());
        }
        let trailer = "trailer\n<< /Size 1000 /Root 1 0 R /Info 4 0 R >>";
        bytes.extend(format!("{trailer}\nstartxref\n{table}\n%%EOF\n").bytes());
        bytes
    }
}

pub(crate) fn stream(entries: &str, content: &str) -> String {
    format!("<< /Length {} {entries} >>\nstream\n{content}\nendstream", content.len())
}
