//! Tasks that the window cancels.

use factly_shell::tasks::Tasks;

#[test]
fn what_is_called_off_before_its_call_has_come_does_not_begin() {
    let tasks = Tasks::default();
    tasks.cancel("early");
    assert!(tasks.name("early".into()).cancel().is_cancelled());

    let running = tasks.name("running".into());
    assert!(!running.cancel().is_cancelled(), "and no other");
    tasks.cancel("running");
    assert!(running.cancel().is_cancelled());
}
