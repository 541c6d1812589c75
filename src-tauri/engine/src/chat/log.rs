//! The chat's log: events as lines of JSON in the log folder, without a word of what was said.

use std::fs::{self, OpenOptions};
use std::io::Write as _;
use std::path::Path;

use factly_core::chat::sources::events::ChatLogEvent;
use uuid::Uuid;

use crate::chat::Chat;
use crate::providers::ProviderContext;

const FILE: &str = "chat.jsonl";
/// A longer one is put aside, in the place of the one before.
const MAX_BYTES: u64 = 4_000_000;

impl Chat<'_> {
    /// Logs an event. A log that cannot be written to is no reason not to answer.
    pub(super) fn log(&self, conversation: Uuid, event: &ChatLogEvent<'_>) {
        let outside = self.ctx.get::<ProviderContext>();
        if let Some(folder) = outside.as_ref().and_then(|outside| outside.log.as_deref()) {
            let line = event.line(conversation, self.ctx.world().clock.now_ms());
            let _ = append(folder, &line);
        }
    }
}

fn append(folder: &Path, line: &str) -> std::io::Result<()> {
    fs::create_dir_all(folder)?;
    let path = folder.join(FILE);
    if fs::metadata(&path).is_ok_and(|about| about.len() > MAX_BYTES) {
        fs::rename(&path, folder.join("chat.1.jsonl"))?;
    }
    let mut file = OpenOptions::new().create(true).append(true).open(&path)?;
    // In one call, so that two processes never mix their lines.
    file.write_all(format!("{line}\n").as_bytes())
}
