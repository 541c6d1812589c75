//! The model of meaning that ships with Factly: where its file lies, and the encoder once something needs it.
//!
//! A library that nobody gave a model has none and works by words, as one whose file is missing or damaged does, which says
//! so. The file is looked for again each time until it can be read, so that one that was put back is used at once.

use std::env;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};

use factly_core::message;
use factly_meaning::{Encoder, FILE_NAME, ModelFault};

use crate::error::{Code, Error, Result};

/// Names the file in the place of the one beside the program.
const VARIABLE: &str = "FACTLY_MEANING";
/// Paths of the file from the program's folder: beside it, in a checkout (for the program, and for its tests), in an
/// installed package, and in an application of macOS.
const PLACES: [&str; 5] = ["", "../meaning", "../../meaning", "../lib/Factly", "../Resources"];

/// The model of a library that was given one.
pub(crate) struct MeaningModel {
    file: PathBuf,
    encoder: Mutex<Option<Arc<Encoder>>>,
}

impl MeaningModel {
    pub(crate) fn new(file: PathBuf) -> Self {
        Self { file, encoder: Mutex::new(None) }
    }

    /// Returns the encoder, which is read once.
    pub(crate) fn encoder(&self) -> Result<Arc<Encoder>> {
        let mut encoder = self.encoder.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(encoder) = &*encoder {
            return Ok(Arc::clone(encoder));
        }
        let read = Arc::new(Encoder::open(&self.file).map_err(|fault| unusable(fault, &self.file))?);
        *encoder = Some(Arc::clone(&read));
        Ok(read)
    }
}

/// Returns where the model lies that belongs to this program, or where it should.
pub fn model_file() -> PathBuf {
    if let Some(named) = env::var_os(VARIABLE) {
        return named.into();
    }
    let folder = env::current_exe().ok().and_then(|program| program.parent().map(Path::to_owned)).unwrap_or_default();
    let places = PLACES.map(|subfolder| folder.join(subfolder).join(FILE_NAME));
    places.iter().find(|file| file.is_file()).unwrap_or(&places[0]).clone()
}

fn unusable(fault: ModelFault, file: &Path) -> Error {
    let message = match fault {
        ModelFault::Missing => message!("The model of meaning is missing: there is no {}.", file.display()),
        ModelFault::Damaged => {
            message!("The model of meaning is damaged: {} is not the file that was shipped.", file.display())
        }
    };
    Error::new(Code::NoModel, message)
        .kept("The passages were found by their words alone.")
        .hint("Install Factly again, or make the file with `cargo xtask model`.")
}
