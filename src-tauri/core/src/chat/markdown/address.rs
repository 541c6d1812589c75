//! The target of a link: a page, or a mailbox, and nothing else.

use url::Url;

/// Longer ones are no links: nobody can look at where they lead.
const LONGEST: usize = 1_500;

/// The address as a browser reads it, if it may be one: a host beyond ASCII is shown by its code, everything else beyond
/// ASCII by its bytes, so that no letter is taken for another and nothing is reordered.
///
/// None for any scheme but http, https and mailto, for an address with a user name, which can look like a host, and for
/// one with characters that nobody sees.
pub fn address(text: &str) -> Option<String> {
    let text = text.trim_matches(' ');
    if text.chars().any(is_unseen) {
        return None;
    }
    let mut url = Url::parse(text).ok()?;
    match url.scheme() {
        "http" | "https" if url.host_str().is_some_and(|host| !host.is_empty()) => {
            if !url.username().is_empty() || url.password().is_some() {
                return None;
            }
        }
        // Some mail programs take a file to attach from there.
        "mailto" if url.path().contains('@') => {
            url.set_query(None);
            url.set_fragment(None);
        }
        _ => return None,
    }
    Some(String::from(url)).filter(|url| url.len() <= LONGEST)
}

/// Characters that control or reorder what stands around them.
pub(super) fn is_unseen(c: char) -> bool {
    c.is_control()
        || reorders(c)
        || matches!(c, '\u{61c}' | '\u{200b}'..='\u{200f}' | '\u{2028}' | '\u{2029}' | '\u{feff}')
}

/// Characters by which a line can be made to show other words than it says.
pub(super) fn reorders(c: char) -> bool {
    matches!(c, '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}')
}
