use super::Json;
use serde_json::{Value, json};

/// The same value, read by the general reader.
fn same(json: &Json) -> Value {
    match json {
        Json::Null => Value::Null,
        Json::Bool(value) => json!(value),
        Json::Number(value) => json!(value),
        Json::Text(text) => json!(text),
        Json::List(items) => items.iter().map(same).collect(),
        Json::Object(fields) => fields
            .iter()
            .map(|(name, value)| (name.clone(), same(value)))
            .collect(),
    }
}

#[test]
fn texts_are_read_as_the_general_reader_reads_them() {
    for text in [
        "null",
        " true ",
        "-12",
        "0",
        "1700000000000",
        r#""""#,
        r#""a\"\\\/\b\f\n\r\t\u00e4\ud83d\ude00ß""#,
        "[]",
        "[1, [2], {}]",
        r#"{"a":{"b":[null,false]},"c":"\u0041"}"#,
    ] {
        let found = Json::parse(text).unwrap_or_else(|error| panic!("{text}: {error}"));
        let expected: Value = serde_json::from_str(text).expect("JSON");
        assert_eq!(same(&found), expected, "{text}");
    }
}

#[test]
fn whatever_is_wrong_is_rejected_and_nothing_panics() {
    let deep = "[".repeat(5000);
    for text in [
        "",
        " ",
        "nul",
        "{",
        "[1",
        "[1 2]",
        "[,]",
        r#"{"a"}"#,
        r#"{"a":}"#,
        r#"{a:1}"#,
        "1.5",
        "1e3",
        "99999999999999999999",
        "-",
        r#"""#,
        r#""\"#,
        r#""\x""#,
        r#""\u12""#,
        r#""\ud83d""#,
        r#""\ud83dA""#,
        r#""\ude00""#,
        r#""\u00é""#,
        "\"\u{1}\"",
        "1 1",
        &deep,
    ] {
        assert!(Json::parse(text).is_err(), "{text}");
    }
}

#[test]
fn every_beginning_of_a_text_is_rejected() {
    let text = r#"{"a":[1,true,null,"\u00e4\n"],"ß":{"b":-1}}"#;
    for (end, _) in text.char_indices() {
        assert!(Json::parse(&text[..end]).is_err(), "{}", &text[..end]);
    }
}

#[test]
fn an_error_says_which_field_is_wrong() {
    #[derive(Debug, serde::Deserialize)]
    #[serde(deny_unknown_fields)]
    struct Inner {
        #[expect(dead_code, reason = "it is never read successfully")]
        count: u8,
    }
    #[derive(Debug, serde::Deserialize)]
    struct Outer {
        #[expect(dead_code, reason = "it is never read successfully")]
        inner: Inner,
    }
    for (text, expected) in [
        (
            r#"{"inner":{"count":"x"}}"#,
            "inner: count: expected a number",
        ),
        (r#"{"inner":{"count":300}}"#, "inner: count: expected u8"),
        (
            r#"{"inner":{"sum":1}}"#,
            "inner: unknown field `sum`, expected `count`",
        ),
        (r#"{"inner":[]}"#, "inner: expected an object"),
        ("{}", "missing field `inner`"),
    ] {
        let error = Json::parse(text).and_then(|json| json.read::<Outer>());
        assert_eq!(error.expect_err(text).to_string(), expected);
    }
}
