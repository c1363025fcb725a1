//! Every text of this crate exists in every language, with the arguments it is given.

use quintain_load::{MESSAGES, TEXTS};

#[test]
fn the_texts_are_complete_in_every_language() {
    assert_eq!(TEXTS.all_faults(&MESSAGES.concat()), []);
}
