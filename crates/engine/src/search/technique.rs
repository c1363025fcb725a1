//! The techniques by which the search saves work, each of which can be left out.
//!
//! So a match can say what a technique is worth: `quintain match engine 'engine;without=probcut'`.

use crate::TEXTS;
use quintain_rules::{messages, quote};
use std::fmt;
use std::str::FromStr;

/// Declares the techniques and their names, in one list.
macro_rules! techniques {
    ($($(#[$doc:meta])* $technique:ident = $name:literal,)*) => {
        /// A technique of the search that can be left out.
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        #[non_exhaustive]
        pub enum Technique {
            $($(#[$doc])* $technique,)*
        }

        impl Technique {
            /// All techniques.
            pub const ALL: &'static [Technique] = &[$(Technique::$technique,)*];

            /// The technique's name on command lines.
            pub const fn as_str(self) -> &'static str {
                match self {
                    $(Technique::$technique => $name,)*
                }
            }
        }
    };
}

techniques! {
    /// Results of earlier searches that were at least as deep are taken over.
    TtCutoffs = "tt-cutoffs",
    /// The same below the leaves.
    QuiescenceTt = "quiescence-tt",
    /// Reverse futility pruning.
    ReverseFutility = "reverse-futility",
    /// ProbCut.
    ProbCut = "probcut",
    /// Late move pruning.
    LateMovePruning = "late-move-pruning",
    /// Static exchange evaluation: pruning and ordering by it.
    StaticExchange = "static-exchange",
    /// Late move reduction.
    LateMoveReduction = "late-move-reduction",
    /// Continuation histories.
    ContinuationHistory = "continuation-history",
    /// Aspiration windows.
    Aspiration = "aspiration",
    /// Best-thread choice in parallel search.
    BestThread = "best-thread",
}

const _: () = assert!(Technique::ALL.len() < 32);

/// A set of techniques.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Techniques(u32);

impl Techniques {
    /// All techniques.
    pub const ALL: Techniques = Techniques((1 << Technique::ALL.len()) - 1);
    /// No technique: the result is exactly that of plain minimax with the same leaves.
    pub const NONE: Techniques = Techniques(0);

    /// Whether a technique is in the set.
    #[inline]
    pub const fn has(self, technique: Technique) -> bool {
        self.0 & (1 << technique as u32) != 0
    }

    /// The set without a technique.
    #[must_use]
    pub const fn without(self, technique: Technique) -> Techniques {
        Techniques(self.0 & !(1 << technique as u32))
    }

    /// The techniques that are not in the set.
    #[must_use]
    pub const fn complement(self) -> Techniques {
        Techniques(Techniques::ALL.0 & !self.0)
    }
}

impl Default for Techniques {
    fn default() -> Self {
        Techniques::ALL
    }
}

messages! {
    /// A technique that there is not.
    #[non_exhaustive]
    pub enum TechniqueError in TEXTS {
        /// The name is unknown.
        Unknown = "unknown-technique" {
            /// The name, quoted.
            name: String,
            /// The names there are.
            known: String,
        },
    }
}

impl std::error::Error for TechniqueError {}

/// Names separated by commas; none in an empty text.
impl FromStr for Techniques {
    type Err = TechniqueError;

    fn from_str(text: &str) -> Result<Self, TechniqueError> {
        let mut techniques = Techniques::NONE;
        for name in text
            .split(',')
            .map(str::trim)
            .filter(|name| !name.is_empty())
        {
            let mut all = Technique::ALL.iter();
            let Some(&technique) = all.find(|technique| technique.as_str() == name) else {
                let names: Vec<&str> = Technique::ALL.iter().map(|it| it.as_str()).collect();
                return Err(TechniqueError::Unknown {
                    name: quote(name),
                    known: names.join(", "),
                });
            };
            techniques.0 |= 1 << technique as u32;
        }
        Ok(techniques)
    }
}

impl fmt::Display for Techniques {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut names = Technique::ALL.iter().filter(|&&it| self.has(it));
        if let Some(first) = names.next() {
            f.write_str(first.as_str())?;
        }
        names.try_for_each(|name| write!(f, ",{}", name.as_str()))
    }
}

#[cfg(test)]
mod tests {
    use super::{Technique, Techniques};

    #[test]
    fn sets_are_read_as_they_are_written() {
        for set in [
            Techniques::ALL,
            Techniques::NONE,
            Techniques::ALL.without(Technique::ProbCut),
            Techniques::ALL.without(Technique::ProbCut).complement(),
        ] {
            assert_eq!(set.to_string().parse(), Ok(set));
        }
        let two: Techniques = " probcut, aspiration,".parse().expect("two names");
        assert_eq!(two.to_string(), "probcut,aspiration");
        for &technique in Technique::ALL {
            assert_eq!(
                two.has(technique),
                two.to_string().contains(technique.as_str())
            );
        }
    }

    #[test]
    fn an_unknown_technique_is_named() {
        let error = "probcut,prob-cut"
            .parse::<Techniques>()
            .expect_err("unknown");
        let text = error.to_string();
        assert!(
            text.contains("\"prob-cut\"") && text.contains("probcut,"),
            "{text}"
        );
    }
}
