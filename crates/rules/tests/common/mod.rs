//! The conformance suite: what every game must fulfill, for any type that implements the traits.

mod drafts;
mod evaluation;
mod premoves;

use quintain_rules::message::{Language, Message};
use quintain_rules::perft::{divide, parallel, perft};
use quintain_rules::view::{Describe, Geometry, View};
use quintain_rules::{Evaluate, MoveBits, Position, Rng, Secret, Side, Step};
use std::collections::{BTreeSet, HashMap, HashSet};
use std::sync::atomic::AtomicBool;

/// The board sizes of a game: `None` where there is no choice.
pub(crate) fn sizes<P: Position>() -> Vec<Option<u8>> {
    match P::INFO.sizes() {
        [] => vec![None],
        sizes => sizes.iter().copied().map(Some).collect(),
    }
}

/// The positions of some random games from the start.
pub(crate) fn random_positions<P: Position>(
    size: Option<u8>,
    seed: u64,
    games: u64,
    plies: usize,
) -> Vec<P> {
    let start = P::start(size).expect("a size of the game");
    let mut found = Vec::new();
    for game in 0..games {
        let mut rng = Rng::new(seed.wrapping_mul(1000).wrapping_add(game));
        found.push(start);
        found.extend(rng.playout(&start).take(plies));
    }
    found
}

/// Everything a game must fulfill, on one board.
pub(crate) fn conforms<P: Describe + Evaluate>(size: Option<u8>, games: u64, plies: usize) {
    let start = P::start(size).expect("a size of the game");
    let geometry = start.geometry();
    geometry_is_sound::<P>(&geometry, size);
    drafts::schema_is_sound::<P>(&geometry);
    drafts::drafts_are_read_or_explained::<P>(&geometry, size);
    bottom_side_starts_below(&geometry, &start.view());
    assert_eq!(start.turn(), Side::First);
    assert_eq!(start.size(), size);
    let starts = P::initial_positions(size).expect("a size of the game");
    assert_eq!(starts[0], start);
    assert!(starts.iter().all(|other| other.size() == size));
    assert_eq!(starts.iter().collect::<HashSet<_>>().len(), starts.len());
    assert!(size_of::<P>() < 200 && size_of::<P::Move>() == 2);
    assert_eq!(P::SYMMETRIES[0], quintain_rules::Symmetry::IDENTITY);
    every_number_is_a_move(&start);
    let mut hashes = HashMap::new();
    for (index, position) in random_positions::<P>(size, 7, games, plies)
        .into_iter()
        .enumerate()
    {
        let text = position.to_string();
        assert_eq!(position.geometry(), geometry, "{text}: the board changed");
        text_round_trips(&position, &text);
        drafts::draft_round_trips(&position);
        zobrist_is_right(&position, &mut hashes);
        moves_are_right(&position);
        steps_are_right(&position);
        secrets_are_right(&position);
        symmetries_commute(&position);
        view_is_sound(&position, &geometry);
        counts_agree(&position);
        // It looks at all positions after the next one, so not everywhere.
        if index % 32 == 0 {
            premoves::premoves_follow_some_step(&position);
        }
    }
    evaluation::evaluation_conforms(&start, 4 * games, plies);
}

fn geometry_is_sound<P: Position>(geometry: &Geometry, size: Option<u8>) {
    assert_eq!(geometry.game, P::INFO.id);
    assert_eq!(geometry.size, size);
    let mut ids = HashSet::new();
    for id in geometry
        .points
        .iter()
        .map(|p| &p.id)
        .chain(geometry.slots.iter().map(|s| &s.id))
    {
        assert!(ids.insert(id.as_str()), "{id} names two places");
    }
    let lines = geometry
        .lines
        .iter()
        .flat_map(|line| [&line.from, &line.to]);
    for id in lines.chain(geometry.regions.iter().flat_map(|region| &region.points)) {
        assert!(ids.contains(id.as_str()), "{id} is not a place");
    }
    for slot in &geometry.slots {
        assert!(
            geometry.kind(slot.kind).is_some(),
            "{} is not a kind",
            slot.kind
        );
    }
    assert_eq!(geometry.col_labels.len(), usize::from(geometry.cols));
    assert_eq!(geometry.row_labels.len(), usize::from(geometry.rows));
    let inside = |p: &quintain_rules::view::Point| p.x < geometry.cols && p.y < geometry.rows;
    assert!(geometry.points.iter().all(inside));
    let places: HashSet<_> = geometry.points.iter().map(|p| (p.x, p.y)).collect();
    assert_eq!(places.len(), geometry.points.len());
}

fn text_round_trips<P: Position>(position: &P, text: &str) {
    let parsed: P = text
        .parse()
        .unwrap_or_else(|error| panic!("{text}: {error}"));
    assert_eq!(parsed, *position, "{text}");
    assert_eq!(parsed.to_string(), text);
}

fn zobrist_is_right<P: Position>(position: &P, hashes: &mut HashMap<u64, P>) {
    assert_eq!(
        position.zobrist(),
        position.compute_zobrist(),
        "{position}: the incremental hash is wrong"
    );
    let other = hashes.entry(position.zobrist()).or_insert(*position);
    assert_eq!(other, position, "two positions share a hash");
}

fn moves_are_right<P: Position>(position: &P) {
    let moves = position.moves();
    let over = position.winner().is_some();
    assert_eq!(
        moves.is_empty(),
        over,
        "{position}: there are moves exactly while the game is in progress"
    );
    assert!(
        position.terminal_winner().is_none() || position.terminal_winner() == position.winner()
    );
    assert_eq!(position.has_move(), !moves.is_empty());
    assert_eq!(position.count_moves(), moves.len() as u64, "{position}");
    let texts: BTreeSet<String> = moves.iter().map(|&mv| position.move_text(mv)).collect();
    assert_eq!(
        texts.len(),
        moves.len(),
        "{position}: two moves share a text"
    );
    for &mv in &moves {
        let text = position.move_text(mv);
        assert!(position.is_legal(mv), "{position}: {text}");
        assert_eq!(P::Move::from_bits(mv.to_bits()), mv);
        assert_eq!(position.parse_move(&text), Ok(mv), "{position}: {text}");
    }
    // Every number is a move that is legal exactly if it is among the moves.
    let legal: HashSet<u16> = moves.iter().map(|mv| mv.to_bits()).collect();
    let mut rng = Rng::new(position.zobrist());
    for _ in 0..200 {
        let mv = P::Move::from_bits(rng.below(1 << 16) as u16);
        assert_eq!(
            position.is_legal(mv),
            legal.contains(&mv.to_bits()),
            "{position}: {mv:?}"
        );
        let checked = position.validate_move(mv);
        assert_eq!(checked.is_ok(), legal.contains(&mv.to_bits()));
        if let Err(error) = checked {
            let (error, text) = (error.to_string(), position.move_text(mv));
            assert!(error.starts_with(&text), "{position}: {error}");
        }
    }
}

/// Nothing panics, whatever number a move is made from.
fn every_number_is_a_move<P: Position>(position: &P) {
    for bits in 0..=u16::MAX {
        let mv = P::Move::from_bits(bits);
        assert_eq!(P::Move::from_bits(mv.to_bits()), mv);
        assert!(!position.move_text(mv).is_empty());
        assert_eq!(position.validate_move(mv).is_ok(), position.is_legal(mv));
        for &symmetry in P::SYMMETRIES {
            let image = position.transform_move(mv, symmetry);
            let legal = position.transform(symmetry).is_legal(image);
            assert!(!position.is_legal(mv) || legal, "{position} {symmetry:?}");
        }
    }
}

fn steps_are_right<P: Position>(position: &P) {
    let mut count = 0;
    let mut texts = HashSet::new();
    position.visit_steps(|step| {
        count += 1;
        let text = position.step_text(step);
        assert_eq!(position.parse_step(&text), Ok(step), "{position}: {text}");
        assert!(
            texts.insert(text.clone()),
            "{position}: two steps are {text}"
        );
        let mut played = *position;
        assert_eq!(played.play(step), Ok(()), "{position}: {text}");
        let mut unchecked = *position;
        unchecked.play_unchecked(step);
        assert_eq!(played, unchecked);
        assert_eq!(played.turn(), !position.turn(), "{position}: {text}");
        assert_eq!(played.size(), position.size());
        assert_eq!(
            played.zobrist(),
            played.compute_zobrist(),
            "{position}: {text}"
        );
    });
    assert_eq!(position.count_steps(), count, "{position}");
}

/// The weights are what one gets by trying every secret.
fn secrets_are_right<P: Position>(position: &P) {
    if position.terminal_winner().is_some() {
        return;
    }
    let secrets: Vec<P::Secret> = (0..P::Secret::count(position))
        .map(|index| P::Secret::nth(position, index))
        .collect();
    assert!(!secrets.is_empty());
    for secret in &secrets {
        let text = secret.text(position);
        assert_eq!(
            P::Secret::parse(position, &text).as_ref(),
            Ok(secret),
            "{position}: {text}"
        );
    }
    for mv in position.moves() {
        let mut total = 0;
        position.visit_reveals(mv, |_, weight| {
            assert!(weight > 0);
            total += u64::from(weight);
        });
        position.visit_reveals(mv, |reveal, weight| {
            let hits = secrets
                .iter()
                .filter(|s| s.reveal(position, mv) == reveal)
                .count() as u64;
            let text = position.move_text(mv);
            assert_eq!(
                hits * total,
                u64::from(weight) * secrets.len() as u64,
                "{position} {text}"
            );
            // The secrets that remain are all the secrets of the next position.
            let step = Step { mv, reveal };
            let mut next = *position;
            next.play_unchecked(step);
            if next.terminal_winner().is_none() {
                let followed: HashSet<String> = secrets
                    .iter()
                    .filter(|secret| secret.reveal(position, mv) == reveal)
                    .map(|secret| {
                        let mut secret = secret.clone();
                        secret.advance(position, step);
                        secret.text(&next)
                    })
                    .collect();
                assert_eq!(
                    followed.len() as u64,
                    P::Secret::count(&next),
                    "{position} {text}"
                );
            }
        });
    }
}

fn symmetries_commute<P: Position>(position: &P) {
    for &symmetry in P::SYMMETRIES {
        let image = position.transform(symmetry);
        assert_eq!(image.zobrist(), image.compute_zobrist());
        text_round_trips(&image, &image.to_string());
        let swap = |side: Side| if symmetry.swap_sides { !side } else { side };
        assert_eq!(image.turn(), swap(position.turn()));
        assert_eq!(
            image.winner(),
            position.winner().map(swap),
            "{position} {symmetry:?}"
        );
        assert_eq!(
            image.count_steps(),
            position.count_steps(),
            "{position} {symmetry:?}"
        );
        position.visit_steps(|step| {
            let mirrored = Step {
                mv: position.transform_move(step.mv, symmetry),
                ..step
            };
            let mut there = *position;
            there.play_unchecked(step);
            let mut here = image;
            assert_eq!(here.play(mirrored), Ok(()), "{position} {symmetry:?}");
            assert_eq!(here, there.transform(symmetry), "{position} {symmetry:?}");
        });
    }
}

/// The side at the bottom of the drawing starts there, if both sides have pieces.
fn bottom_side_starts_below(geometry: &Geometry, view: &View) {
    let mean_row = |side| {
        let row = |at: &str| geometry.points.iter().find(|p| p.id == at).map(|p| p.y);
        let rows: Vec<f64> = (view.pieces.iter())
            .filter(|piece| piece.side == side)
            .filter_map(|piece| row(&piece.at).map(f64::from))
            .collect();
        (!rows.is_empty()).then(|| rows.iter().sum::<f64>() / rows.len() as f64)
    };
    if let (Some(below), Some(above)) = (mean_row(geometry.bottom), mean_row(!geometry.bottom)) {
        assert!(below > above, "{} is not at the bottom", geometry.game);
    }
}

fn view_is_sound<P: Describe>(position: &P, geometry: &Geometry) {
    let view = position.view();
    serde_json::to_string(&view).expect("a view is JSON");
    let points: HashSet<&str> = geometry.points.iter().map(|p| p.id.as_str()).collect();
    let slots: HashSet<&str> = geometry.slots.iter().map(|s| s.id.as_str()).collect();
    let mut taken = HashSet::new();
    for piece in &view.pieces {
        assert!(points.contains(piece.at.as_str()), "{}", piece.at);
        assert!(
            taken.insert(&piece.at),
            "{position}: two pieces on {}",
            piece.at
        );
        assert!(
            geometry.kind(piece.kind).is_some(),
            "{} is not a kind",
            piece.kind
        );
        assert!(piece.height > 0);
    }
    for mark in &view.marks {
        assert!(points.contains(mark.at.as_str()));
    }
    for held in &view.hands {
        assert!(slots.contains(held.slot.as_str()) && held.count > 0);
    }
    assert_eq!(view.winner.is_some(), view.turn.is_none());
    assert_eq!(view.winner.is_some(), !position.result().is_empty());
    are_sentences(&view.status);
    // A person who taps a path makes exactly one move: no path is the beginning of another.
    let paths: Vec<&[String]> = view.moves.iter().map(|mv| mv.path.as_slice()).collect();
    for (i, path) in paths.iter().enumerate() {
        assert!(!path.is_empty());
        let known = |id: &String| points.contains(id.as_str()) || slots.contains(id.as_str());
        assert!(path.iter().all(known), "{position}: {path:?}");
        for (j, other) in paths.iter().enumerate() {
            assert!(
                i == j || !other.starts_with(path),
                "{position}: {path:?} and {other:?}"
            );
        }
    }
    for mv in &view.moves {
        // What a sentence calls the move can be typed.
        let read = position.parse_move(&mv.label);
        let read = read.map(|read| position.move_text(read));
        assert_eq!(read.as_ref(), Ok(&mv.text), "{position}: {}", mv.label);
    }
    position.visit_steps(|step| {
        let shown = position.step_view(step);
        assert!(!shown.caption.is_empty(), "{position}: {}", shown.text);
        are_sentences(&shown.caption);
        are_sentences(&shown.result);
    });
    assert!(quintain_rules::draw::draw(geometry, &view).ends_with('\n'));
}

/// In every language, each of these is a whole sentence.
fn are_sentences(messages: &[Message]) {
    for language in Language::all() {
        for message in messages {
            let text = message.render(language);
            assert!(text.ends_with('.') && text.len() > 8, "{message:?}: {text}");
        }
    }
}

fn counts_agree<P: Position>(position: &P) {
    let mut nodes = 0;
    position.visit_steps(|step| {
        let mut next = *position;
        next.play_unchecked(step);
        next.visit_steps(|_| nodes += 1);
    });
    assert_eq!(perft(position, 2), nodes, "{position}");
    assert_eq!(parallel(position, 2, 2), nodes);
    let divided = divide(position, 2, 1, &AtomicBool::new(false), &|_| {});
    let divided: u64 = divided.rows.iter().map(|row| row.1).sum();
    assert_eq!(divided, nodes);
}
