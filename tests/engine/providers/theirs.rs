//! Recordings of other people's servers, where somebody has some: `FACTLY_STREAMS=folder` names them. None is kept here.
//!
//! Each `NAME.sse` is played in three ways of cutting, which must agree, and must end.

use std::fs;
use std::path::Path;

use factly_engine::providers::{End, Kind, replay};

use crate::asked::answered;
use crate::model_server::Scripted;

#[test]
fn recordings_of_others_give_the_same_however_they_are_cut() {
    let Some(folder) = std::env::var_os("FACTLY_STREAMS") else {
        eprintln!("not run: FACTLY_STREAMS names no folder of recordings");
        return;
    };
    let mut played = 0;
    for entry in fs::read_dir(Path::new(&folder)).unwrap() {
        let path = entry.unwrap().path();
        let name = path.file_name().unwrap().to_string_lossy().into_owned();
        if !name.ends_with(".sse") {
            continue;
        }
        let kind = if name.starts_with("anthropic") { Kind::Anthropic } else { Kind::OpenAiCompatible };
        let bytes = fs::read(&path).unwrap();
        let whole = answered(kind, Scripted::stream(&bytes));
        for size in [1, 7, 1_000] {
            let cut = answered(kind, Scripted::pieces(bytes.chunks(size).map(<[u8]>::to_vec).collect()));
            assert_eq!(cut.reply, whole.reply, "{name} in pieces of {size}");
            assert_eq!(cut.events, whole.events, "{name} in pieces of {size}");
        }
        // Splits in two, without the line in between: at every byte, but for the longest ones.
        for at in (0..bytes.len()).step_by(1 + bytes.len() / 4_000) {
            let split = replay(kind, [&bytes[..at], &bytes[at..]], &mut |_| {});
            assert_eq!(split, whole.reply, "{name}, split at {at}");
        }
        let end = match &whole.reply.end {
            End::Done(finish) => finish.as_str().to_owned(),
            other => format!("{other:?}"),
        };
        let calls: Vec<&str> = whole.reply.calls.iter().map(|call| call.arguments.as_str()).collect();
        eprintln!("{name}: {end}, {} bytes of words, {:?}, calls {calls:?}", whole.words().len(), whole.reply.usage);
        assert!(
            whole
                .reply
                .calls
                .iter()
                .all(|call| serde_json::from_str::<serde_json::Value>(&call.arguments).is_ok() || end == "length"),
            "{name}: {calls:?}"
        );
        played += 1;
    }
    assert!(played > 0, "the folder holds no recording");
}
