//! Text that the log leaves out.

use factly_shell::log::mask;
use rstest::rstest;

#[rstest]
#[case::a_key("sent with sk-abc123DEF to the host", "sent with sk-*** to the host")]
#[case::a_bearer("Authorization: Bearer abc.def-ghi", "Authorization: Bearer ***")]
#[case::any_case("API_KEY=secret&x", "API_KEY=***&x")]
#[case::two("token=a password=b", "token=*** password=***")]
#[case::at_the_end("sk-", "sk-***")]
#[case::none("started version=0.1.0", "started version=0.1.0")]
#[case::letters_of_more_bytes("Größe sk-ä", "Größe sk-***ä")]
fn what_looks_like_a_secret_does_not_reach_the_file(#[case] line: &str, #[case] written: &str) {
    assert_eq!(mask(line), written);
}
