//! Discoveries as JSON: out, in, out again the same; and files that are not what they claim to be.

use crate::{answers, further_acts, library};
mod accepted;
mod again;
mod canonical_links;
mod chat;
mod declared;
mod documents;
mod edited;
pub(crate) mod fixture;
mod harm;
mod merge;
mod random;
mod round;
mod unknown;
mod waiting;
