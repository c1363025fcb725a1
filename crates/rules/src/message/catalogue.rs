//! Catalogues: the texts of a namespace in every language, and how messages are rendered.

use super::{Arg, Join, Language, MessageSpec, number, variables};
use fluent_bundle::concurrent::FluentBundle;
use fluent_bundle::types::FluentNumber;
use fluent_bundle::{FluentArgs, FluentResource, FluentValue};
use include_dir::Dir;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::OnceLock;

/// The name of the file with a namespace's messages, in the folder of each language.
const MESSAGES: &str = "messages.ftl";

/// The texts of one namespace: a folder per language, embedded in the program.
///
/// `en/messages.ftl` has the messages; a game also has `en/rules.md` and `en/lessons.ftl`. Adding
/// a language is adding a folder.
pub struct Texts {
    namespace: &'static str,
    files: Files,
    catalogues: OnceLock<BTreeMap<&'static str, Catalogue>>,
}

enum Files {
    Folder(&'static Dir<'static>),
    Inline(&'static [(&'static str, &'static str)]),
}

impl Texts {
    /// The texts in an embedded folder.
    pub const fn folder(namespace: &'static str, folder: &'static Dir<'static>) -> Texts {
        Texts {
            namespace,
            files: Files::Folder(folder),
            catalogues: OnceLock::new(),
        }
    }

    /// Texts written out in the code, as pairs of path and content: `("en/messages.ftl", …)`.
    pub const fn inline(
        namespace: &'static str,
        files: &'static [(&'static str, &'static str)],
    ) -> Texts {
        Texts {
            namespace,
            files: Files::Inline(files),
            catalogues: OnceLock::new(),
        }
    }

    /// The part of each key before the dot.
    pub const fn namespace(&self) -> &'static str {
        self.namespace
    }

    /// The codes of the languages that have a folder.
    pub fn languages(&self) -> impl Iterator<Item = &'static str> {
        self.catalogues().keys().copied()
    }

    /// A file in the folder of a language, or in the English one if it is not there.
    pub fn file(&self, language: Language, name: &str) -> Option<&'static str> {
        self.exact_file(language, name)
            .or_else(|| self.exact_file(Language::ENGLISH, name))
    }

    /// A file in the folder of a language.
    pub fn exact_file(&self, language: Language, name: &str) -> Option<&'static str> {
        let path = format!("{language}/{name}");
        match self.files {
            Files::Folder(folder) => folder.get_file(path)?.contents_utf8(),
            Files::Inline(files) => {
                let found = files.iter().find(|(own, _)| *own == path);
                found.map(|(_, content)| *content)
            }
        }
    }

    /// The messages in Fluent syntax, for clients that render them on their own.
    pub fn messages(&self, language: Language) -> &'static str {
        self.file(language, MESSAGES).unwrap_or_default()
    }

    /// The catalogue in a language; `None` if there is none.
    pub fn catalogue(&self, language: Language) -> Option<&Catalogue> {
        self.catalogues().get(language.code())
    }

    fn catalogues(&self) -> &BTreeMap<&'static str, Catalogue> {
        self.catalogues.get_or_init(|| match self.files {
            Files::Folder(folder) => folder
                .dirs()
                .filter_map(|dir| {
                    let code = dir.path().file_name()?.to_str()?;
                    let file = dir.get_file(dir.path().join(MESSAGES))?;
                    Some((code, Catalogue::new(code, file.contents_utf8()?)))
                })
                .collect(),
            Files::Inline(files) => files
                .iter()
                .filter_map(|(path, content)| {
                    let (code, name) = path.split_once('/')?;
                    (name == MESSAGES).then(|| (code, Catalogue::new(code, content)))
                })
                .collect(),
        })
    }

    /// The text of a message in a language; English if that is missing, the key if both are.
    pub(super) fn render(
        &self,
        language: Language,
        id: &str,
        args: &[(&'static str, Arg)],
    ) -> String {
        [language, Language::ENGLISH]
            .into_iter()
            .find_map(|language| self.catalogue(language)?.format(language, id, args))
            .unwrap_or_else(|| format!("{}.{id}", self.namespace))
    }

    /// What is wrong with the catalogues of all languages; see [`Texts::faults`].
    pub fn all_faults(&self, specs: &[MessageSpec]) -> Vec<(Language, CatalogueFault)> {
        let faults = |language| {
            let faults = self.faults(language, specs).into_iter();
            faults.map(move |fault| (language, fault))
        };
        Language::all().into_iter().flat_map(faults).collect()
    }

    /// What is wrong with the catalogue of a language, held against the declarations: ids that
    /// are missing or superfluous, arguments that do not exist, invalid syntax.
    pub fn faults(&self, language: Language, specs: &[MessageSpec]) -> Vec<CatalogueFault> {
        match self.catalogue(language) {
            None => vec![CatalogueFault::NoCatalogue],
            Some(catalogue) => catalogue.faults(specs),
        }
    }
}

/// The messages of a namespace in one language.
pub struct Catalogue {
    bundle: FluentBundle<FluentResource>,
    faults: Vec<CatalogueFault>,
    variables: BTreeMap<String, BTreeSet<String>>,
}

/// What can be wrong with a catalogue.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum CatalogueFault {
    /// There is no catalogue in this language.
    NoCatalogue,
    /// It cannot be read.
    Syntax(String),
    /// A declared message has no text.
    Missing(String),
    /// A text belongs to no declared message.
    Surplus(String),
    /// A text uses an argument that the message does not have.
    UnknownArgument {
        /// The message.
        id: String,
        /// The argument.
        arg: String,
    },
}

impl Catalogue {
    fn new(code: &'static str, source: &str) -> Catalogue {
        let mut faults = Vec::new();
        // A resource with errors still has its valid entries; tests report the others.
        let resource =
            FluentResource::try_new(source.to_owned()).unwrap_or_else(|(rest, errors)| {
                faults.extend(
                    errors
                        .iter()
                        .map(|error| CatalogueFault::Syntax(error.to_string())),
                );
                rest
            });
        let variables = variables::of(&resource);
        let mut bundle = FluentBundle::new_concurrent(code.parse().into_iter().collect());
        bundle.set_use_isolating(false);
        bundle.set_formatter(Some(number::formatter(code)));
        if let Err(errors) = bundle.add_resource(resource) {
            faults.extend(
                errors
                    .iter()
                    .map(|error| CatalogueFault::Syntax(error.to_string())),
            );
        }
        Catalogue {
            bundle,
            faults,
            variables,
        }
    }

    /// The ids of all texts.
    pub fn ids(&self) -> impl Iterator<Item = &str> {
        self.variables.keys().map(String::as_str)
    }

    /// The text of an id; `None` if there is none.
    pub fn format(
        &self,
        language: Language,
        id: &str,
        args: &[(&'static str, Arg)],
    ) -> Option<String> {
        let message = self.bundle.get_message(id)?;
        let mut values = FluentArgs::with_capacity(args.len());
        for (name, arg) in args {
            values.set(*name, value(arg, language));
        }
        // An argument that is missing shows as its name; tests keep that from happening.
        let mut errors = Vec::new();
        let text = self
            .bundle
            .format_pattern(message.value()?, Some(&values), &mut errors);
        Some(text.into_owned())
    }

    fn faults(&self, specs: &[MessageSpec]) -> Vec<CatalogueFault> {
        let mut faults = self.faults.clone();
        for spec in specs {
            let Some(used) = self.variables.get(spec.id) else {
                faults.push(CatalogueFault::Missing(spec.id.to_owned()));
                continue;
            };
            let unknown = used.iter().filter(|arg| !spec.args.contains(&arg.as_str()));
            faults.extend(unknown.map(|arg| CatalogueFault::UnknownArgument {
                id: spec.id.to_owned(),
                arg: arg.clone(),
            }));
        }
        let surplus = self
            .ids()
            .filter(|id| specs.iter().all(|spec| spec.id != *id));
        faults.extend(surplus.map(|id| CatalogueFault::Surplus(id.to_owned())));
        faults
    }
}

/// An argument as Fluent takes it. Numbers stay numbers, so that texts can select plural forms.
fn value(arg: &Arg, language: Language) -> FluentValue<'static> {
    match arg {
        Arg::Number(number) => FluentValue::Number(FluentNumber::from(number)),
        other => FluentValue::from(text(other, language)),
    }
}

/// An argument as text.
fn text(arg: &Arg, language: Language) -> String {
    match arg {
        Arg::Text(text) => text.clone(),
        Arg::Number(number) => number.to_string(),
        Arg::Message(message) => message.render(language),
        Arg::List(items, join) => list(items, *join, language),
    }
}

/// A list as the language writes it: the shared catalogue says how two parts are joined.
fn list(items: &[Arg], join: Join, language: Language) -> String {
    let pair = |id: &'static str, head: String, last: String| {
        let args = [("head", Arg::Text(head)), ("last", Arg::Text(last))];
        crate::TEXTS.render(language, id, &args)
    };
    let mut texts = items.iter().map(|item| text(item, language));
    let Some(first) = texts.next() else {
        return String::new();
    };
    let Some(last) = texts.next_back() else {
        return first;
    };
    let head = texts.fold(first, |head, next| pair("list-comma", head, next));
    let id = match join {
        Join::And => "list-and",
        Join::Or => "list-or",
    };
    pair(id, head, last)
}
