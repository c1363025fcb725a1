//! Pictures of positions for links: drawn when someone asks, kept for those who ask next.

mod draw;
mod path;
mod png;

use crate::heavy_work::{HeavyWork, Overloaded};
use axum::body::Bytes;
use quintain_rules::view::{Geometry, View};
use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};

/// How many pictures are drawn at the same time, and how many may wait.
const DRAWING: (usize, usize) = (1, 32);
/// How many pictures are kept at most: each has some ten kilobytes.
const MAX_KEPT: usize = 256;

/// Draws pictures, and keeps the latest; cheap to clone.
#[derive(Clone)]
pub(crate) struct Previews {
    work: HeavyWork,
    kept: Arc<Mutex<Kept>>,
}

/// Pictures by position. Two generations: when the newer one is full, the older one is dropped.
#[derive(Default)]
struct Kept {
    newer: HashMap<String, Bytes>,
    older: HashMap<String, Bytes>,
}

impl Kept {
    fn get(&mut self, key: &str) -> Option<Bytes> {
        let known = self.newer.get(key).cloned();
        known.or_else(|| {
            let picture = self.older.remove(key)?;
            self.insert(key.to_owned(), picture.clone());
            Some(picture)
        })
    }

    fn insert(&mut self, key: String, picture: Bytes) {
        if self.newer.len() >= MAX_KEPT / 2 {
            self.older = std::mem::take(&mut self.newer);
        }
        self.newer.insert(key, picture);
    }
}

impl Default for Previews {
    fn default() -> Self {
        Previews {
            work: HeavyWork::new(DRAWING.0, DRAWING.1),
            kept: Arc::default(),
        }
    }
}

impl Previews {
    /// The picture of a position, as a PNG file.
    pub(crate) async fn picture(
        &self,
        geometry: Geometry,
        view: View,
    ) -> Result<Bytes, Overloaded> {
        let key = format!("{} {}", geometry.game, view.position);
        if let Some(picture) = self.kept().get(&key) {
            return Ok(picture);
        }
        let draw = move || {
            let picture = draw::picture(&geometry, &view)?;
            png::encode(&picture).ok()
        };
        let picture = self.work.run(draw).await?;
        let picture = Bytes::from(picture.ok_or(Overloaded::Failed)?);
        self.kept().insert(key, picture.clone());
        Ok(picture)
    }

    fn kept(&self) -> std::sync::MutexGuard<'_, Kept> {
        // The maps are consistent between any two of their operations.
        self.kept.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests {
    use super::{Kept, MAX_KEPT, Previews};
    use axum::body::Bytes;
    use quintain_rules::Registry;

    #[tokio::test]
    async fn every_game_has_a_picture_that_is_drawn_once() {
        let previews = Previews::default();
        for game in Registry::standard().iter() {
            let start = game.start(None).expect("a board");
            let draw = || previews.picture(start.geometry(), start.view());
            let picture = draw().await.expect("a picture");
            assert!(picture.starts_with(b"\x89PNG"), "{}", game.info().id);
            assert!(picture.len() < 100_000, "{} bytes", picture.len());
            // The size is in the header: 1200 by 630.
            assert_eq!(picture[16..24], [0, 0, 4, 176, 0, 0, 2, 118]);
            let again = draw().await.expect("a picture");
            assert_eq!(again.as_ptr(), picture.as_ptr(), "it was drawn again");
        }
    }

    #[test]
    fn few_pictures_are_kept_and_those_in_use_stay() {
        let mut kept = Kept::default();
        kept.insert("used".to_owned(), Bytes::from_static(b"x"));
        for number in 0..1000 {
            kept.insert(number.to_string(), Bytes::new());
            assert!(kept.get("used").is_some());
            assert!(kept.newer.len() + kept.older.len() <= MAX_KEPT);
        }
        assert!(kept.get("0").is_none());
    }
}
