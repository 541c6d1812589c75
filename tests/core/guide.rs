//! Questions of interviews: those that a talk has, with their answers, and those that several talks ask alike.

use factly_core::extraction::blocks::asked_questions;
use factly_core::questions::guide;

const TALK: &str = "Interviewer: Thank you for coming. How did you begin to keep bees?\n\n\
    Rosa: My uncle had two hives, and he gave me one when I was nine.\n\n\
    Interviewer: Mm-hmm.\n\n\
    Rosa: Since then I was never without.\n\n\
    Interviewer: And why?\n\n\
    Interviewer: What do you do when a colony is ill?\n\n\
    Rosa: I call the vet, and I burn the frames. Would you not do that too?\n\n\
    Interviewer: How much honey does a hive give in a good year?\n\n\
    Rosa: Twenty kilos, if the lime trees flower.\n";

#[test]
fn a_question_is_answered_by_all_that_is_said_up_to_the_next() {
    let exchanges = asked_questions(TALK);
    let words: Vec<(&str, String)> = exchanges
        .iter()
        .map(|one| {
            (
                &TALK[one.question.clone()],
                one.answer.iter().map(|turn| TALK[turn.clone()].trim()).collect::<Vec<_>>().join(" "),
            )
        })
        .collect();
    let questions: Vec<&str> = words.iter().map(|(question, _)| *question).collect();
    assert_eq!(
        questions,
        [
            "How did you begin to keep bees?",
            "What do you do when a colony is ill?",
            "How much honey does a hive give in a good year?"
        ],
        "not what whoever answers asks back, nor two words that go on"
    );
    assert_eq!(
        words[0].1, "My uncle had two hives, and he gave me one when I was nine. Since then I was never without.",
        "without labels, and without what the interviewer throws in"
    );
    assert!(words[1].1.starts_with("I call the vet"), "{words:?}");
    assert_eq!(words[2].1, "Twenty kilos, if the lime trees flower.");
}

fn questions(text: &str) -> Vec<&str> {
    asked_questions(text).into_iter().map(|one| &text[one.question]).collect()
}

#[test]
fn a_question_without_its_mark_has_its_verb_before_whoever_does_it() {
    let talk = "Interviewer: Welcome. How did you begin to keep bees\n\nRosa: My uncle had two hives.\n\n\
        Interviewer: I understand you, what you're saying is there is a lot of work.\n\nRosa: There is.\n\n\
        Interviewer: What do you do when a colony is ill?\n\nRosa: I call the vet.\n\n\
        Interviewer: We'll make sure to send you the book when we're finished.\n\nRosa: I would like to read it.\n";
    assert_eq!(questions(talk), ["How did you begin to keep bees", "What do you do when a colony is ill?"]);
}

#[test]
fn an_answer_begins_behind_the_end_of_a_question_that_ran_over() {
    let talk = "Interviewer: What are the problems that you have seen with your hives\n\n\
        Rosa: so far? Well, mites above all.\n\n\
        Interviewer: What do you do about the mites in your hives?\n\nRosa: we treat them with acid. It works.\n";
    let answers: Vec<&str> = asked_questions(talk).iter().map(|one| &talk[one.answer[0].clone()]).collect();
    assert_eq!(answers, ["Well, mites above all.", "we treat them with acid. It works."]);
}

#[test]
fn a_book_that_holds_a_talk_is_no_interview() {
    assert_ne!(asked_questions(&TALK.repeat(2)), []);
    let chapter = "The hive gives twenty kilos of honey in a year. ".repeat(60);
    assert_eq!(asked_questions(&format!("{}{chapter}", TALK.repeat(2))), []);
}

#[test]
fn a_text_in_which_nobody_asks_has_none() {
    assert_eq!(asked_questions("The hive gives twenty kilos. Is that enough? It is.\n"), []);
    assert_eq!(asked_questions(""), []);
}

#[test]
fn what_several_ask_alike_is_one_question_in_its_clearest_words() {
    let first = ["Um, so, how did you begin to keep bees?", "What do you do when a colony is ill?", "Why is that so?"];
    let second = ["And what do you do if a colony falls ill?", "How much honey do you sell at the market?"];
    let third = ["How did you begin keeping bees, and when?", "And why is that so?"];
    let found = guide(&[first.to_vec(), second.to_vec(), third.to_vec()]);
    let positions: Vec<_> = found.iter().map(|question| question.occurrences.clone()).collect();
    assert_eq!(positions, [[(0, 0), (2, 0)], [(0, 1), (1, 0)]], "{found:?}");
    assert_eq!(found[0].wording, "How did you begin to keep bees?", "the shorter, without its fillers");
    assert!(found[1].wording.starts_with("What do you do"), "{found:?}");
}

#[test]
fn german_questions_are_compared_by_their_stems() {
    let first = ["Also, wie gehen Sie mit kranken Völkern um?"];
    let second = ["Wie sind Sie mit einem kranken Volk umgegangen?"];
    let found = guide(&[first.to_vec(), second.to_vec()]);
    assert_eq!(found.len(), 1, "{found:?}");
}
