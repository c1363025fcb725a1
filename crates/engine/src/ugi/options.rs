//! The options of the engine.

use super::Session;
use crate::erased::Settings;
use crate::level::Level;
use crate::search::Techniques;
use std::io;
use std::sync::Arc;

/// The largest transposition table, in mebibytes.
pub(crate) const MAX_HASH_MIB: usize = 65_536;
/// The largest number of threads.
pub(crate) const MAX_THREADS: usize = 256;
/// The largest number of lines.
pub(crate) const MAX_MULTI_PV: usize = 256;

/// The largest seed: what 64-bit programs can read as a number with a sign.
const MAX_SEED: u64 = i64::MAX as u64;
impl Session {
    pub(super) fn identify(&self) -> io::Result<()> {
        let Settings {
            hash_mib: hash,
            threads,
            multi_pv: lines,
            level,
            seed,
            techniques: _,
        } = Settings::default();
        let lines = [
            format!("id name Quintain {}", env!("CARGO_PKG_VERSION")),
            "id author the Quintain developers".to_owned(),
            format!("id game {}", self.factory.game().info().id),
            format!("option name Hash type spin default {hash} min 1 max {MAX_HASH_MIB}"),
            format!("option name Threads type spin default {threads} min 1 max {MAX_THREADS}"),
            format!("option name MultiPV type spin default {lines} min 1 max {MAX_MULTI_PV}"),
            format!("option name Level type spin default {level} min 1 max 8"),
            format!("option name Seed type spin default {seed} min 0 max {MAX_SEED}"),
            "option name Ponder type check default false".to_owned(),
            "option name Without type string default <empty>".to_owned(),
            "option name Clear Hash type button".to_owned(),
        ];
        lines.iter().try_for_each(|line| self.say(line))?;
        if self.factory.tablebase(&*self.start).is_ok() {
            self.say("option name EndgameFile type string default <empty>")?;
        }
        self.say("ugiok")
    }

    pub(super) fn set_option(&mut self, name: &str, value: Option<&str>) -> Result<(), String> {
        let lower = name.to_ascii_lowercase();
        if lower == "clear hash" {
            if value.is_some() {
                return Err(format!("{name} is a button and takes no value"));
            }
            self.stop();
            self.with_engine(|engine| engine.new_game());
            return Ok(());
        }
        let value = value.ok_or_else(|| format!("{name} needs a value"))?;
        let number = |least: u64, most: u64| {
            let number = value.parse::<u64>().ok();
            number
                .filter(|number| (least..=most).contains(number))
                .ok_or_else(|| {
                    format!("{name} takes a number from {least} to {most}, not {value:?}")
                })
        };
        let count = |most: usize| Ok::<_, String>(number(1, most as u64)? as usize);
        let mut settings = self.settings;
        match lower.as_str() {
            "hash" => settings.hash_mib = count(MAX_HASH_MIB)?,
            "threads" => settings.threads = count(MAX_THREADS)?,
            "multipv" => settings.multi_pv = count(MAX_MULTI_PV)?,
            "level" => {
                let level = Level::new(count(8)? as u8);
                settings.level = level.unwrap_or(settings.level);
            }
            "seed" => settings.seed = number(0, MAX_SEED)?,
            "without" => {
                let names = if value == "<empty>" { "" } else { value };
                let left_out: Techniques = names.parse().map_err(|it| format!("{name}: {it}"))?;
                settings.techniques = left_out.complement();
            }
            "ponder" => {
                let known = value.parse();
                self.ponder =
                    known.map_err(|_| format!("{name} is true or false, not {value:?}"))?;
            }
            "endgamefile" => return self.set_tablebase(value),
            _ => return Err(format!("there is no option {name:?}")),
        }
        self.configure(settings)
    }

    /// Changes the engine's settings, or says why they cannot be had.
    fn configure(&mut self, settings: Settings) -> Result<(), String> {
        self.stop();
        let old = self.settings;
        self.with_engine(|engine| {
            engine.configure(settings);
            if settings.hash_mib == old.hash_mib {
                return Ok(());
            }
            engine.ensure_ready().map_err(|error| {
                engine.configure(old);
                error.to_string()
            })
        })?;
        self.settings = settings;
        Ok(())
    }

    /// Reads a tablebase from a file, or drops the one there is.
    fn set_tablebase(&mut self, file: &str) -> Result<(), String> {
        let named = |error: &dyn std::fmt::Display| format!("{file}: {error}");
        let builder = self.factory.tablebase(&*self.start);
        let builder = builder.map_err(|error| error.to_string())?;
        let tablebase = if file == "<empty>" {
            None
        } else {
            // Opening a pipe would wait for its other end, and a device may never end. A regular
            // file is read only as far as the sizes of its tables go.
            let metadata = std::fs::metadata(file).map_err(|error| named(&error))?;
            if !metadata.is_file() {
                return Err(named(&"not a regular file"));
            }
            let mut input = std::fs::File::open(file).map_err(|error| named(&error))?;
            Some(Arc::new(
                builder.read(&mut input).map_err(|error| named(&error))?,
            ))
        };
        self.stop();
        let set = self.with_engine(|engine| engine.set_tablebase(tablebase));
        set.map_err(|error| error.to_string())
    }
}
