//! Change notices on their way to the window.

use std::sync::mpsc::channel;

use factly_engine::store::{ChangeNotice, Topic};
use factly_shell::bridge;
use uuid::Uuid;

fn notice(discovery: Option<Uuid>, topics: &[Topic]) -> ChangeNotice {
    ChangeNotice { discovery, topics: topics.iter().copied().collect() }
}

#[test]
fn notices_that_come_together_arrive_as_one() {
    let (sender, notices) = channel();
    let id = Uuid::now_v7();
    for topics in [&[Topic::Facts][..], &[Topic::Runs, Topic::Facts], &[Topic::Undo]] {
        sender.send(notice(Some(id), topics)).unwrap();
    }
    let changed = bridge::next(&notices).unwrap();
    assert_eq!(changed.discovery, Some(id.to_string()), "all of them were about one discovery");
    assert_eq!(changed.topics, [Topic::Facts, Topic::Runs, Topic::Undo], "each topic once");
}

#[test]
fn notices_about_two_discoveries_are_about_any() {
    let (sender, notices) = channel();
    sender.send(notice(Some(Uuid::now_v7()), &[Topic::Facts])).unwrap();
    sender.send(notice(Some(Uuid::now_v7()), &[Topic::Facts])).unwrap();
    assert_eq!(bridge::next(&notices).unwrap().discovery, None, "whoever shows facts looks again");
}

#[test]
fn the_bridge_ends_when_nobody_is_left_to_send() {
    let (sender, notices) = channel();
    sender.send(notice(None, &[Topic::Library])).unwrap();
    drop(sender);
    assert!(bridge::next(&notices).is_some(), "the last notice still arrives");
    assert!(bridge::next(&notices).is_none());
}
