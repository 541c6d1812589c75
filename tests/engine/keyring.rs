//! The system's own keyring, in the states in which a machine can have it. Linux only: there a service of our own can be
//! started on a bus of our own.
//!
//! Each test runs this binary again under `dbus-run-session`, where the body of the test finds a fresh bus. It needs
//! `dbus-run-session` and `gnome-keyring-daemon`, which `cargo xtask setup` installs.
#![cfg(target_os = "linux")]
#![allow(clippy::unwrap_used, clippy::expect_used, reason = "a test that cannot go on has failed")]

#[path = "keyring/refusing.rs"]
mod refusing;

use std::io::Write;
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use factly_engine::secrets::{KeyPlace, KeyRing, KeyringError, Secret, SystemKeyring, Vault};

const NAME: &str = "https://api.example.com";
const KEY: &str = "sk-canary-57e0";
const OTHER: &str = "sk-canary-9d11";
const INSIDE: &str = "FACTLY_KEYRING_STATE";
/// A call that waits for more than this has hung.
const SOON: Duration = Duration::from_secs(5);

/// The setup of a test's keyring.
#[derive(Clone, Copy)]
enum Service {
    Unlocked,
    /// Started with no password: there is a service that has no collection yet.
    Empty,
    None,
}

/// Runs `body` on a bus of its own with the keyring in this state; on the second entry, inside.
fn with(test: &str, service: Service, body: impl FnOnce()) {
    if std::env::var_os(INSIDE).is_some_and(|inside| inside == test) {
        return body();
    }
    for needed in ["dbus-run-session", "gnome-keyring-daemon"] {
        let found = Command::new(needed).arg("--version").stdout(Stdio::null()).stderr(Stdio::null()).status();
        assert!(found.is_ok(), "{needed} is not installed; `cargo xtask setup` installs it");
    }
    let home = tempfile::tempdir().unwrap();
    let start = match service {
        Service::Unlocked => "printf '\\n' | gnome-keyring-daemon --unlock --components=secrets >/dev/null 2>&1;",
        Service::Empty => "gnome-keyring-daemon --start --components=secrets >/dev/null 2>&1;",
        Service::None => "",
    };
    let ready = if start.is_empty() { "" } else { READY };
    let script = format!("{start} {ready} exec \"$0\" --exact --nocapture {test}");
    let config = home.path().join("bus.conf");
    std::fs::File::create(&config).unwrap().write_all(BUS.as_bytes()).unwrap();
    let output = Command::new("dbus-run-session")
        .arg("--config-file")
        .arg(&config)
        .args(["--", "sh", "-c", &script])
        .arg(std::env::current_exe().unwrap())
        .env(INSIDE, test)
        .env("HOME", home.path())
        .env("XDG_DATA_HOME", home.path().join("data"))
        .env("XDG_RUNTIME_DIR", home.path())
        // No service is installed, but for the tests that say so.
        .env("XDG_DATA_DIRS", home.path().join("share"))
        .env_remove("DBUS_SESSION_BUS_ADDRESS")
        .env_remove("DISPLAY")
        .env_remove("WAYLAND_DISPLAY")
        .output()
        .unwrap();
    let printed = format!("{}{}", String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr));
    assert!(output.status.success() && printed.contains("1 passed"), "{printed}");
    for form in [KEY, OTHER].into_iter().flat_map(forms) {
        assert!(!holds(home.path(), &form), "the key stands on the disk as {form}");
    }
}

/// Nothing else on it, so that no other service is started by what looks for one.
const BUS: &str = r#"<!DOCTYPE busconfig PUBLIC "-//freedesktop//DTD D-Bus Bus Configuration 1.0//EN" "http://www.freedesktop.org/standards/dbus/1.0/busconfig.dtd">
<busconfig><type>session</type><listen>unix:tmpdir=/tmp</listen><auth>EXTERNAL</auth>
<policy context="default"><allow send_destination="*" eavesdrop="true"/><allow eavesdrop="true"/><allow own="*"/></policy></busconfig>
"#;

/// The service is there once the bus knows its name.
const READY: &str = "for try in $(seq 200); do dbus-send --session --print-reply --dest=org.freedesktop.DBus / \
    org.freedesktop.DBus.NameHasOwner string:org.freedesktop.secrets | grep -q true && break; sleep 0.1; done;";

/// The process of the keyring's service.
fn service() -> String {
    let answer = Command::new("dbus-send")
        .args(["--session", "--print-reply=literal", "--dest=org.freedesktop.DBus", "/org/freedesktop/DBus"])
        .args(["org.freedesktop.DBus.GetConnectionUnixProcessID", "string:org.freedesktop.secrets"])
        .output()
        .unwrap();
    let answer = String::from_utf8_lossy(&answer.stdout).into_owned();
    answer.split_whitespace().last().expect("the bus knows whose the name is").to_owned()
}

fn signal(name: &str, process: &str) {
    assert!(Command::new("kill").args([name, process]).status().unwrap().success());
}

fn holds(folder: &Path, needle: &str) -> bool {
    std::fs::read_dir(folder).into_iter().flatten().flatten().any(|entry| {
        let path = entry.path();
        if path.is_dir() {
            return holds(&path, needle);
        }
        path.is_file()
            && std::fs::read(&path)
                .is_ok_and(|bytes| bytes.windows(needle.len()).any(|window| window == needle.as_bytes()))
    })
}

/// A key in plain, in hexadecimal, and in base64 wherever it stands in what is encoded. In an address it is as in plain.
fn forms(key: &str) -> Vec<String> {
    let hex: String = key.bytes().map(|byte| format!("{byte:02x}")).collect();
    let mut forms = vec![key.to_owned(), hex.to_uppercase(), hex];
    forms.extend((0..3).map(|before| in_base64(key, before)));
    forms
}

/// The letters of base64 that are the key's alone where so many bytes stand before it.
fn in_base64(key: &str, before: usize) -> String {
    const LETTERS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    let bits: String = std::iter::repeat_n(0, before).chain(key.bytes()).map(|byte| format!("{byte:08b}")).collect();
    let sixths = bits.as_bytes().chunks_exact(6).skip((before * 8).div_ceil(6));
    let number = |six: &[u8]| usize::from_str_radix(std::str::from_utf8(six).unwrap(), 2).unwrap();
    sixths.map(|six| char::from(LETTERS[number(six)])).collect()
}

#[test]
fn a_key_is_looked_for_in_every_form() {
    let forms = forms("sk-1");
    assert_eq!(forms[..3], ["sk-1", "736B2D31", "736b2d31"]);
    // As `base64` writes "sk-1", "asksk-1" less its first letter, and so on: without the letters that hold other bytes.
    assert_eq!(forms[3..], ["c2stM", "NrLT", "zay0x"]);
}

fn key() -> Secret {
    Secret::new(KEY).unwrap()
}

/// Looks until it holds; fails only where it never does.
fn until(what: &str, holds: impl Fn() -> bool) {
    let end = Instant::now() + Duration::from_secs(120);
    while !holds() {
        assert!(Instant::now() < end, "waited for: {what}");
        std::thread::yield_now();
    }
}

/// A process that was killed and not yet waited for counts as gone: its connections are closed.
fn is_running(process: &str) -> bool {
    let stat = std::fs::read_to_string(format!("/proc/{process}/stat")).unwrap_or_default();
    stat.rsplit(") ").next().is_some_and(|state| !state.is_empty() && !state.starts_with(['Z', 'X']))
}

fn soon<T>(what: &str, work: impl FnOnce() -> T) -> T {
    let begun = Instant::now();
    let done = work();
    assert!(begun.elapsed() <= SOON, "{what} took {:?}", begun.elapsed());
    done
}

#[test]
fn an_open_keyring_keeps_a_key_and_gives_it_back() {
    with("an_open_keyring_keeps_a_key_and_gives_it_back", Service::Unlocked, || {
        let keyring = SystemKeyring::default();
        assert!(keyring.get(NAME).unwrap().is_none());
        keyring.remove(NAME).unwrap();
        keyring.set(NAME, &key()).unwrap();
        // Another process finds it as well.
        assert!(SystemKeyring::default().get(NAME).unwrap().is_some());
        keyring.set(NAME, &Secret::new(OTHER).unwrap()).unwrap();
        assert!(keyring.get("https://api.example.com:444").unwrap().is_none(), "another origin has no key");
        let keys = KeyRing::system();
        assert_eq!(keys.locate(NAME), KeyPlace::Keyring);
        assert_eq!(keys.forget(NAME), KeyPlace::None);
        assert_eq!(keys.locate(NAME), KeyPlace::None);
    });
}

#[test]
fn a_keyring_without_a_collection_ends_in_this_run_only() {
    with("a_keyring_without_a_collection_ends_in_this_run_only", Service::Empty, || {
        let keys = KeyRing::system();
        let location = soon("to keep a key", || keys.keep(NAME, key()));
        assert!(matches!(location, KeyPlace::ThisRun(KeyringError::Locked | KeyringError::Silent)), "{location:?}");
        assert_eq!(soon("to find it", || keys.locate(NAME)), location, "and it works for this run");
        let fresh = soon("to look it up anew", || KeyRing::system().locate(NAME));
        assert!(matches!(fresh, KeyPlace::Unknown(_) | KeyPlace::None), "{fresh:?}");
    });
}

#[test]
fn a_keyring_that_was_locked_says_so_and_gives_nothing_away() {
    with("a_keyring_that_was_locked_says_so_and_gives_nothing_away", Service::Unlocked, || {
        assert_eq!(KeyRing::system().keep(NAME, key()), KeyPlace::Keyring);
        let lock = Command::new("dbus-send")
            .args(["--session", "--print-reply", "--dest=org.freedesktop.secrets", "/org/freedesktop/secrets"])
            .args(["org.freedesktop.Secret.Service.Lock", "array:objpath:/org/freedesktop/secrets/collection/login"])
            .output()
            .unwrap();
        assert!(lock.status.success(), "{}", String::from_utf8_lossy(&lock.stderr));
        let keys = KeyRing::system();
        let found = soon("to find a key", || keys.locate(NAME));
        assert!(
            matches!(found, KeyPlace::Unknown(KeyringError::Locked | KeyringError::Silent)),
            "nobody unlocks it: {found:?}"
        );
        let forgotten = soon("to forget it", || keys.forget(NAME));
        assert!(
            matches!(forgotten, KeyPlace::Unknown(KeyringError::Locked | KeyringError::Silent)),
            "it is still there: {forgotten:?}"
        );
        let stored = soon("to keep another", || keys.keep(NAME, Secret::new(OTHER).unwrap()));
        assert!(matches!(stored, KeyPlace::ThisRun(KeyringError::Locked | KeyringError::Silent)), "{stored:?}");
    });
}

#[test]
fn without_a_service_the_key_is_kept_for_this_run() {
    with("without_a_service_the_key_is_kept_for_this_run", Service::None, || {
        let keys = KeyRing::system();
        assert_eq!(soon("to keep a key", || keys.keep(NAME, key())), KeyPlace::ThisRun(KeyringError::NoService));
        assert_eq!(soon("to find it", || keys.locate(NAME)), KeyPlace::ThisRun(KeyringError::NoService));
        assert_eq!(soon("to forget it", || keys.forget(NAME)), KeyPlace::None);
    });
}

#[test]
fn without_a_bus_the_key_is_kept_for_this_run() {
    with("without_a_bus_the_key_is_kept_for_this_run", Service::None, || {
        // In a process of its own, since the address is read from its environment.
        let output = Command::new(std::env::current_exe().unwrap())
            .args(["--exact", "--nocapture", "no_bus_at_all"])
            .env(INSIDE, "no_bus_at_all")
            .env("DBUS_SESSION_BUS_ADDRESS", "unix:path=/nonexistent/bus")
            .env_remove("XDG_RUNTIME_DIR")
            .output()
            .unwrap();
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    });
}

#[test]
fn no_bus_at_all() {
    if std::env::var_os(INSIDE).is_none_or(|inside| inside != "no_bus_at_all") {
        return;
    }
    let keys = KeyRing::system();
    assert_eq!(soon("to look for a key", || keys.locate(NAME)), KeyPlace::Unknown(KeyringError::NoService));
    assert_eq!(soon("to keep a key", || keys.keep(NAME, key())), KeyPlace::ThisRun(KeyringError::NoService));
    assert_eq!(soon("to find it", || keys.locate(NAME)), KeyPlace::ThisRun(KeyringError::NoService));
    assert_eq!(soon("to forget it", || keys.forget(NAME)), KeyPlace::None);
}

/// An installed service may hold a key from another day, whether it runs now or not.
#[test]
fn a_service_that_is_installed_and_does_not_run_may_hold_a_key() {
    with("a_service_that_is_installed_and_does_not_run_may_hold_a_key", Service::None, || {
        let services = Path::new(&std::env::var("XDG_DATA_DIRS").unwrap()).join("dbus-1/services");
        std::fs::create_dir_all(&services).unwrap();
        let service = "[D-BUS Service]\nName=org.freedesktop.secrets\nExec=/nonexistent\n";
        std::fs::write(services.join("org.freedesktop.secrets.service"), service).unwrap();
        let keys = KeyRing::system();
        assert!(matches!(soon("to keep a key", || keys.keep(NAME, key())), KeyPlace::ThisRun(_)));
        assert_eq!(soon("to forget it", || keys.forget(NAME)), KeyPlace::Unknown(KeyringError::Gone));
    });
}

#[test]
fn a_dismissed_question_for_the_password_is_said_and_the_key_is_kept_for_this_run() {
    with("a_dismissed_question_for_the_password_is_said_and_the_key_is_kept_for_this_run", Service::None, || {
        let _service = refusing::start();
        let keys = KeyRing::system();
        assert_eq!(soon("to find a key", || keys.locate(NAME)), KeyPlace::Unknown(KeyringError::Locked));
        assert_eq!(soon("to forget it", || keys.forget(NAME)), KeyPlace::Unknown(KeyringError::Locked));
        assert_eq!(soon("to keep another", || keys.keep(NAME, key())), KeyPlace::ThisRun(KeyringError::Locked));
        assert_eq!(soon("to find that", || keys.locate(NAME)), KeyPlace::ThisRun(KeyringError::Locked));
    });
}

#[test]
fn a_service_that_dies_is_said_to_be_gone() {
    with("a_service_that_dies_is_said_to_be_gone", Service::Unlocked, || {
        let keys = KeyRing::system();
        assert_eq!(keys.keep(NAME, key()), KeyPlace::Keyring);
        let process = service();
        signal("-KILL", &process);
        until("the service is gone", || !is_running(&process));
        let found = soon("to find a key", || keys.locate(NAME));
        assert!(matches!(found, KeyPlace::Unknown(_)), "it is not said that there is none: {found:?}");
        let forgotten = soon("to forget it", || keys.forget(NAME));
        assert_eq!(
            forgotten,
            KeyPlace::Unknown(KeyringError::Gone),
            "it is on the disk of a service that may come back"
        );
        assert!(matches!(soon("to keep one", || keys.keep(NAME, key())), KeyPlace::ThisRun(_)));
    });
}

#[test]
fn a_service_that_hangs_is_given_up_and_told_at_once_the_next_time() {
    with("a_service_that_hangs_is_given_up_and_told_at_once_the_next_time", Service::Unlocked, || {
        let keys = KeyRing::system();
        assert_eq!(keys.keep(NAME, key()), KeyPlace::Keyring);
        let process = service();
        signal("-STOP", &process);
        let begun = Instant::now();
        assert_eq!(soon("to find a key", || keys.locate(NAME)), KeyPlace::Unknown(KeyringError::Silent));
        let first = begun.elapsed();
        let begun = Instant::now();
        assert_eq!(keys.keep(NAME, key()), KeyPlace::ThisRun(KeyringError::Silent));
        assert!(begun.elapsed() < first / 2, "while one visit is stuck, the next is not waited for");
        signal("-CONT", &process);
        until("the keyring is used again", || matches!(keys.keep(NAME, key()), KeyPlace::Keyring));
    });
}
