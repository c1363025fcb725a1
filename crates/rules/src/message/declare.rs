//! The macros that declare messages and texts.

/// Declares a set of messages as an enum.
///
/// Each variant names its id in the catalogue and its arguments, which become fields. The enum
/// gets `ToMessage`, `Display` (English), `From` into [`Message`](crate::message::Message), and a
/// list `SPECS` of all declarations for tests. A second block `or { … }` may follow with variants
/// that wrap something with a message of its own, which speaks for them. A single message can be
/// a struct: `pub struct Took in TEXTS = "took" { count: u8 }`.
///
/// ```
/// use quintain_rules::message::{Texts, ToMessage};
///
/// static TEXTS: Texts = Texts::inline("demo", &[("en/messages.ftl", "took = Took { $count }.")]);
///
/// quintain_rules::messages! {
///     /// What happened.
///     pub enum Event in TEXTS {
///         /// Stones were taken.
///         Took = "took" { count: u8 },
///     }
/// }
///
/// let message = Event::Took { count: 3 }.to_message();
/// assert_eq!(message.key(), "demo.took");
/// assert_eq!(message.to_string(), "Took 3.");
/// ```
#[macro_export]
macro_rules! messages {
    (
        $(#[$meta:meta])*
        $vis:vis enum $name:ident in $texts:path {
            $(
                $(#[$variant_meta:meta])*
                $variant:ident = $id:literal
                $({ $( $(#[$arg_meta:meta])* $arg:ident : $kind:ty ),* $(,)? })?
            ),* $(,)?
        }
        $(or {
            $(
                $(#[$wrapper_meta:meta])*
                $wrapper:ident($inner:ty)
            ),* $(,)?
        })?
    ) => {
        $(#[$meta])*
        #[derive(Clone, Debug, PartialEq, Eq)]
        $vis enum $name {
            $(
                $(#[$variant_meta])*
                $variant $({ $( $(#[$arg_meta])* $arg: $kind ),* })?,
            )*
            $($(
                $(#[$wrapper_meta])*
                $wrapper($inner),
            )*)?
        }

        impl $name {
            /// Every message of this set with the names of its arguments.
            $vis const SPECS: &'static [$crate::message::MessageSpec] = &[
                $($crate::message::MessageSpec {
                    id: $id,
                    args: &[$($(stringify!($arg)),*)?],
                },)*
            ];
        }

        impl $crate::message::ToMessage for $name {
            fn to_message(&self) -> $crate::message::Message {
                match self {
                    $(
                        $name::$variant $({ $($arg),* })? => {
                            $crate::message::Message::new(&$texts, $id)
                                $($(.with(stringify!($arg), $arg))*)?
                        }
                    )*
                    $($(
                        $name::$wrapper(inner) => $crate::message::ToMessage::to_message(inner),
                    )*)?
                }
            }
        }

        $crate::messages!(@said $name);
    };
    (
        $(#[$meta:meta])*
        $vis:vis struct $name:ident in $texts:path = $id:literal {
            $( $(#[$arg_meta:meta])* $arg:ident : $kind:ty ),* $(,)?
        }
    ) => {
        $(#[$meta])*
        #[derive(Clone, Debug, PartialEq, Eq)]
        $vis struct $name {
            $( $(#[$arg_meta])* pub $arg: $kind, )*
        }

        impl $name {
            /// The declaration of this message.
            $vis const SPECS: &'static [$crate::message::MessageSpec] =
                &[$crate::message::MessageSpec {
                    id: $id,
                    args: &[$(stringify!($arg)),*],
                }];
        }

        impl $crate::message::ToMessage for $name {
            fn to_message(&self) -> $crate::message::Message {
                $crate::message::Message::new(&$texts, $id)
                    $(.with(stringify!($arg), &self.$arg))*
            }
        }

        $crate::messages!(@said $name);
    };
    (@said $name:ident) => {
        impl ::std::fmt::Display for $name {
            fn fmt(&self, out: &mut ::std::fmt::Formatter<'_>) -> ::std::fmt::Result {
                ::std::fmt::Display::fmt(&$crate::message::ToMessage::to_message(self), out)
            }
        }

        impl ::std::convert::From<$name> for $crate::message::Message {
            fn from(own: $name) -> Self {
                $crate::message::ToMessage::to_message(&own)
            }
        }
    };
}

/// The texts of a namespace, embedded from a folder: `texts!("demo", "$CARGO_MANIFEST_DIR/texts")`.
///
/// The crate that uses this needs `include_dir` among its dependencies.
#[cfg(feature = "texts")]
#[macro_export]
macro_rules! texts {
    ($namespace:literal, $folder:tt) => {{
        static FOLDER: ::include_dir::Dir<'static> = ::include_dir::include_dir!($folder);
        $crate::message::Texts::folder($namespace, &FOLDER)
    }};
}

/// A namespace whose texts are left out: `texts!("demo", "$CARGO_MANIFEST_DIR/texts")`.
#[cfg(not(feature = "texts"))]
#[macro_export]
macro_rules! texts {
    ($namespace:literal, $folder:tt) => {
        $crate::message::Texts::keys($namespace)
    };
}
