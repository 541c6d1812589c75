//! Meaning: a text as a vector of 384 numbers, of which two are near where the texts mean about the same.
//!
//! The model is all-MiniLM-L6-v2, with weights of eight bits, in a file beside the program that `cargo xtask setup` makes
//! (see `quantize.py`). It knows English. Nothing here reads a library or a clock, and nothing is downloaded.
//!
//! | module | gives |
//! |---|---|
//! | [`Encoder`] | vectors of texts |
//! | `weights` | the file, read and checked |
//! | `wordpiece` | a text as the pieces of words that the model knows |
//! | `bert` | the layers |

mod bert;
mod weights;
mod wordpiece;

use std::num::NonZero;
use std::ops::Range;
use std::path::Path;
use std::rc::Rc;
use std::thread;

use ndarray::Array2;

use bert::Bert;
use wordpiece::WordPieces;

/// The length of a vector.
pub const DIMENSION: usize = bert::HIDDEN;
/// The file's name.
pub const FILE_NAME: &str = "minilm-l6-v2.q8";
/// Tokens that go through the layers together: more fill no register better.
const BATCH_TOKENS: usize = 512;
/// Fewer texts are not worth a thread.
const TEXTS_PER_THREAD: usize = 4;

/// A vector of length one, so that a product is a cosine.
pub type Embedding = [f32; DIMENSION];

/// Reason why there is no model.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ModelFault {
    #[error("the model's file is missing")]
    Missing,
    /// Not byte for byte the one that this program was made for.
    #[error("the model's file is damaged")]
    Damaged,
}

/// Makes vectors of texts.
pub struct Encoder {
    pieces: WordPieces,
    bert: Bert,
}

impl Encoder {
    /// Reads the model's file, all of which is compared with the checksum that this program has.
    pub fn open(file: &Path) -> Result<Self, ModelFault> {
        weights::read(file).map(|(pieces, bert)| Self { pieces, bert })
    }

    /// Returns the vector of each text, in their order.
    pub fn embed(&self, texts: &[&str]) -> Vec<Embedding> {
        self.batches(texts)
            .flat_map(|batch| self.rows_of(&batch).map(|(hidden, rows)| mean(&hidden, rows)).collect::<Vec<_>>())
            .collect()
    }

    /// Returns what [`Self::embed`] returns, made on as many threads as there are processors.
    pub fn embed_at_once(&self, texts: &[&str]) -> Vec<Embedding> {
        at_once(texts, |some| self.embed(some))
    }

    /// Returns the words of a question as the model takes them: in lower case, and each sign of punctuation by itself.
    pub fn words(&self, question: &str) -> Vec<String> {
        wordpiece::words(question)
    }

    /// Returns, for each text, how near its nearest piece of a word is to each of [`Self::words`] of a question, each in
    /// its own sentence, on as many threads as there are processors. This tells more than two vectors do, and takes as
    /// long as making them.
    pub fn match_words(&self, question: &str, texts: &[&str]) -> Vec<Vec<f32>> {
        let words = self.words(question);
        let counts: Vec<usize> = words.iter().map(|word| self.pieces.count(word)).collect();
        let question = self.pieces_of(&[question]).pop().unwrap_or_else(|| Array2::zeros((0, DIMENSION)));
        at_once(texts, |some| self.pieces_of(some).iter().map(|text| nearest(&question, &counts, text)).collect())
    }

    /// Returns a row of length one for each piece of each text, but for the marks at its ends.
    fn pieces_of(&self, texts: &[&str]) -> Vec<Array2<f32>> {
        let inner = |(hidden, rows): (Rc<Array2<f32>>, Range<usize>)| {
            let mut pieces = hidden.slice(ndarray::s![rows.start + 1..rows.end - 1, ..]).to_owned();
            for mut row in pieces.rows_mut() {
                let length = row.dot(&row).sqrt().max(f32::MIN_POSITIVE);
                row /= length;
            }
            pieces
        };
        self.batches(texts).flat_map(|batch| self.rows_of(&batch).map(inner).collect::<Vec<_>>()).collect()
    }

    /// Returns the tokens of texts, in parts that go through the layers together.
    fn batches<'a>(&'a self, texts: &'a [&str]) -> impl Iterator<Item = Vec<Vec<u32>>> + 'a {
        let mut rest = texts.iter();
        std::iter::from_fn(move || {
            let mut batch = Vec::new();
            let mut tokens = 0;
            while tokens < BATCH_TOKENS
                && let Some(text) = rest.next()
            {
                batch.push(self.pieces.encode(text));
                tokens += batch.last().map_or(0, Vec::len);
            }
            (!batch.is_empty()).then_some(batch)
        })
    }

    /// Returns, for each text of a batch, what the layers make of the batch, and which rows of it are the text's.
    fn rows_of<'b>(&self, batch: &'b [Vec<u32>]) -> impl Iterator<Item = (Rc<Array2<f32>>, Range<usize>)> + 'b {
        let hidden = Rc::new(self.bert.forward(batch));
        let mut from = 0;
        batch.iter().map(move |tokens| {
            from += tokens.len();
            (Rc::clone(&hidden), from - tokens.len()..from)
        })
    }
}

/// Returns how near the nearest piece of a text is to each word of a question, of which the word's pieces have a mean.
fn nearest(question: &Array2<f32>, counts: &[usize], text: &Array2<f32>) -> Vec<f32> {
    let products = question.dot(&text.t());
    let nearest = |row: ndarray::ArrayView1<'_, f32>| row.iter().copied().fold(0.0, f32::max);
    let mut pieces = products.rows().into_iter().map(nearest);
    // A question that is too long is cut off, and its last words are as near as can be: they tell nothing.
    let of_word = |count: &usize| {
        let pieces: Vec<f32> = pieces.by_ref().take(*count).collect();
        if pieces.is_empty() { 1.0 } else { pieces.iter().sum::<f32>() / pieces.len() as f32 }
    };
    counts.iter().map(of_word).collect()
}

/// Works on texts on as many threads as there are processors, and returns all in the texts' order.
fn at_once<T: Send>(texts: &[&str], work: impl Fn(&[&str]) -> Vec<T> + Sync) -> Vec<T> {
    let cores = thread::available_parallelism().map_or(1, NonZero::get);
    let share = texts.len().div_ceil(cores).max(TEXTS_PER_THREAD);
    if texts.len() <= share {
        return work(texts);
    }
    let work = &work;
    thread::scope(|scope| {
        let begun: Vec<_> = texts.chunks(share).map(|some| (some, scope.spawn(move || work(some)))).collect();
        // A thread that ended otherwise did so by a panic, which is this one's too.
        begun.into_iter().flat_map(|(some, thread)| thread.join().unwrap_or_else(|_| work(some))).collect()
    })
}

/// Returns the mean of some rows, of length one.
fn mean(hidden: &Array2<f32>, rows: Range<usize>) -> Embedding {
    let mut sum = [0.0; DIMENSION];
    for row in hidden.slice(ndarray::s![rows, ..]).rows() {
        sum.iter_mut().zip(row).for_each(|(sum, value)| *sum += value);
    }
    let length = sum.iter().map(|value| value * value).sum::<f32>().sqrt().max(f32::MIN_POSITIVE);
    sum.map(|value| value / length)
}
