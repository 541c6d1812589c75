//! Reading a parser's answer: whatever text came back becomes ops, and everything that was wrong with it a note.
//!
//! [`parse`] never fails and never panics, in time linear in the answer. Strict JSON is tried first; an answer with
//! small faults is repaired, and says so. Nothing is believed here: an op that was read is still only a proposal.
//! Left out on purpose: checking keys, quotes and values, which is for the registry, `locate` and `verify`.

mod lenient_json;
mod mend;
mod read;

use serde::{Deserialize, Serialize};

use super::op::FactOp;

pub(crate) use lenient_json::{ListQuery, list};

/// JSON may be nested this deep. An op needs five levels; what is deeper is a bomb.
const MAX_DEPTH: usize = 64;

const OPS: ListQuery =
    ListQuery { items: "ops", lists: &["ops", "factOps", "facts"], marks: ("op", &["key", "evidence"]) };

/// The content of an answer.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct ParsedOps {
    /// Each op with its place in the answer's list.
    pub ops: Vec<(usize, FactOp)>,
    /// The parts that could not be read.
    pub faults: Vec<OpFault>,
    /// The parts that were read only after mending.
    pub repairs: Vec<AnswerRepair>,
}

/// Something that could not be read; the ops beside it were.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct OpFault {
    /// The op's place in the list; none where the answer as a whole is at fault.
    pub index: Option<usize>,
    /// The field, as `evidence.quote`; empty for the whole.
    pub path: String,
    pub message: String,
}

/// Something that was mended, so that the analyst knows that the answer was not taken as it stood.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct AnswerRepair {
    pub index: Option<usize>,
    pub message: String,
}

/// Reads `{"ops": […]}` or a bare list, bare, fenced, or with prose or `<think>…</think>` around it.
pub fn parse(raw: &str) -> ParsedOps {
    let mut out = ParsedOps::default();
    match list(raw, &OPS) {
        Ok(found) => {
            let called = found.called.map(|name| format!("the list was called `{name}`, not `ops`"));
            let whole = found.repairs.into_iter().chain(called);
            out.repairs.extend(whole.map(|message| AnswerRepair { index: None, message }));
            let mut reader = read::OpReader::default();
            for (index, raw_op) in found.items.iter().enumerate() {
                if found.cut_off && index + 1 == found.items.len() {
                    // Its last words may be half words: a true quote's beginning would still stand in the source.
                    out.faults.push(fault(Some(index), "", "the answer ends within this op"));
                    continue;
                }
                match reader.op(index, raw_op) {
                    Ok(op) => out.ops.push((index, op)),
                    Err(fault) => out.faults.push(fault),
                }
            }
            out.repairs.extend(reader.into_repairs());
        }
        Err(message) => out.faults.push(fault(None, "", message)),
    }
    out
}

fn fault(index: Option<usize>, path: &str, message: impl Into<String>) -> OpFault {
    OpFault { index, path: path.to_owned(), message: message.into() }
}
