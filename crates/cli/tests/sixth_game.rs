//! The command line takes a game it has never heard of.

#[path = "../../rules/tests/sixth/mod.rs"]
mod sixth;

use quintain_rules::Registry;
use quintain_rules::erased::Erased;

#[test]
fn every_verb_knows_the_sixth_game() {
    let registry = Registry::standard().with(&Erased::<sixth::Heap>::GAME);
    let run = |line: &str| {
        let mut out = Vec::new();
        let args = ["quintain"].into_iter().chain(line.split(' '));
        quintain::run(&registry, args, &mut out, false).unwrap_or_else(|e| panic!("{line}: {e}"));
        String::from_utf8(out).expect("UTF-8")
    };
    assert!(run("games").contains("heap          Heap. Board: 9 by 9; sizes 5 and 9.\n"));
    assert_eq!(run("rules heap"), "Heap\n\nTake one to three stones.\n");
    assert_eq!(run("moves heap"), "1\n2\n3\n");
    assert_eq!(run("events heap --size 5"), "1 1/1\n2 1/1\n3 1/1\n");
    assert_eq!(run("position heap 3 3"), "ooo...... a\n");
    assert_eq!(
        run("status heap 3 3 3"),
        "Bob has no legal moves. Ann wins.\nfirst won\n"
    );
    assert!(run("perft heap 9").ends_with("\n1\n"));
    assert!(run("show heap --size 5 2").contains("1 o o o . .\n"));
    assert!(run("completions bash").contains("heap"));
}
