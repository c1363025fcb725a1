//! Messages are rendered as each language writes them.

use super::{AllOf, AnyOf, CatalogueFault, Language, Message, MessageSpec, Texts, ToMessage};
use crate::Side;

static TEXTS: Texts = Texts::inline(
    "demo",
    &[
        (
            "en/messages.ftl",
            "stones = { $count ->\n    [one] one stone\n   *[other] { $count } stones\n }\n\
             choose = choose { $from }\n\
             only-english = hello\n\
             outer = it is { $inner }\n\
             turn = { $side ->\n    [first] White\n   *[second] Black\n }",
        ),
        (
            "de/messages.ftl",
            "stones = { $count ->\n    [one] ein Stein\n   *[other] { $count } Steine\n }\n\
             choose = wähle { $from }\n\
             outer = es sind { $inner }\n\
             turn = { $side ->\n    [first] Weiß\n   *[second] Schwarz\n }\n\
             extra = { $nobody }",
        ),
        ("en/rules.md", "# Rules"),
    ],
);

crate::messages! {
    /// Messages of these tests.
    enum Demo in TEXTS {
        Stones = "stones" { count: u64 },
        Choose = "choose" { from: AnyOf<&'static str> },
        OnlyEnglish = "only-english",
        Outer = "outer" { inner: Message },
        Turn = "turn" { side: Side },
    }
}

fn german() -> Language {
    Language::from_tag("de").expect("German")
}

fn both(message: &Demo) -> [String; 2] {
    let message = message.to_message();
    [Language::ENGLISH, german()].map(|language| message.render(language))
}

#[test]
fn plurals_and_large_numbers_are_as_in_the_language() {
    assert_eq!(both(&Demo::Stones { count: 1 }), ["one stone", "ein Stein"]);
    assert_eq!(
        both(&Demo::Stones { count: 1_234_567 }),
        ["1,234,567 stones", "1.234.567 Steine"]
    );
}

#[test]
fn lists_are_as_in_the_language() {
    let choose = |from: &[&'static str]| {
        both(&Demo::Choose {
            from: AnyOf(from.to_vec()),
        })
    };
    assert_eq!(choose(&["a"]), ["choose a", "wähle a"]);
    assert_eq!(choose(&["a", "b"]), ["choose a or b", "wähle a oder b"]);
    assert_eq!(choose(&["a", "b", "c"])[0], "choose a, b or c");
    assert_eq!(choose(&[]), ["choose ", "wähle "]);
    let all = Message::new(&TEXTS, "choose").with("from", &AllOf(vec![1, 2, 3]));
    assert_eq!(all.render(german()), "wähle 1, 2 und 3");
}

#[test]
fn nested_messages_and_sides_are_in_the_same_language() {
    let inner = Demo::Stones { count: 2 }.into();
    assert_eq!(
        both(&Demo::Outer { inner }),
        ["it is 2 stones", "es sind 2 Steine"]
    );
    assert_eq!(both(&Demo::Turn { side: Side::First }), ["White", "Weiß"]);
}

#[test]
fn a_text_that_is_missing_falls_back_to_english_and_then_to_the_key() {
    assert_eq!(both(&Demo::OnlyEnglish), ["hello", "hello"]);
    let unknown = Message::new(&TEXTS, "no-such-text");
    assert_eq!(unknown.render(german()), "demo.no-such-text");
    assert_eq!(TEXTS.file(german(), "rules.md"), Some("# Rules"));
}

#[test]
fn input_is_never_read_as_a_text_of_ours() {
    let inner = Demo::Choose {
        from: AnyOf(vec!["{ $count } { -brand }"]),
    };
    let shown = both(&Demo::Outer {
        inner: inner.into(),
    });
    assert_eq!(shown[0], "it is choose { $count } { -brand }");
}

#[test]
fn json_has_key_arguments_and_english() {
    let inner = Demo::Stones { count: 2 }.into();
    let json = serde_json::to_value(Demo::Outer { inner }.to_message()).unwrap();
    let inner = serde_json::json!({
        "key": "demo.stones", "args": {"count": 2}, "text": "2 stones"
    });
    let expected = serde_json::json!({
        "key": "demo.outer", "args": {"inner": inner}, "text": "it is 2 stones"
    });
    assert_eq!(json, expected);
    let list = Demo::Choose {
        from: AnyOf(vec!["a", "b"]),
    }
    .to_message();
    assert_eq!(
        serde_json::to_value(list).unwrap()["args"]["from"],
        serde_json::json!({"list": ["a", "b"], "join": "or"})
    );
}

#[test]
fn catalogues_that_do_not_fit_are_noticed() {
    assert_eq!(TEXTS.faults(Language::ENGLISH, Demo::SPECS), []);
    let unknown = |id: &str| CatalogueFault::Surplus(id.into());
    assert_eq!(
        TEXTS.faults(german(), Demo::SPECS),
        [
            CatalogueFault::Missing("only-english".into()),
            unknown("extra")
        ]
    );
    let specs = [MessageSpec {
        id: "extra",
        args: &[],
    }];
    assert!(
        TEXTS
            .faults(german(), &specs)
            .contains(&CatalogueFault::UnknownArgument {
                id: "extra".into(),
                arg: "nobody".into()
            })
    );
    static BROKEN: Texts = Texts::inline("broken", &[("en/messages.ftl", "a = { $x\nb = fine")]);
    let faults = BROKEN.faults(Language::ENGLISH, &[]);
    assert!(
        matches!(faults[..], [CatalogueFault::Syntax(_), ..]),
        "{faults:?}"
    );
    assert_eq!(BROKEN.faults(german(), &[]), [CatalogueFault::NoCatalogue]);
}

#[test]
fn tags_of_every_kind_name_their_language() {
    for tag in ["de", "de-AT", "de_DE.UTF-8", "DE", "de@euro"] {
        assert_eq!(Language::from_tag(tag), Some(german()), "{tag}");
    }
    for tag in ["", "C", "POSIX", "fr-FR", "d"] {
        assert_eq!(Language::from_tag(tag), None, "{tag}");
    }
    assert_eq!(Language::negotiate(["fr", "de-CH", "en"]), german());
    assert_eq!(Language::negotiate(["fr"]), Language::ENGLISH);
}
