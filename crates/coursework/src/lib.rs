//! Model solutions to programming assignments about our games, on top of the rules crate.
//!
//! Two of the games come from university courses that ask students to program them in a given
//! shape. This crate has the games in those shapes, so that a teacher can compare, generate
//! expected answers and grade. All rules are asked of `quintain-rules`; nothing here decides what
//! is legal.
//!
//! | module | handout | what it asks for |
//! |---|---|---|
//! | [`animal_chess`] | "Animal Chess", a practical on object-oriented modeling in Java | a game, its players, squares and pieces as objects that know each other (a UML class diagram) |
//! | [`catapult`] | "Catapult", a functional-programming assignment in Haskell | functions on a board, a player and a square: validate, build, list moves, who has won |
//!
//! The third game that comes from a course, Incognito, needs nothing here: what its handout asks
//! for is the file format `.inco`, which `quintain-rules` reads and writes as it does every other
//! record.

pub mod animal_chess;
pub mod catapult;
