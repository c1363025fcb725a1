//! Every text of this crate exists in every language, with the arguments it is given: messages as
//! they are declared, and help for every command and argument there is.

use quintain_engine::EngineRegistry;
use quintain_rules::message::MessageSpec;

#[test]
fn the_texts_are_complete_in_every_language() {
    let mut specs = quintain::MESSAGES.concat();
    let help = quintain::help_ids(EngineRegistry::standard().registry());
    specs.extend(help.into_iter().map(|id| MessageSpec {
        id: String::leak(id),
        args: &[],
    }));
    assert_eq!(quintain::TEXTS.all_faults(&specs), []);
}
