//! What is written by hand of the types' JSON; the rest is derived where the types are.

use crate::GameInfo;
use crate::message::{Arg, Message};
use serde::ser::{Serialize, SerializeStruct, Serializer};

/// `{"key": …, "args": {…}, "text": …}`, the text being English.
impl Serialize for Message {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        struct Args<'a>(&'a Message);
        impl Serialize for Args<'_> {
            fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                serializer.collect_map(self.0.args())
            }
        }
        let mut shape = serializer.serialize_struct("Message", 3)?;
        shape.serialize_field("key", &self.key())?;
        if self.args().next().is_none() {
            shape.skip_field("args")?;
        } else {
            shape.serialize_field("args", &Args(self))?;
        }
        shape.serialize_field("text", &self.to_string())?;
        shape.end()
    }
}

impl Serialize for Arg {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            Arg::Text(text) => serializer.serialize_str(text),
            Arg::Number(number) => serializer.serialize_i64(*number),
            Arg::Message(message) => message.serialize(serializer),
            Arg::List(items, join) => {
                let mut shape = serializer.serialize_struct("List", 2)?;
                shape.serialize_field("list", items)?;
                shape.serialize_field("join", join)?;
                shape.end()
            }
        }
    }
}

impl Serialize for GameInfo {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut shape = serializer.serialize_struct("GameInfo", 5)?;
        shape.serialize_field("id", self.id)?;
        shape.serialize_field("name", &self.name())?;
        shape.serialize_field("summary", &self.summary())?;
        shape.serialize_field("sides", &self.side_names())?;
        shape.serialize_field("boards", &self.boards)?;
        shape.end()
    }
}
