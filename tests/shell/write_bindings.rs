//! Writes `ui/src/ipc/bindings.ts`; `cargo xtask bindings` runs it.

use std::path::Path;

fn main() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("ui/src/ipc/bindings.ts");
    if let Err(error) = factly_shell::bindings::write(&path) {
        panic!("{} was not written: {error}", path.display());
    }
}
