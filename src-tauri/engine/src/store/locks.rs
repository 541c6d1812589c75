//! Locks of the library's files that no closed handle takes away, on Linux.
//!
//! SQLite locks by POSIX's record locks. A process loses all that it has on a file as soon as it closes any handle of
//! that file, be it one that only looked: a file dialog that lists the folder is enough, and the next process thinks
//! itself alone. Here SQLite's `fcntl` is led to locks of open file descriptions, which live as long as the handle that
//! they were taken by. They keep out POSIX's locks and are kept out by them, so every other SQLite stays a good neighbour.
//!
//! SQLite takes a lock through one handle of a file and drops it through another, because POSIX counts by process. So all
//! locks of one file go through one handle, a duplicate of the first that asked.

use std::collections::HashMap;
use std::ffi::{c_int, c_void};
use std::os::fd::{AsRawFd, BorrowedFd, FromRawFd, OwnedFd};
use std::sync::{Mutex, MutexGuard, Once, OnceLock, PoisonError};
use std::{io, mem, ptr};

use rusqlite::ffi;

/// Leads SQLite's locks here, for all connections of the process. To be called before the first is opened.
pub(super) fn install() {
    static INSTALLED: Once = Once::new();
    INSTALLED.call_once(|| {
        #[expect(unsafe_code, reason = "SQLite takes another `fcntl` through its C interface only")]
        // SAFETY: the default VFS lives as long as the process. Both functions take what SQLite gives to those that they
        // replace, and no connection is open yet that could hold a lock of the former kind.
        unsafe {
            let vfs = ffi::sqlite3_vfs_find(ptr::null());
            let Some(set) = vfs.as_ref().and_then(|vfs| vfs.xSetSystemCall) else { return };
            set(vfs, c"fcntl".as_ptr(), Some(mem::transmute::<Fcntl, SystemCall>(lock_or_pass_on)));
            set(vfs, c"close".as_ptr(), Some(mem::transmute::<CloseFn, SystemCall>(release_and_close)));
        }
    });
}

type SystemCall = unsafe extern "C" fn();
/// On Linux a third argument comes the same way whether or not the function was declared with "...".
type Fcntl = unsafe extern "C" fn(c_int, c_int, *mut c_void) -> c_int;
type CloseFn = unsafe extern "C" fn(c_int) -> c_int;

/// A file by device and number.
type FileId = (u64, u64);

/// The one handle through which the locks of a file go, and SQLite's own handles that asked for them.
struct LockedFile {
    handle: OwnedFd,
    users: Vec<c_int>,
}

fn files() -> MutexGuard<'static, HashMap<FileId, LockedFile>> {
    static FILES: OnceLock<Mutex<HashMap<FileId, LockedFile>>> = OnceLock::new();
    FILES.get_or_init(Mutex::default).lock().unwrap_or_else(PoisonError::into_inner)
}

#[expect(unsafe_code, reason = "SQLite calls it in the place of `fcntl`")]
unsafe extern "C" fn lock_or_pass_on(file: c_int, command: c_int, argument: *mut c_void) -> c_int {
    let own = match command {
        libc::F_SETLK => libc::F_OFD_SETLK,
        libc::F_SETLKW => libc::F_OFD_SETLKW,
        libc::F_GETLK => libc::F_OFD_GETLK,
        // SAFETY: what SQLite gave is handed on as it came.
        _ => return unsafe { libc::fcntl(file, command, argument) },
    };
    let Ok(handle) = handle_for(file) else { return -1 };
    let lock = argument.cast::<libc::flock>();
    // SAFETY: with these commands SQLite gives a lock of its own; the kernel wants no process in it.
    unsafe {
        (*lock).l_pid = 0;
        libc::fcntl(handle, own, lock)
    }
}

/// The handle that the locks of `file` go through. It stays open until SQLite has closed all of its own.
fn handle_for(file: c_int) -> io::Result<c_int> {
    let id = identity(file)?;
    let mut files = files();
    if let Some(known) = files.get_mut(&id) {
        if !known.users.contains(&file) {
            known.users.push(file);
        }
        return Ok(known.handle.as_raw_fd());
    }
    let handle = borrowed(file).try_clone_to_owned()?;
    let number = handle.as_raw_fd();
    files.insert(id, LockedFile { handle, users: vec![file] });
    Ok(number)
}

#[expect(unsafe_code, reason = "SQLite calls it in the place of `close`")]
unsafe extern "C" fn release_and_close(file: c_int) -> c_int {
    let mut files = files();
    files.retain(|_, locked| {
        locked.users.retain(|&user| user != file);
        !locked.users.is_empty()
    });
    // Within the lock: the number may be given to another file as soon as it is free.
    // SAFETY: SQLite closes a handle of its own.
    unsafe { libc::close(file) }
}

#[expect(unsafe_code, reason = "the standard library tells a file's number of an owner only")]
fn identity(file: c_int) -> io::Result<FileId> {
    use std::os::unix::fs::MetadataExt;
    // SAFETY: SQLite's handle is open while it asks for a lock; it is not closed here.
    let file = mem::ManuallyDrop::new(unsafe { std::fs::File::from_raw_fd(file) });
    file.metadata().map(|metadata| (metadata.dev(), metadata.ino()))
}

#[expect(unsafe_code, reason = "SQLite's handles are numbers")]
fn borrowed<'f>(file: c_int) -> BorrowedFd<'f> {
    // SAFETY: SQLite's handle is open while it asks for a lock, and the borrow ends before that does.
    unsafe { BorrowedFd::borrow_raw(file) }
}

/// Returns whether anybody, this process included, has the library at `path` open: its readers and writers lock a range
/// of it.
pub(super) fn is_in_use(path: &std::path::Path) -> io::Result<bool> {
    let file = std::fs::File::open(path)?;
    let mut range = libc::flock {
        l_type: libc::F_WRLCK as _,
        l_whence: libc::SEEK_SET as _,
        l_start: 0x4000_0002,
        l_len: 510,
        l_pid: 0,
    };
    #[expect(unsafe_code, reason = "the standard library has no locks of ranges")]
    // SAFETY: the file is open and the range lives on the stack.
    let answer = unsafe { libc::fcntl(file.as_raw_fd(), libc::F_OFD_GETLK, &raw mut range) };
    if answer < 0 { Err(io::Error::last_os_error()) } else { Ok(i32::from(range.l_type) != libc::F_UNLCK) }
}
