//! The parts of a document that are the same in every export, and those that a few facts decide.

use super::xml::escaped;

pub(super) const HEAD: &str = "<?xml version=\"1.0\" encoding=\"UTF-8\" standalone=\"yes\"?>\n";
pub(super) const WORD: &str = "http://schemas.openxmlformats.org/wordprocessingml/2006/main";
const OFFICE: &str = "http://schemas.openxmlformats.org/officeDocument/2006";
const PACKAGE: &str = "http://schemas.openxmlformats.org/package/2006";
const KIND: &str = "application/vnd.openxmlformats-officedocument";

pub(super) const THEME: &str = include_str!("theme.xml");
pub(super) const FONTS: &str = include_str!("fonts.xml");
pub(super) const STYLES: &str = include_str!("styles.xml");

pub(super) fn content_types() -> String {
    let part = |name: &str, kind: &str| format!("<Override PartName=\"/{name}\" ContentType=\"{KIND}.{kind}+xml\"/>");
    let words = ["styles", "settings", "numbering", "footnotes", "fontTable"];
    let words: String =
        words.iter().map(|of| part(&format!("word/{of}.xml"), &format!("wordprocessingml.{of}"))).collect();
    let rest = [
        part("word/document.xml", "wordprocessingml.document.main"),
        part("word/footer1.xml", "wordprocessingml.footer"),
        part("word/theme/theme1.xml", "theme"),
        part("docProps/app.xml", "extended-properties"),
        part("docProps/custom.xml", "custom-properties"),
        part("customXml/itemProps1.xml", "customXmlProperties"),
        "<Override PartName=\"/docProps/core.xml\" ContentType=\"application/vnd.openxmlformats-package.core-properties+xml\"/>".to_owned(),
    ];
    let images: String = ["png", "jpeg", "gif"]
        .iter()
        .map(|kind| format!("<Default Extension=\"{kind}\" ContentType=\"image/{kind}\"/>"))
        .collect();
    format!(
        "{HEAD}<Types xmlns=\"{PACKAGE}/content-types\"><Default Extension=\"rels\" ContentType=\"application/vnd.openxmlformats-package.relationships+xml\"/><Default Extension=\"xml\" ContentType=\"application/xml\"/>{images}{words}{}</Types>",
        rest.concat()
    )
}

pub(super) fn relation(id: &str, kind: &str, target: &str) -> String {
    format!("<Relationship Id=\"{id}\" Type=\"{OFFICE}/relationships/{kind}\" Target=\"{}\"/>", escaped(target))
}

pub(super) fn external(id: &str, kind: &str, target: &str) -> String {
    let target = escaped(target);
    format!(
        "<Relationship Id=\"{id}\" Type=\"{OFFICE}/relationships/{kind}\" Target=\"{target}\" TargetMode=\"External\"/>"
    )
}

pub(super) fn relations(of: &str) -> String {
    format!("{HEAD}<Relationships xmlns=\"{PACKAGE}/relationships\">{of}</Relationships>")
}

pub(super) fn package_relations() -> String {
    let core = format!(
        "<Relationship Id=\"rId2\" Type=\"{PACKAGE}/relationships/metadata/core-properties\" Target=\"docProps/core.xml\"/>"
    );
    let of = [
        relation("rId1", "officeDocument", "word/document.xml"),
        core,
        relation("rId3", "extended-properties", "docProps/app.xml"),
        relation("rId4", "custom-properties", "docProps/custom.xml"),
    ];
    relations(&of.concat())
}

pub(super) fn document_relations() -> String {
    [
        relation("rId1", "styles", "styles.xml"),
        relation("rId2", "settings", "settings.xml"),
        relation("rId3", "numbering", "numbering.xml"),
        relation("rId4", "footnotes", "footnotes.xml"),
        relation("rId5", "fontTable", "fontTable.xml"),
        relation("rId6", "theme", "theme/theme1.xml"),
        relation("rId7", "footer", "footer1.xml"),
        relation("rId8", "customXml", "../customXml/item1.xml"),
    ]
    .concat()
}

pub(super) fn core(title: &str, language: &str) -> String {
    format!(
        "{HEAD}<cp:coreProperties xmlns:cp=\"{PACKAGE}/metadata/core-properties\" xmlns:dc=\"http://purl.org/dc/elements/1.1/\"><dc:title>{}</dc:title><dc:language>{}</dc:language></cp:coreProperties>",
        escaped(title),
        escaped(language)
    )
}

pub(super) fn app() -> String {
    format!("{HEAD}<Properties xmlns=\"{OFFICE}/extended-properties\"><Application>Factly</Application></Properties>")
}

/// The property that says which report a document is.
pub(super) fn custom(report: &str) -> String {
    format!(
        "{HEAD}<Properties xmlns=\"{OFFICE}/custom-properties\" xmlns:vt=\"{OFFICE}/docPropsVTypes\"><property fmtid=\"{{D5CDD505-2E9C-101B-9397-08002B2CF9AE}}\" pid=\"2\" name=\"{}\"><vt:lpwstr>{}</vt:lpwstr></property></Properties>",
        super::PROPERTY,
        escaped(report)
    )
}

pub(super) fn item_properties() -> String {
    format!(
        "{HEAD}<ds:datastoreItem xmlns:ds=\"{OFFICE}/customXml\" ds:itemID=\"{{7F3B0C54-9D1E-4C55-8A51-6A1F1C0F5E18}}\"><ds:schemaRefs><ds:schemaRef ds:uri=\"{}\"/></ds:schemaRefs></ds:datastoreItem>",
        super::BASE
    )
}

/// Styles with the language that a word processor checks spelling in, where they do not name one.
pub(super) fn in_language(styles: &str, language: &str) -> String {
    const END: &str = "</w:rPr></w:rPrDefault>";
    let region = match language {
        "de" => "de-DE",
        _ => "en-GB",
    };
    let (head, rest) = styles.split_once(END).unwrap_or((styles, ""));
    if head.contains("<w:lang ") || rest.is_empty() {
        return styles.to_owned();
    }
    format!("{head}<w:lang w:val=\"{region}\"/>{END}{rest}")
}

pub(super) fn settings(language: &str) -> String {
    format!(
        "{HEAD}<w:settings xmlns:w=\"{WORD}\"><w:zoom w:percent=\"100\"/><w:defaultTabStop w:val=\"708\"/><w:characterSpacingControl w:val=\"doNotCompress\"/><w:footnotePr><w:footnote w:id=\"-1\"/><w:footnote w:id=\"0\"/></w:footnotePr><w:compat><w:compatSetting w:name=\"compatibilityMode\" w:uri=\"http://schemas.microsoft.com/office/word\" w:val=\"15\"/></w:compat><w:themeFontLang w:val=\"{}\"/></w:settings>",
        escaped(language)
    )
}

pub(super) fn footer() -> String {
    let field = |name: &str| {
        format!(
            "<w:r><w:fldChar w:fldCharType=\"begin\"/></w:r><w:r><w:instrText xml:space=\"preserve\"> {name} </w:instrText></w:r><w:r><w:fldChar w:fldCharType=\"separate\"/></w:r><w:r><w:t>1</w:t></w:r><w:r><w:fldChar w:fldCharType=\"end\"/></w:r>"
        )
    };
    format!(
        "{HEAD}<w:ftr xmlns:w=\"{WORD}\"><w:p><w:pPr><w:jc w:val=\"center\"/></w:pPr>{}<w:r><w:t xml:space=\"preserve\"> / </w:t></w:r>{}</w:p></w:ftr>",
        field("PAGE"),
        field("NUMPAGES")
    )
}

pub(super) fn footnotes(notes: &str) -> String {
    format!(
        "{HEAD}<w:footnotes xmlns:w=\"{WORD}\"><w:footnote w:type=\"separator\" w:id=\"-1\"><w:p><w:r><w:separator/></w:r></w:p></w:footnote><w:footnote w:type=\"continuationSeparator\" w:id=\"0\"><w:p><w:r><w:continuationSeparator/></w:r></w:p></w:footnote>{notes}</w:footnotes>"
    )
}

/// The list of headings, that of an appendix, bullets, and a numbered list for each of `starts`: each with a scheme of its
/// own, as LibreOffice takes a start of the same scheme anew for one of a paragraph, which a tracked change may move.
pub(super) fn numbering(starts: &[u64], heading_styles: Option<&[String]>) -> String {
    let mut out = format!("{HEAD}<w:numbering xmlns:w=\"{WORD}\">");
    scheme(&mut out, 0, |level| heading_level(level, "decimal", heading_styles));
    scheme(&mut out, 1, |level| heading_level(level, if level == 0 { "upperLetter" } else { "decimal" }, None));
    scheme(&mut out, 2, |level| {
        let sign = ["•", "–", "▪"][level % 3];
        format!(
            "<w:start w:val=\"1\"/><w:numFmt w:val=\"bullet\"/><w:lvlText w:val=\"{sign}\"/><w:lvlJc w:val=\"left\"/>{}",
            indent(level)
        )
    });
    for (at, start) in starts.iter().enumerate() {
        scheme(&mut out, at + 3, |level| {
            let format = ["decimal", "lowerLetter", "lowerRoman"][level % 3];
            format!(
                "<w:start w:val=\"{start}\"/><w:numFmt w:val=\"{format}\"/><w:lvlText w:val=\"%{}.\"/><w:lvlJc w:val=\"left\"/>{}",
                level + 1,
                indent(level)
            )
        });
    }
    for of in 0..starts.len() + 3 {
        out.push_str(&format!("<w:num w:numId=\"{}\"><w:abstractNumId w:val=\"{of}\"/></w:num>", of + 1));
    }
    out + "</w:numbering>"
}

fn scheme(out: &mut String, id: usize, level: impl Fn(usize) -> String) {
    out.push_str(&format!("<w:abstractNum w:abstractNumId=\"{id}\"><w:multiLevelType w:val=\"multilevel\"/>"));
    for at in 0..9 {
        out.push_str(&format!("<w:lvl w:ilvl=\"{at}\">{}</w:lvl>", level(at)));
    }
    out.push_str("</w:abstractNum>");
}

fn heading_level(level: usize, format: &str, styles: Option<&[String]>) -> String {
    let text: Vec<String> = (1..=level + 1).map(|at| format!("%{at}")).collect();
    let style = styles.and_then(|styles| styles.get(level));
    let style = style.map_or_else(String::new, |style| format!("<w:pStyle w:val=\"{style}\"/>"));
    format!(
        "<w:start w:val=\"1\"/><w:numFmt w:val=\"{format}\"/>{style}<w:suff w:val=\"space\"/><w:lvlText w:val=\"{}\"/><w:lvlJc w:val=\"left\"/><w:pPr><w:ind w:left=\"0\" w:firstLine=\"0\"/></w:pPr>",
        text.join(".")
    )
}

fn indent(level: usize) -> String {
    format!("<w:pPr><w:ind w:left=\"{}\" w:hanging=\"360\"/></w:pPr>", 360 * (level + 1))
}
