use super::super::{Action, AnimalChess, Kind, Move, Square};
use super::animals;
use crate::testing::{after, move_texts, moves_from, position, refused_step, result};
use crate::view::Describe;
use crate::{MoveBits, Position, Side};

#[test]
fn the_start_has_twelve_moves_and_player_0_begins() {
    let start = AnimalChess::start(None).unwrap();
    assert_eq!(
        start,
        animals(
            "
            C G L G C
            . . . . .
            . H H H .
            . h h h .
            . . . . .
            c g l g c
            ",
            "0 -"
        )
    );
    assert_eq!(start.turn(), Side::First);
    assert_eq!(
        moves_from(&start, ""),
        "00-10 00-11 01-11 02-11 02-12 02-13 03-13 04-13 04-14 21-31 22-32 23-33"
    );
    assert_eq!(
        AnimalChess::start(Some(5)).unwrap_err().to_string(),
        "Animal Chess has only one board and takes no size"
    );
}

/// Where each kind goes from the middle of an empty board, for both sides.
#[test]
fn each_kind_steps_as_it_should_and_forward_depends_on_the_side() {
    let cases = [
        ("H", "33", "13"),
        ("G", "13 22 24 33", "13 22 24 33"),
        ("C", "12 14 32 33 34", "12 13 14 32 34"),
        ("L", "12 13 14 22 24 32 33 34", "12 13 14 22 24 32 33 34"),
        ("+H", "13 22 24 32 33 34", "12 13 14 22 24 33"),
        ("+C", "13 22 24 32 33 34", "12 13 14 22 24 33"),
    ];
    for (piece, down, up) in cases {
        // The other lion, or both, are out of the way.
        let other = if piece == "L" { "4l" } else { "L3l" };
        let board = format!("{other}/5/3{piece}1/5/5/5 0 -");
        assert_eq!(moves_from::<AnimalChess>(&position(&board), "23-"), down);
        let other = if piece == "L" { "4L" } else { "L3l" };
        let board = format!("{other}/5/3{}1/5/5/5 1 -", piece.to_lowercase());
        assert_eq!(moves_from::<AnimalChess>(&position(&board), "23-"), up);
    }
}

/// A lion in each corner and on each edge: nothing wraps around.
#[test]
fn no_piece_steps_over_the_edge() {
    for (square, expected) in [
        ("00", "01 10 11"),
        ("04", "03 13 14"),
        ("50", "40 41 51"),
        ("54", "43 44 53"),
        ("30", "20 21 31 40 41"),
        ("24", "13 14 23 33 34"),
        ("02", "01 03 11 12 13"),
        ("52", "41 42 43 51 53"),
    ] {
        let mut cells = [["."; 5]; 6];
        let at = |name: &str| {
            let bytes = name.as_bytes();
            (usize::from(bytes[0] - b'0'), usize::from(bytes[1] - b'0'))
        };
        let (row, col) = at(square);
        cells[row][col] = "L";
        let (row, col) = if square == "32" { (0, 0) } else { (3, 2) };
        cells[row][col] = "l";
        let picture = cells.map(|row| row.join(" ")).join("\n");
        let lion = animals(&picture, "0 -");
        assert_eq!(moves_from(&lion, &format!("{square}-")), expected);
    }
}

#[test]
fn a_chick_on_the_last_row_has_no_move() {
    let stuck = animals(
        "
        h . L . .
        . . . . .
        . . . . .
        . . . . .
        . . . . .
        . . l . H
        ",
        "0 -",
    );
    assert_eq!(moves_from(&stuck, "54"), "");
    let stuck = after(stuck, "02-01");
    assert_eq!(moves_from(&stuck, "00"), "");
}

#[test]
fn own_pieces_block_and_enemy_pieces_are_captured() {
    let crowd = animals(
        "
        . . L . .
        . . . . .
        . H c . .
        . G g . .
        . C . . .
        . . l . .
        ",
        "0 -",
    );
    assert_eq!(moves_from(&crowd, "31-"), "30 32");
    assert_eq!(moves_from(&crowd, "21-"), "");
    let taken = after(crowd, "31-32");
    assert_eq!(taken.to_string(), "2L2/5/1Hc2/2G2/1C3/2l2 1 G");
    let back = after(taken, "52-41");
    assert_eq!(back.to_string(), "2L2/5/1Hc2/2G2/1l3/5 0 Gc");
}

#[test]
fn captured_pieces_lose_their_promotion() {
    let roosters = animals(
        "
        . . L . .
        . +h +c . .
        . . . . .
        . . . . .
        . . . . .
        . . l . .
        ",
        "0 -",
    );
    let after_cat = after(roosters, "02-12");
    assert_eq!(after_cat.hand(Side::First, Kind::Cat), 1);
    assert_eq!(after_cat.hand(Side::First, Kind::PromotedCat), 0);
    let both = after(after_cat, "52-51 12-11");
    assert_eq!(both.to_string(), "5/1L3/5/5/5/1l3 1 CH");
}

#[test]
fn chicks_and_cats_promote_on_moving_into_the_two_farthest_rows() {
    // Player 0 plays down: rows 4 and 5.
    let down = animals(
        "
        . . . . L
        l . . . .
        . . . . .
        H . C . G
        . . . . .
        . . . . .
        ",
        "0 -",
    );
    assert_eq!(after(down, "30-40").to_string(), "4L/l4/5/2C1G/+H4/5 1 -");
    assert_eq!(after(down, "32-43").to_string(), "4L/l4/5/H3G/3+C1/5 1 -");
    assert_eq!(after(down, "34-44").to_string(), "4L/l4/5/H1C2/4G/5 1 -");
    // Row 3 is not in the zone.
    assert_eq!(after(down, "32-21").to_string(), "4L/l4/1C3/H3G/5/5 1 -");
    // Player 1 plays up: rows 1 and 0.
    let up = animals(
        "
        . . . . .
        . . . . .
        h . c . g
        . . . . .
        . . . . L
        l . . . .
        ",
        "1 -",
    );
    assert_eq!(after(up, "20-10").to_string(), "5/+h4/2c1g/5/4L/l4 0 -");
    assert_eq!(after(up, "22-11").to_string(), "5/1+c3/h3g/5/4L/l4 0 -");
    assert_eq!(after(up, "24-14").to_string(), "5/4g/h1c2/5/4L/l4 0 -");
    assert_eq!(after(up, "22-33").to_string(), "5/5/h3g/3c1/4L/l4 0 -");
}

#[test]
fn pieces_do_not_promote_in_their_own_rows() {
    // Player 0's cat moves in rows 0 and 1, which are Player 1's zone.
    let home: AnimalChess = position("C3L/5/5/5/5/c3l 0 -");
    assert_eq!(after(home, "00-11").to_string(), "4L/1C3/5/5/5/c3l 1 -");
    let home = after(home, "04-03");
    assert_eq!(after(home, "50-41").to_string(), "C2L1/5/5/5/1c3/4l 0 -");
}

#[test]
fn a_capture_in_the_zone_promotes_too() {
    let chick: AnimalChess = position("4L/5/5/H4/g4/4l 0 -");
    assert_eq!(after(chick, "30-40").to_string(), "4L/5/5/5/+H4/4l 1 G");
    let cat: AnimalChess = position("4L/G4/1c3/5/5/4l 1 -");
    assert_eq!(after(cat, "21-10").to_string(), "4L/+c4/5/5/5/4l 0 g");
}

#[test]
fn a_move_within_the_zone_promotes() {
    let cat: AnimalChess = position("4L/5/5/5/C4/4l 0 -");
    assert_eq!(after(cat, "40-51").to_string(), "4L/5/5/5/5/1+C2l 1 -");
    let cat: AnimalChess = position("4L/5/5/5/5/C3l 0 -");
    assert_eq!(after(cat, "50-41").to_string(), "4L/5/5/5/1+C3/4l 1 -");
    let chick: AnimalChess = position("4L/h4/5/5/5/4l 1 -");
    assert_eq!(after(chick, "10-00").to_string(), "+h3L/5/5/5/5/4l 0 -");
}

#[test]
fn a_piece_that_leaves_the_zone_unpromoted_stays_unpromoted() {
    let cat: AnimalChess = position("4L/5/5/5/C4/4l 0 -");
    assert_eq!(after(cat, "40-31").to_string(), "4L/5/5/1C3/5/4l 1 -");
    let cat: AnimalChess = position("4L/c4/5/5/5/4l 1 -");
    assert_eq!(after(cat, "10-21").to_string(), "4L/5/1c3/5/5/4l 0 -");
}

#[test]
fn a_promoted_piece_stays_promoted_wherever_it_goes() {
    let rooster: AnimalChess = position("4L/5/5/5/+H4/4l 0 -");
    assert_eq!(after(rooster, "40-30").to_string(), "4L/5/5/+H4/5/4l 1 -");
    assert_eq!(after(rooster, "40-50").to_string(), "4L/5/5/5/5/+H3l 1 -");
}

#[test]
fn a_drop_never_promotes() {
    let held: AnimalChess = position("4L/5/5/5/5/4l 0 CHch");
    assert_eq!(after(held, "H*40").to_string(), "4L/5/5/5/H4/4l 1 Cch");
    assert_eq!(after(held, "C*50").to_string(), "4L/5/5/5/5/C3l 1 Hch");
    let held = after(held, "04-03");
    assert_eq!(after(held, "H*10").to_string(), "3L1/h4/5/5/5/4l 0 CHc");
    assert_eq!(after(held, "C*00").to_string(), "c2L1/5/5/5/5/4l 0 CHh");
}

#[test]
fn a_dropped_piece_promotes_when_it_later_moves() {
    let held: AnimalChess = position("4L/5/5/5/5/l4 0 H");
    let later = after(held, "H*44 50-40 44-54");
    assert_eq!(later.to_string(), "4L/5/5/5/l4/4+H 1 -");
}

#[test]
fn drops_go_to_every_empty_square_and_no_other() {
    let held = animals(
        "
        H . . . .
        . . . . .
        . . L . .
        . . g . .
        . . . . .
        . . l . .
        ",
        "0 2GHc",
    );
    // Also the last row, and a column that has a chick already.
    let empty = "01 02 03 04 10 11 12 13 14 20 21 23 24 30 31 33 34 40 41 42 43 44 50 51 53 54";
    assert_eq!(moves_from(&held, "G*"), empty);
    assert_eq!(moves_from(&held, "H*"), empty);
    assert_eq!(moves_from(&held, "C*"), "", "the cat is Player 1's");
    assert_eq!(after(held, "G*54").hand(Side::First, Kind::Giraffe), 1);
    assert_eq!(after(held, "H*50").to_string(), "H4/5/2L2/2g2/5/H1l2 1 2Gc");
}

#[test]
fn capturing_the_lion_wins_at_once_and_the_lion_goes_into_no_hand() {
    let chick: AnimalChess = position("4L/5/5/2H2/2l2/5 0 2h");
    let over = after(chick, "32-42");
    assert_eq!(over.to_string(), "4L/5/5/5/2+H2/5 1 2h");
    assert_eq!(over.terminal_winner(), Some(Side::First));
    assert_eq!(over.winner(), Some(Side::First));
    assert_eq!(move_texts(&over), [""; 0]);
    assert!(!over.has_move() && over.count_moves() == 0);
    assert_eq!(
        refused_step(&over, "H*00"),
        "H*00 comes after the end of the game: Player 0 has won"
    );
    let giraffe: AnimalChess = position("3gL/5/5/5/2l2/5 1 -");
    let over = after(giraffe, "03-04");
    assert_eq!(over.to_string(), "4g/5/5/5/2l2/5 0 -");
    assert_eq!(over.winner(), Some(Side::Second));
}

#[test]
fn there_is_no_check() {
    // The lion may stay in danger, go into danger, and take the other lion.
    let danger = animals(
        "
        . . L . .
        . . . . .
        . . g . .
        . . . . .
        . . . . .
        H . l . .
        ",
        "0 -",
    );
    assert_eq!(moves_from(&danger, ""), "02-01 02-03 02-11 02-12 02-13");
    let into = after(danger, "02-12");
    assert!(move_texts(&into).contains(&"22-12".into()));
    let face: AnimalChess = position("5/5/2L2/2l2/5/5 0 -");
    assert_eq!(
        after(face, "22-32").terminal_winner(),
        Some(Side::First),
        "a lion captures a lion"
    );
}

#[test]
fn a_missing_lion_has_lost_whoever_is_to_move() {
    for turn in ["0", "1"] {
        let lost: AnimalChess = position(&format!("4L/5/5/5/5/5 {turn} -"));
        assert_eq!(lost.winner(), Some(Side::First));
        let lost: AnimalChess = position(&format!("4l/5/5/5/5/5 {turn} Gg"));
        assert_eq!(lost.winner(), Some(Side::Second));
        assert!(move_texts(&lost).is_empty());
    }
}

#[test]
fn a_player_who_cannot_move_has_lost() {
    let stuck = animals(
        "
        . . . . .
        . . . . .
        . . . . .
        . . . . .
        . . . H H
        l . . H L
        ",
        "0 -",
    );
    assert_eq!(stuck.terminal_winner(), None);
    assert_eq!(stuck.winner(), Some(Side::Second));
    assert!(move_texts(&stuck).is_empty() && !stuck.has_move());
    assert_eq!(
        result(&stuck),
        "Player 0 has no legal moves. Player 1 wins."
    );
    // The other player can move, and a piece in hand is a move too.
    assert_eq!(
        stuck.transform(AnimalChess::SYMMETRIES[2]).turn(),
        Side::Second
    );
    let free: AnimalChess = position("5/5/5/5/3HH/l2HL 1 -");
    assert_eq!(free.winner(), None);
    let free: AnimalChess = position("5/5/5/5/3HH/l2HL 0 C");
    assert_eq!((free.winner(), free.count_moves()), (None, 25));
    let stuck: AnimalChess = position("Lh3/hh3/5/5/5/lhgcg 0 -");
    assert_eq!(stuck.winner(), None, "the lion captures its way out");
    let stuck: AnimalChess = position("lh2L/hh3/5/5/5/5 1 -");
    assert_eq!(stuck.winner(), Some(Side::First));
}

#[test]
fn repetition_does_not_end_the_game() {
    let start = AnimalChess::start(None).unwrap();
    let round = "02-12 52-42 12-02 42-52 ";
    let later = after(start, &round.repeat(20));
    assert_eq!(later, start);
    assert_eq!(later.winner(), None);
}

#[test]
fn the_legend_shows_how_the_pieces_step() {
    for kind in Kind::ALL {
        for side in Side::BOTH {
            let here = Square::new(2, 2).unwrap();
            let mut board = super::super::board::Board::empty();
            board.put(side, kind, here);
            let geometry = AnimalChess::start(None).unwrap().geometry();
            let entry = geometry
                .legend
                .iter()
                .find(|entry| entry.name == kind.name());
            let mut expected = 0;
            for &(right, forward) in entry.unwrap().steps {
                let down = if side == Side::First {
                    forward
                } else {
                    -forward
                };
                let right = if side == Side::First { -right } else { right };
                let (row, col) = (
                    2_u8.wrapping_add_signed(down),
                    2_u8.wrapping_add_signed(right),
                );
                expected |= Square::new(row, col).unwrap().bit();
            }
            assert_eq!(board.targets(side, here), expected, "{kind:?} {side:?}");
        }
    }
}

#[test]
fn every_number_is_a_move_that_can_be_validated() {
    let start: AnimalChess = position("CGLGC/5/1H1H1/1h1h1/5/cglgc 0 Hh");
    let legal = start.moves();
    for bits in 0..=u16::MAX {
        let mv = Move::from_bits(bits);
        assert_eq!(start.is_legal(mv), legal.contains(&mv));
        if bits < 1 << 12 {
            assert_eq!(mv.to_bits(), bits);
            assert!(start.move_text(mv).len() >= 4);
            assert!(start.is_legal(mv) || start.illegal_reason(mv).to_string().len() > 10);
            assert_eq!(start.validate_move(mv).is_ok(), start.is_legal(mv));
            let _ = start.path(mv);
            for &symmetry in AnimalChess::SYMMETRIES {
                assert_eq!(
                    start.transform_move(start.transform_move(mv, symmetry), symmetry),
                    mv
                );
            }
        }
    }
    let moves = legal.iter().map(|mv| mv.action());
    let drops = moves.filter(|action| matches!(action, Action::Drop { .. }));
    assert_eq!(drops.count(), 16);
}

/// What the rules page says of its pictures.
#[test]
fn the_examples_of_the_rules_page_hold() {
    let giraffe: AnimalChess = position("4L/5/2h2/2Gc1/5/2l2 0 -");
    assert_eq!(moves_from(&giraffe, "32-"), "22 31 33 42");
    let cat: AnimalChess = position("4L/5/5/2H2/1C3/1h2l 0 H");
    assert_eq!(moves_from(&cat, "41-"), "30 50 51 52");
    assert_eq!(moves_from(&cat, "32-"), "42");
    assert_eq!(after(cat, "41-30").to_string(), "4L/5/5/C1H2/5/1h2l 1 H");
    assert_eq!(after(cat, "41-51").to_string(), "4L/5/5/2H2/5/1+C2l 1 2H");
}
