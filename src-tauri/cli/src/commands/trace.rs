//! The support of an entity, as an outline.

use std::io::{self, Write};

use factly_engine::Library;
use factly_engine::discovery::TraceNode;
use factly_engine::error::Result;
use serde_json::json;

use crate::args::EntityName;
use crate::json;
use crate::out::{Out, short};

pub(super) fn run(library: &Library, entity: &EntityName, markdown: bool, out: &mut Out) -> Result<()> {
    let report = library.pipeline().trace_report(library.names().find_discovery(&entity.discovery)?, entity.label)?;
    if markdown && !out.is_json {
        return out.exactly(&report.markdown);
    }
    out.print(
        || json!({ "root": json::trace_node(&report.root), "markdown": report.markdown }),
        |lines| print_node(&report.root, 0, lines),
    )
}

fn print_node(node: &TraceNode, depth: usize, lines: &mut dyn Write) -> io::Result<()> {
    let indent = "  ".repeat(depth);
    if node.repeated {
        return writeln!(lines, "{indent}{} (above)", node.label);
    }
    writeln!(lines, "{indent}{}  {}  {}", node.label, node.status.as_str(), short(&node.text, 100))?;
    for quote in node.quotes() {
        let source = quote.input.as_ref().map(|(label, _)| label.to_string()).unwrap_or_default();
        writeln!(lines, "{indent}  “{}” {source}", short(&quote.text, 300))?;
    }
    node.children.iter().try_for_each(|child| print_node(child, depth + 1, lines))
}
