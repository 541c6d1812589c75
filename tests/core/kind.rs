//! The kind that is suggested for a discovery.

use factly_core::discovery::{DiscoveryKind, KindSigns};
use factly_core::keys::{GENERAL, PACKS};

fn check(packs: &[&str], (inputs, documents): (usize, usize), expected: DiscoveryKind) {
    let packs: Vec<String> = packs.iter().map(|&pack| pack.to_owned()).collect();
    let suggested = DiscoveryKind::suggested(KindSigns { packs: &packs, inputs, documents });
    assert_eq!(suggested, expected, "{packs:?} with {documents} documents among {inputs} Inputs");
}

#[test]
fn a_kind_is_suggested_by_the_packs_and_else_by_the_inputs() {
    check(&["research"], (0, 0), DiscoveryKind::Study);
    check(&["interviews"], (2, 0), DiscoveryKind::Study);
    check(&["interviews", "research"], (2, 2), DiscoveryKind::Study);
    check(&["production"], (0, 0), DiscoveryKind::Plan);
    check(&["production"], (1, 1), DiscoveryKind::Plan);
    // Packs of two kinds: nothing is folded away by a guess.
    check(&GENERAL, (3, 3), DiscoveryKind::Everything);
    check(&["cooking"], (3, 3), DiscoveryKind::Everything);
    check(&["research", "cooking"], (0, 0), DiscoveryKind::Everything);
    check(&[], (3, 3), DiscoveryKind::Documents);
    check(&[], (3, 2), DiscoveryKind::Everything);
    check(&[], (0, 0), DiscoveryKind::Everything);
}

#[test]
fn every_pack_that_ships_is_of_a_kind() {
    for (pack, _) in PACKS {
        let suggested = DiscoveryKind::suggested(KindSigns { packs: &[pack.to_owned()], ..KindSigns::default() });
        assert_ne!(suggested, DiscoveryKind::Everything, "{pack}");
    }
}
