//! The reader of PDF against `pdftotext` of poppler-utils, over a folder of PDFs:
//! `cargo bench -p factly-formats --bench formats -- FOLDER [TEXTS]`. Prints how many of the same words both see, how
//! many quotes are placed on the right words, pages a second of both, and memory. With TEXTS, what was read is written
//! there beside what poppler reads.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::print_stdout, reason = "a bench speaks to a person")]

use std::collections::HashMap;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::mpsc;
use std::time::{Duration, Instant};

use factly_formats::{Extract, ExtractNote, Limits, Rect, Refusal, extract, pdf};

const STACK: usize = 64 << 20;
const SLOW: Duration = Duration::from_millis(150);
const PATIENCE: Duration = Duration::from_secs(60);

fn main() {
    let mut arguments = std::env::args().skip(1).filter(|argument| !argument.starts_with("--"));
    let Some(folder) = arguments.next() else {
        println!("pass a folder of PDFs");
        return;
    };
    let texts = arguments.next().map(PathBuf::from);
    let mut files: Vec<PathBuf> = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    files.retain(|file| file.extension().is_some_and(|ending| ending == "pdf"));
    files.sort();
    let mut sums = ReaderTotals::default();
    for file in &files {
        sums.file(file, texts.as_deref());
    }
    sums.print(files.len());
}

#[derive(Default)]
struct ReaderTotals {
    read: usize,
    refused: HashMap<String, usize>,
    panics: usize,
    hangs: usize,
    f1: Vec<f64>,
    pages: u64,
    ours: Duration,
    theirs: Duration,
    quotes: QuotePlacement,
    draws: Vec<Duration>,
}

#[derive(Default)]
struct QuotePlacement {
    right: u64,
    wrong: u64,
    unknown: u64,
    overlap: f64,
}

enum Outcome<T> {
    Done(T),
    Panicked,
    Hung,
}

/// Runs as the engine does: on a thread of its own, with a large stack and a limit of time.
fn guarded<T: Send + 'static>(work: impl FnOnce() -> T + Send + 'static) -> Outcome<T> {
    let (send, receive) = mpsc::channel();
    let thread = std::thread::Builder::new().stack_size(STACK);
    let thread = thread.spawn(move || send.send(work())).unwrap();
    match receive.recv_timeout(PATIENCE) {
        Ok(done) => Outcome::Done(done),
        Err(mpsc::RecvTimeoutError::Timeout) => Outcome::Hung,
        Err(mpsc::RecvTimeoutError::Disconnected) => thread.join().err().map_or(Outcome::Hung, |_| Outcome::Panicked),
    }
}

impl ReaderTotals {
    fn file(&mut self, file: &Path, texts: Option<&Path>) {
        let name = file.file_name().unwrap().to_string_lossy().into_owned();
        let bytes = std::fs::read(file).unwrap();
        let copy = bytes.clone();
        let read = guarded(move || (extract("a.pdf", &copy, &Limits::default(), &|| false), own_time()));
        let (read, took) = match read {
            Outcome::Done((Ok(read), took)) => (read, took),
            Outcome::Done((Err(refusal), _)) => return self.refuse(&name, &refusal),
            Outcome::Panicked => return self.failed(&name, "panic"),
            Outcome::Hung => return self.failed(&name, "hang"),
        };
        self.read += 1;
        self.draw(&name, bytes);
        let before = children_time();
        let theirs = pdftotext(file, &["-enc", "UTF-8"]);
        let theirs_took = children_time() - before;
        self.compare(&name, file, &read, &theirs, [took, theirs_took]);
        if let Some(texts) = texts {
            std::fs::create_dir_all(texts).unwrap();
            std::fs::write(texts.join(format!("{name}.ours")), &read.text).unwrap();
            std::fs::write(texts.join(format!("{name}.theirs")), theirs).unwrap();
        }
    }

    fn refuse(&mut self, name: &str, refusal: &Refusal) {
        println!("{name}\trefused\t{refusal}");
        *self.refused.entry(refusal.to_string()).or_default() += 1;
    }

    fn failed(&mut self, name: &str, how: &str) {
        println!("{name}\t{how}");
        if how == "panic" { self.panics += 1 } else { self.hangs += 1 }
    }

    fn compare(
        &mut self,
        name: &str,
        file: &Path,
        read: &Extract,
        theirs: &str,
        [ours_took, theirs_took]: [Duration; 2],
    ) {
        let expected = tokens(theirs);
        if expected.is_empty() {
            return;
        }
        let f1 = f1(&tokens(&read.text), &expected);
        let unreadable = read.notes.iter().find_map(|note| match note {
            ExtractNote::Unreadable { characters } => Some(*characters),
            _ => None,
        });
        let pages = u64::from(read.pages.unwrap_or(0));
        println!(
            "{name}\tF1 {f1:.3}\t{pages} pages\t{ours_took:.1?}\tpoppler {theirs_took:.1?}\tunreadable {unreadable:?}"
        );
        self.f1.push(f1);
        self.pages += pages;
        self.ours += ours_took;
        self.theirs += theirs_took;
        self.quotes.check(name, file, read);
    }

    fn draw(&mut self, name: &str, bytes: Vec<u8>) {
        let start = Instant::now();
        match guarded(move || pdf::draw(&bytes, 1, 1200)) {
            Outcome::Done(_) => {
                let took = start.elapsed();
                if took > SLOW {
                    println!("{name}\tfirst page drawn in {took:.1?}");
                }
                self.draws.push(took);
            }
            Outcome::Panicked => self.failed(name, "panic"),
            Outcome::Hung => self.failed(name, "hang"),
        }
    }

    fn print(&mut self, files: usize) {
        self.f1.sort_by(f64::total_cmp);
        let mean = self.f1.iter().sum::<f64>() / self.f1.len() as f64;
        let at =
            |values: &[f64], share: f64| values.get((values.len() as f64 * share) as usize).copied().unwrap_or(0.0);
        let fine = self.f1.iter().filter(|f1| **f1 >= 0.95).count() as f64 / self.f1.len() as f64;
        println!(
            "\n{files} files, {} read, refused {:?}, {} panics, {} hangs",
            self.read, self.refused, self.panics, self.hangs
        );
        println!(
            "{} with text: F1 mean {mean:.4}, median {:.4}, at least 0.95: {fine:.3}",
            self.f1.len(),
            at(&self.f1, 0.5)
        );
        let rate = |took: Duration| self.pages as f64 / took.as_secs_f64();
        println!("{} pages: {:.0} a second of work, pdftotext {:.0}", self.pages, rate(self.ours), rate(self.theirs));
        let QuotePlacement { right, wrong, unknown, overlap } = self.quotes;
        let share = right as f64 / (right + wrong) as f64;
        println!(
            "quotes: {right} right, {wrong} wrong ({share:.4}), {unknown} unknown, overlap {:.3}",
            overlap / right as f64
        );
        self.draws.sort();
        println!(
            "first page drawn: median {:?}, at most {:?}",
            self.draws.get(self.draws.len() / 2),
            self.draws.last()
        );
        println!("{}", memory());
    }
}

/// Returns the time that this thread was at work, whatever else the machine does.
fn own_time() -> Duration {
    let stat = std::fs::read_to_string("/proc/thread-self/schedstat").unwrap_or_default();
    Duration::from_nanos(stat.split(' ').next().and_then(|time| time.parse().ok()).unwrap_or(0))
}

/// Returns the time that ended child programs were at work; in hundredths of a second.
fn children_time() -> Duration {
    let stat = std::fs::read_to_string("/proc/self/stat").unwrap_or_default();
    let after_name = stat.rsplit(") ").next().unwrap_or_default();
    let ticks = after_name.split(' ').skip(13).take(2).filter_map(|ticks| ticks.parse::<u64>().ok()).sum::<u64>();
    Duration::from_millis(10 * ticks)
}

fn memory() -> String {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    status.lines().find(|line| line.starts_with("VmHWM")).unwrap_or_default().to_owned()
}

fn pdftotext(file: &Path, options: &[&str]) -> String {
    let output = Command::new("pdftotext").args(options).arg(file).arg("-").output().unwrap();
    String::from_utf8_lossy(&output.stdout).into_owned()
}

/// Words in small letters, without marks; ideographs one by one; ligatures resolved alike.
fn tokens(text: &str) -> Vec<String> {
    use unicode_normalization::UnicodeNormalization;
    let mut tokens = Vec::new();
    let mut word = String::new();
    for char in text.nfkc().flat_map(char::to_lowercase) {
        let alone = matches!(char, '\u{2e80}'..='\u{9fff}' | '\u{f900}'..='\u{faff}' | '\u{20000}'..='\u{3ffff}');
        if (alone || !char.is_alphanumeric()) && !word.is_empty() {
            tokens.push(std::mem::take(&mut word));
        }
        if alone {
            tokens.push(char.to_string());
        } else if char.is_alphanumeric() {
            word.push(char);
        }
    }
    tokens.extend((!word.is_empty()).then_some(word));
    tokens
}

fn f1(ours: &[String], theirs: &[String]) -> f64 {
    let mut left: HashMap<&str, i64> = HashMap::new();
    for token in theirs {
        *left.entry(token).or_default() += 1;
    }
    let mut both = 0.0;
    for token in ours {
        let count = left.entry(token).or_default();
        if *count > 0 {
            *count -= 1;
            both += 1.0;
        }
    }
    2.0 * both / (ours.len() + theirs.len()) as f64
}

/// A word of poppler: its text and rectangle as shares of its page.
struct Word {
    text: String,
    rect: Rect,
}

/// Words a quote has.
const QUOTE: usize = 5;

impl QuotePlacement {
    /// Takes a quote at every seventeenth word, and asks where poppler sees the same words.
    fn check(&mut self, name: &str, file: &Path, read: &Extract) {
        let pages = words(&pdftotext(file, &["-bbox", "-cropbox"]));
        let chars: Vec<char> = read.text.chars().collect();
        for quote in read.boxes.windows(QUOTE).step_by(17) {
            let (first, last) = (quote[0], quote[QUOTE - 1]);
            let text = |from: u32, to: u32| chars[from as usize..to as usize].iter().collect::<String>();
            let wanted: Vec<String> = quote.iter().map(|boxed| text(boxed.start, boxed.end)).collect();
            let Some(page) = pages.get(first.page as usize - 1).filter(|_| first.page == last.page) else { continue };
            let rects: Vec<Rect> =
                pdf::rects(&read.boxes, first.start..last.end).into_iter().map(|(_, rect)| rect).collect();
            let places = page.windows(QUOTE).filter(|words| words.iter().map(|word| &word.text).eq(&wanted));
            match places.map(|words| placed(&rects, words)).max_by(f64::total_cmp) {
                None => self.unknown += 1,
                Some(overlap) if overlap > 0.0 => {
                    self.right += 1;
                    self.overlap += overlap;
                }
                Some(_) => {
                    println!("{name}\tp. {} wrongly placed: {wanted:?}", first.page);
                    self.wrong += 1;
                }
            }
        }
    }
}

/// Returns the share by which rectangles and words cover each other; 0 where the middle of a word, or of a rectangle,
/// is not covered.
fn placed(rects: &[Rect], words: &[Word]) -> f64 {
    let middle = |rect: &Rect| (rect.left + rect.width / 2.0, rect.top + rect.height / 2.0);
    let holds = |rect: &Rect, (x, y): (f32, f32)| {
        x >= rect.left && x <= rect.left + rect.width && y >= rect.top && y <= rect.top + rect.height
    };
    let all_covered = words.iter().all(|word| rects.iter().any(|rect| holds(rect, middle(&word.rect))));
    let area = |rect: &Rect| f64::from(rect.width * rect.height);
    let both = |one: &Rect, other: &Rect| {
        let wide = (one.left + one.width).min(other.left + other.width) - one.left.max(other.left);
        let high = (one.top + one.height).min(other.top + other.height) - one.top.max(other.top);
        f64::from(wide.max(0.0) * high.max(0.0))
    };
    let shared: f64 = rects.iter().flat_map(|rect| words.iter().map(move |word| both(rect, &word.rect))).sum();
    let (ours, theirs): (f64, f64) = (rects.iter().map(area).sum(), words.iter().map(|word| area(&word.rect)).sum());
    let overlap = shared / (ours + theirs - shared);
    if all_covered && overlap > 0.3 { overlap } else { 0.0 }
}

/// The words of each page of poppler's answer.
fn words(xml: &str) -> Vec<Vec<Word>> {
    let mut pages = Vec::new();
    let mut size = (1.0, 1.0);
    for line in xml.lines().map(str::trim) {
        let number = |name: &str| attribute(line, name);
        if line.starts_with("<page ") {
            size = (number("width"), number("height"));
            pages.push(Vec::new());
        } else if line.starts_with("<word ") {
            let text =
                line.split_once('>').and_then(|(_, rest)| rest.rsplit_once("</word>")).map_or("", |(text, _)| text);
            let text = text.replace("&lt;", "<").replace("&gt;", ">").replace("&quot;", "\"").replace("&amp;", "&");
            let (left, top) = (number("xMin") / size.0, number("yMin") / size.1);
            let rect = Rect { left, top, width: number("xMax") / size.0 - left, height: number("yMax") / size.1 - top };
            if let Some(page) = pages.last_mut() {
                page.push(Word { text, rect });
            }
        }
    }
    // What poppler itself places beside the page, or with no height, says nothing: a page that is turned keeps the size
    // of the upright one, and fonts may have no ascent.
    for page in &mut pages {
        let is_beside =
            |word: &Word| word.rect.left + word.rect.width > 1.01 || word.rect.top + word.rect.height > 1.01;
        let is_flat = |word: &Word| word.rect.height < 1e-3;
        if page.iter().any(|word| is_beside(word) || is_flat(word)) {
            page.clear();
        }
    }
    pages
}

fn attribute(line: &str, name: &str) -> f32 {
    let value = line.split_once(&format!("{name}=\"")).and_then(|(_, rest)| rest.split('"').next());
    value.and_then(|value| value.parse().ok()).unwrap_or(0.0)
}
