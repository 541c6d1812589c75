//! The guide of a study: questions of its interviews beside their answers, and where those stand.

use factly_engine::error::Code;
use factly_engine::inputs::Parsing;
use factly_engine::task::NoProgress;

use crate::library::empty;
use crate::watch::Watch;

const ROSA: &str = "Interviewer: How did you begin to keep bees?\n\nRosa: My uncle had two hives, and he gave me one.\n\n\
    Interviewer: What do you do when a colony is ill?\n\nRosa: I call the vet 🐝 and burn the frames.\n";
const EMIL: &str = "Interviewer: What do you do if a colony is ill?\n\nEmil: I wait for a week, since most of them recover.\n\n\
    Interviewer: How much honey do you sell at the market in a year?\n\nEmil: Not much, twenty jars perhaps.\n";

#[test]
fn each_interview_has_a_column_and_each_shared_question_a_row() {
    let at = empty();
    let discovery = at.discovery("Bees");
    at.add(discovery, "The hive gives twenty kilos of honey a year.", Parsing::Later);
    at.add(discovery, ROSA, Parsing::Later);
    assert_eq!(
        at.library.questions().guide(discovery, &NoProgress).unwrap().rows,
        [],
        "one interview shares no question"
    );
    at.add(discovery, EMIL, Parsing::Later);
    let guide = at.library.questions().guide(discovery, &NoProgress).unwrap();
    let columns: Vec<&str> = guide.interviews.iter().map(|one| one.label.as_str()).collect();
    assert_eq!(columns, ["I-2", "I-3"], "the report is no interview");
    assert_eq!(guide.rows.len(), 1, "{guide:?}");
    let cells: Vec<Vec<&str>> =
        guide.rows[0].cells.iter().map(|cell| cell.iter().map(|one| one.answer.as_str()).collect()).collect();
    assert_eq!(cells, [["I call the vet 🐝 and burn the frames."], ["I wait for a week, since most of them recover."]]);
    let span = guide.rows[0].cells[0][0].place;
    let units: Vec<u16> = ROSA.encode_utf16().collect();
    let words = String::from_utf16(&units[span.start as usize..span.end as usize]).unwrap();
    assert_eq!(words, "I call the vet 🐝 and burn the frames.", "a place is in UTF-16 units");
}

#[test]
fn whoever_waits_sees_the_inputs_go_by_and_calls_it_off() {
    let at = empty();
    let discovery = at.discovery("Bees");
    at.add(discovery, ROSA, Parsing::Later);
    at.add(discovery, EMIL, Parsing::Later);
    let watch = Watch::until(1);
    assert_eq!(at.library.questions().guide(discovery, &watch).unwrap_err().code, Code::Cancelled);
    assert_eq!(watch.shown(), [(0, 2)], "the first of two");
    assert_eq!(
        at.library.questions().guide(discovery, &NoProgress).unwrap().rows.len(),
        1,
        "it goes on when asked again"
    );
}
