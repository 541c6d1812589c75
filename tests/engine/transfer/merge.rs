//! Importing into a discovery that is here: only what is new.

use factly_core::discovery::Kind;
use factly_engine::bundle::Parsing;
use factly_engine::task::Unwatched;
use factly_engine::transfer::{DiscoveryPreview, How, Repairs};

use super::fixture::{export, label, rich};
use super::library::empty;

#[test]
fn what_is_here_already_is_not_added_again() {
    let (at, discovery) = rich();
    let exported = export(&at.library, &[discovery]);
    let refused = at.import(&exported).unwrap_err();
    assert_eq!(refused.code, factly_engine::error::Code::Refused, "as it is, it cannot be here twice");
    let preview = at.preview(&exported, How::Merge);
    assert!(preview.can_apply && preview.findings.is_empty());
    assert!(preview.discoveries[0].tallies.of.iter().all(|tally| tally.added == 0), "{preview:?}");
    let merged = at.import_as(&exported, How::Merge, &Repairs::default()).expect("nothing is new");
    assert!(merged[0].merged);
    assert_eq!(export(&at.library, &[discovery]), exported);
}

#[test]
fn what_another_added_comes_in_under_labels_of_its_own() {
    let (here, discovery) = rich();
    let there = empty();
    there.import(&export(&here.library, &[discovery])).unwrap();
    here.add_entity(discovery, Kind::Insight, "Made here", &["F-1"]);
    there.add_entity(discovery, Kind::Insight, "Made there", &["F-1"]);
    there.add_entity(discovery, Kind::Fact, "A fact from there", &["I-1"]);
    let before = export(&here.library, &[discovery]);
    let theirs = export(&there.library, &[discovery]);
    let tallies = here.preview(&theirs, How::Merge).discoveries[0].tallies;
    assert_eq!((tallies.of[1].added, tallies.of[2].added), (1, 1), "one fact and one Insight are new");
    here.import_as(&theirs, How::Merge, &Repairs::default()).expect("they can be merged");
    let after = export(&here.library, &[discovery]);
    for text in ["Made here", "Made there", "A fact from there"] {
        assert!(after.contains(text), "{text}");
    }
    assert_eq!(here.library.verify(None, &Unwatched).unwrap().problems, []);
    assert_eq!(here.library.undo(Some(discovery)).unwrap().done.as_deref(), Some("Merge a file"));
    assert_eq!(export(&here.library, &[discovery]), before, "one step takes all of it back");
    here.library.redo(Some(discovery)).unwrap();
    assert_eq!(export(&here.library, &[discovery]), after);
    here.library.undo(Some(discovery)).unwrap();
    here.import_as(&theirs, How::Merge, &Repairs::default()).expect("what was taken back can be merged again");
    assert!(export(&here.library, &[discovery]).contains("Made there"));
}

#[test]
fn a_web_file_is_merged_by_what_things_are_called() {
    let web = |facts: &str| {
        format!(r#"{{"discovery_id":"d","title":"T","goal":"","date":"2024-01-01","inputs":[],"facts":[{facts}]}}"#)
    };
    let fact = |id: &str| format!(r#"{{"fact_id":"{id}","related_inputs":[],"text":"Fact {id}"}}"#);
    let at = empty();
    let id = at.import(&web(&fact("a"))).unwrap()[0].id;
    let merged = at.import_as(&web(&format!("{},{}", fact("b"), fact("a"))), How::Merge, &Repairs::default()).unwrap();
    assert_eq!((merged[0].id, merged[0].added.of[1].added), (id, 1));
    let exported = export(&at.library, &[id]);
    assert_eq!(exported.matches("\"fact_id\"").count(), 2, "{exported}");
}

#[test]
fn an_item_of_another_keeps_its_facts_under_a_number_of_its_own() {
    let (here, there) = (empty(), empty());
    let discovery = here.discovery("Stage");
    there.import(&export(&here.library, &[discovery])).unwrap();
    // The two libraries draw the same ids: theirs are to be others by the time that they make an item.
    for n in 0..30 {
        there.add_entity(discovery, Kind::Insight, &format!("Insight {n}"), &[]);
    }
    let backdrop = here.library.item_add(discovery, "Backdrop", &[]).unwrap();
    there.library.item_add(discovery, "Crate", &[]).unwrap();
    there.add(discovery, "The crate is 3 m high.", Parsing::Now);
    here.import_as(&export(&there.library, &[discovery]), How::Merge, &Repairs::default()).expect("they can be merged");
    let items = here.library.items(discovery).unwrap();
    assert_eq!(items.iter().map(|item| item.name.as_str()).collect::<Vec<_>>(), ["Backdrop", "Crate"]);
    assert_eq!(items[0], backdrop, "what was here is as it was");
    assert_eq!(items[1].reference(), "i2");
    let height = |item: &str| here.library.field(discovery, Some(item), "item.dimensions.height").unwrap().value;
    assert_eq!((height("i1"), height("i2").map(|value| value.reading())), (None, Some("3 m".to_owned())));
}

fn told(preview: &DiscoveryPreview) -> Vec<String> {
    let one = |difference: &factly_engine::transfer::Difference| {
        let what: Vec<&str> = difference.what.iter().map(|what| what.as_str()).collect();
        format!("{} {}", difference.label, what.join(" "))
    };
    preview.differences.iter().map(one).collect()
}

#[test]
fn what_is_another_in_the_file_is_told_and_kept_as_here() {
    let (here, discovery) = rich();
    let file = export(&here.library, &[discovery]);
    let same = here.preview(&file, How::Merge).discoveries.remove(0);
    assert_eq!(told(&same), [""; 0], "of the same discovery nothing differs");
    assert!(same.tallies.of.iter().all(|tally| tally.differs == 0));
    let edit =
        |of: &str, text: &str| drop(here.library.edit_entity(discovery, label(of), text, None).expect("an edit"));
    edit("N-1", "Edited here.");
    edit("F-1", "Edited here too.");
    here.library.review_entities(discovery, &[label("O-1")]).expect("its mark goes");
    here.library.unlink_entities(discovery, label("N-1"), label("R-1")).expect("a link");
    let fresh = here.add_entity(discovery, Kind::Fact, "Only here.", &[]);
    here.library.link_entities(discovery, fresh, label("N-1")).expect("a link");
    here.library.archive_entities(discovery, &[label("F-3")], true).expect("it can be put aside");
    let input = here.library.inputs(discovery).expect("a list").remove(0);
    here.library.rename_input(input.id, "Renamed here").expect("a title");
    let preview = here.preview(&file, How::Merge).discoveries.remove(0);
    let told = told(&preview);
    for expected in ["I-1 title", "F-1 text", "F-3 status", "N-1 text", "R-1", "O-1"] {
        assert!(told.iter().any(|told| told.starts_with(expected)), "{expected}: {told:?}");
    }
    let links = |of: &str| told.iter().any(|told| told.starts_with(of) && told.ends_with("links"));
    assert!(links("N-1") && links("R-1") && !links("O-1"), "whatever they are drawn from: {told:?}");
    let counted: u32 = preview.tallies.of.iter().map(|tally| tally.differs).sum();
    assert_eq!(counted as usize, told.len(), "each is counted once");
    here.import_as(&file, How::Merge, &Repairs::default()).expect("it can be merged");
    let after = export(&here.library, &[discovery]);
    for kept in ["Edited here.", "Edited here too.", "Renamed here"] {
        assert!(after.contains(kept), "{kept} is kept");
    }
    let copy = here.preview(&file, How::Copy).discoveries.remove(0);
    assert!(copy.differences.is_empty(), "a copy keeps nothing out");
}

#[test]
fn a_web_file_that_was_edited_there_differs_by_name() {
    let web = |text: &str, title: &str| {
        format!(
            r#"{{"discovery_id":"d","title":"T","goal":"","date":"2024-01-01",
            "inputs":[{{"input_id":"i","title":"{title}","text":"The wall stands."}}],
            "facts":[{{"fact_id":"a","related_inputs":["i"],"text":"{text}"}},
                {{"fact_id":"b","related_inputs":["i","i"],"text":"Same"}}],
            "chat_history":[{{"id":"1","role":"user","content":"Hello"}}]}}"#
        )
    };
    let at = empty();
    at.import(&web("A wall", "Notes")).unwrap();
    let preview = at.preview(&web("A longer wall", "Old notes"), How::Merge).discoveries.remove(0);
    assert_eq!(told(&preview), ["I-1 title", "F-1 text"]);
    assert_eq!((preview.tallies.chat, preview.tallies.chat_left_out), (0, 1), "the chat here stays as it is");
    let copy = at.preview(&web("A longer wall", "Old notes"), How::Copy).discoveries.remove(0);
    assert_eq!((copy.tallies.chat, copy.tallies.chat_left_out), (1, 0));
}
