//! Discoveries as files.

use std::path::Path;

use factly_engine::Library;
use factly_engine::error::Result;
use serde_json::json;

use crate::out::Out;
use crate::progress::Line;

pub(super) fn export(library: &Library, names: &[String], output: Option<&Path>, out: &mut Out) -> Result<()> {
    let discoveries = names.iter().map(|name| library.find_discovery(name)).collect::<Result<Vec<_>>>()?;
    let Some(path) = output else {
        return out.stream(|stdout| library.export(&discoveries, stdout, &Line::new()).map(drop));
    };
    let exported = library.export_to_file(&discoveries, path, &Line::new())?;
    let shown = path.display().to_string();
    out.print(
        || json!({ "path": shown, "bytes": exported.bytes, "discoveries": exported.discoveries }),
        |lines| writeln!(lines, "{shown}: {} bytes", exported.bytes),
    )
}
