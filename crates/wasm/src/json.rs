//! Reading requests. The module is downloaded, and a general reader of JSON would be a tenth of it:
//! this one is compiled once, knows whole numbers only, and says what was expected and where.

mod deserialize;

use std::fmt;

/// A value of a request.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Json {
    Null,
    Bool(bool),
    Number(i64),
    Text(String),
    List(Vec<Json>),
    Object(Vec<(String, Json)>),
}

/// Why a request cannot be read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct JsonError(String);

impl fmt::Display for JsonError {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str(&self.0)
    }
}

impl std::error::Error for JsonError {}

/// Values are not nested deeper than this: the stack of a module is small.
const MAX_DEPTH: usize = 32;

impl Json {
    /// Reads a text that is one value.
    pub(crate) fn parse(text: &str) -> Result<Json, JsonError> {
        let mut parser = Parser { text, at: 0 };
        let value = parser.value(MAX_DEPTH)?;
        match parser.peek() {
            None => Ok(value),
            Some(_) => Err(parser.expected("the end")),
        }
    }
}

struct Parser<'a> {
    text: &'a str,
    at: usize,
}

impl Parser<'_> {
    fn expected(&self, what: &str) -> JsonError {
        JsonError(format!("expected {what} at byte {}", self.at))
    }

    /// The next byte that is not white space.
    fn peek(&mut self) -> Option<u8> {
        let bytes = self.text.as_bytes();
        while bytes
            .get(self.at)
            .is_some_and(|byte| b" \t\r\n".contains(byte))
        {
            self.at += 1;
        }
        bytes.get(self.at).copied()
    }

    /// Goes past a byte, if it is the next one.
    fn eat(&mut self, byte: u8) -> bool {
        let found = self.peek() == Some(byte);
        self.at += usize::from(found);
        found
    }

    /// Goes past a word, if it is the next one.
    fn eat_word(&mut self, word: &str) -> bool {
        let found = self.text[self.at..].starts_with(word);
        self.at += if found { word.len() } else { 0 };
        found
    }

    fn value(&mut self, depth: usize) -> Result<Json, JsonError> {
        let Some(depth) = depth.checked_sub(1) else {
            return Err(self.expected("fewer brackets"));
        };
        match self.peek() {
            Some(b'"') => Ok(Json::Text(self.string()?)),
            Some(b'{') => self.object(depth),
            Some(b'[') => self.list(depth),
            Some(b'-' | b'0'..=b'9') => self.number(),
            _ if self.eat_word("null") => Ok(Json::Null),
            _ if self.eat_word("true") => Ok(Json::Bool(true)),
            _ if self.eat_word("false") => Ok(Json::Bool(false)),
            _ => Err(self.expected("a value")),
        }
    }

    fn object(&mut self, depth: usize) -> Result<Json, JsonError> {
        self.at += 1;
        let mut fields = Vec::new();
        while !self.eat(b'}') {
            if !fields.is_empty() && !self.eat(b',') {
                return Err(self.expected("`,` or `}`"));
            }
            if self.peek() != Some(b'"') {
                return Err(self.expected("the name of a field"));
            }
            let name = self.string()?;
            if !self.eat(b':') {
                return Err(self.expected("`:`"));
            }
            fields.push((name, self.value(depth)?));
        }
        Ok(Json::Object(fields))
    }

    fn list(&mut self, depth: usize) -> Result<Json, JsonError> {
        self.at += 1;
        let mut items = Vec::new();
        while !self.eat(b']') {
            if !items.is_empty() && !self.eat(b',') {
                return Err(self.expected("`,` or `]`"));
            }
            items.push(self.value(depth)?);
        }
        Ok(Json::List(items))
    }

    fn number(&mut self) -> Result<Json, JsonError> {
        let rest = &self.text[self.at..];
        let end = rest
            .find(|c: char| !matches!(c, '-' | '+' | '.' | 'e' | 'E' | '0'..='9'))
            .unwrap_or(rest.len());
        let number = rest[..end]
            .parse()
            .map_err(|_| self.expected("a whole number"))?;
        self.at += end;
        Ok(Json::Number(number))
    }

    fn string(&mut self) -> Result<String, JsonError> {
        self.at += 1;
        let mut text = String::new();
        loop {
            let rest = &self.text[self.at..];
            let Some(end) = rest.find(|c: char| c == '"' || c == '\\' || c < ' ') else {
                return Err(self.expected("the end of a text"));
            };
            text.push_str(&rest[..end]);
            self.at += end + 1;
            match rest.as_bytes()[end] {
                b'"' => return Ok(text),
                b'\\' => text.push(self.escape()?),
                _ => {
                    self.at -= 1;
                    return Err(self.expected("no control character"));
                }
            }
        }
    }

    /// What follows a backslash.
    fn escape(&mut self) -> Result<char, JsonError> {
        let Some(&byte) = self.text.as_bytes().get(self.at) else {
            return Err(self.expected("an escape"));
        };
        let plain = match byte {
            b'"' | b'\\' | b'/' => char::from(byte),
            b'b' => '\u{8}',
            b'f' => '\u{c}',
            b'n' => '\n',
            b'r' => '\r',
            b't' => '\t',
            b'u' => return self.unicode(),
            _ => return Err(self.expected("an escape")),
        };
        self.at += 1;
        Ok(plain)
    }

    /// A character by its number, or by two in UTF-16.
    fn unicode(&mut self) -> Result<char, JsonError> {
        let first = self.code_unit()?;
        let mut units = vec![first];
        if (0xd800..0xdc00).contains(&first) && self.eat_word("\\") {
            units.push(self.code_unit()?);
        }
        let mut decoded = char::decode_utf16(units);
        match (decoded.next(), decoded.next()) {
            (Some(Ok(found)), None) => Ok(found),
            _ => Err(self.expected("a character")),
        }
    }

    /// `u` and four digits.
    fn code_unit(&mut self) -> Result<u16, JsonError> {
        let digits = self.text.get(self.at..self.at + 5);
        let unit = digits.and_then(|text| {
            let digits = text.strip_prefix('u')?;
            let is_hex = digits.bytes().all(|byte| byte.is_ascii_hexdigit());
            is_hex.then(|| u16::from_str_radix(digits, 16).ok())?
        });
        self.at += if unit.is_some() { 5 } else { 0 };
        unit.ok_or_else(|| self.expected("`u` and four digits"))
    }
}

#[cfg(test)]
mod tests;
