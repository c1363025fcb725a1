//! Games in the terminal, line by line, as people and pipes play them.

mod commands;
mod common;
mod records;
mod resume;
mod sample;
mod transcripts;
mod verify;
