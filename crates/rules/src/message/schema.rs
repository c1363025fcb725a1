//! The shape of messages on the wire, for OpenAPI documents.

use super::{Arg, Message};
use std::borrow::Cow;
use utoipa::openapi::schema::AdditionalProperties;
use utoipa::openapi::{ArrayBuilder, ObjectBuilder, OneOfBuilder, Ref, RefOr, Schema, Type};
use utoipa::{PartialSchema, ToSchema};

fn text() -> ObjectBuilder {
    ObjectBuilder::new().schema_type(Type::String)
}

impl PartialSchema for Message {
    fn schema() -> RefOr<Schema> {
        let args = ObjectBuilder::new()
            .schema_type(Type::Object)
            .additional_properties(Some(AdditionalProperties::RefOr(
                Ref::from_schema_name("MessageArg").into(),
            )))
            .description(Some("The arguments by name; left out if there are none."));
        ObjectBuilder::new()
            .schema_type(Type::Object)
            .description(Some(
                "Something said to people: a key with arguments. Clients render it in their \
                 language; `text` is English.",
            ))
            .property(
                "key",
                text().description(Some("`<namespace>.<id>`: `catapult.fires`.")),
            )
            .required("key")
            .property("args", args)
            .property("text", text().description(Some("The text in English.")))
            .required("text")
            .into()
    }
}

impl ToSchema for Message {
    fn name() -> Cow<'static, str> {
        "Message".into()
    }

    fn schemas(schemas: &mut Vec<(String, RefOr<Schema>)>) {
        schemas.push(("MessageArg".into(), Arg::schema()));
    }
}

impl PartialSchema for Arg {
    fn schema() -> RefOr<Schema> {
        let own = || RefOr::from(Ref::from_schema_name("MessageArg"));
        let join = text().enum_values(Some(["and", "or"]));
        let list = ObjectBuilder::new()
            .schema_type(Type::Object)
            .property("list", ArrayBuilder::new().items(own()))
            .required("list")
            .property("join", join)
            .required("join");
        OneOfBuilder::new()
            .description(Some(
                "An argument: notation or an id, a number, a nested message, or a list.",
            ))
            .item(text())
            .item(ObjectBuilder::new().schema_type(Type::Integer))
            .item(Ref::from_schema_name("Message"))
            .item(list)
            .into()
    }
}

impl ToSchema for Arg {
    fn name() -> Cow<'static, str> {
        "MessageArg".into()
    }
}
