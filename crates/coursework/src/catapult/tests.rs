use super::{
    BLACK, Board, Move, Square, WHITE, build_board, catapult_moves, check_board, flag_moves,
    general_moves, knight_moves, list_moves, picture, player_won, position, texts, validate_board,
    winner,
};
use quintain_rules::draw::draw;
use quintain_rules::games::catapult::Catapult;
use quintain_rules::view::Describe;
use quintain_rules::{Position, Rng, Side};

fn square(name: &str) -> Square {
    name.parse().unwrap()
}

/// The board of a picture: one line per rank, squares separated by spaces.
fn drawn(picture: &str) -> Board {
    let ranks = picture.split_whitespace().collect::<Vec<_>>();
    let ranks = ranks.chunks(10).map(|rank| rank.concat().replace('.', "1"));
    build_board(&ranks.collect::<Vec<_>>().join("/")).unwrap()
}

fn squares() -> impl Iterator<Item = Square> {
    ('a'..='j').flat_map(|file| (0..=9).filter_map(move |rank| Square::new(file, rank)))
}

const MELEE: &str = "
    . W . . . . . . . .
    . . . . w . . . . .
    . . . . w . . . . .
    . . . g w . . w . .
    . . . . . . w b . .
    . b w b b . . . . .
    . . . . . . . . . .
    . b . . . . . . . .
    . . . . . . . . . .
    . . . . B . G . . .
    ";

#[test]
fn boards_are_validated() {
    for good in [
        "/////////",
        "4W5////5g4/4G5////4B5",
        "22W5/55/1111111111/19//5g22/4G5///4B5",
        "wwwwwwwwww/wwwwwwwwww////////",
        "4b5/4B5///////gW8/",
    ] {
        assert!(validate_board(good), "{good}");
        assert_eq!(check_board(good), Ok(()));
    }
    for (bad, reason) in [
        ("", "the board has 1 row, expected 10"),
        ("////////", "the board has 9 rows, expected 10"),
        ("//////////", "the board has 11 rows, expected 10"),
        ("/////////9", "rank 0 has 9 squares, expected 10"),
        ("/////////91b", "rank 0 has 11 squares, expected 10"),
        (
            "/////////10",
            "rank 0, square 2: a run of empty squares cannot be 0",
        ),
        (
            "///////// w",
            "rank 0, square 1: ' ' does not stand for anything",
        ),
        (
            "/////////4x5",
            "rank 0, square 5: 'x' does not stand for anything",
        ),
        (
            "G9//g9///G9////",
            "Black has 2 generals (a9 and a4), expected at most 1",
        ),
        (
            "W9////////9W/",
            "White has 2 flags (a9 and j1), expected at most 1",
        ),
    ] {
        assert!(!validate_board(bad), "{bad}");
        assert_eq!(check_board(bad).unwrap_err().to_string(), reason, "{bad}");
        assert!(build_board(bad).is_err());
    }
}

#[test]
fn a_player_without_a_flag_on_the_board_can_place_it() {
    let empty = build_board("/////////").unwrap();
    assert_eq!(
        texts(&flag_moves(&empty, WHITE)),
        "b9-b9 c9-c9 d9-d9 e9-e9 f9-f9 g9-g9 h9-h9 i9-i9"
    );
    assert_eq!(
        texts(&flag_moves(&empty, BLACK)),
        "b0-b0 c0-c0 d0-d0 e0-e0 f0-f0 g0-g0 h0-h0 i0-i0"
    );
    let placed = build_board("4W5/////////b1b1b1b1g1").unwrap();
    assert_eq!(flag_moves(&placed, WHITE), []);
    assert_eq!(
        texts(&flag_moves(&placed, BLACK)),
        "b0-b0 d0-d0 f0-f0 h0-h0"
    );
}

#[test]
fn squares_answer_for_the_piece_asked_for_only() {
    let board = drawn(MELEE);
    assert_eq!(
        texts(&general_moves(&board, WHITE, square("d6"))),
        "d6-c5 d6-c6 d6-c7 d6-d5 d6-d7 d6-e5"
    );
    assert_eq!(
        texts(&knight_moves(&board, WHITE, square("g5"))),
        "g5-f5 g5-g4"
    );
    assert_eq!(
        texts(&knight_moves(&board, WHITE, square("h6"))),
        "h6-f8 h6-g6 h6-h5 h6-h8 h6-i6 h6-j8"
    );
    assert_eq!(
        texts(&catapult_moves(&board, WHITE, square("e8"))),
        "e8-e4 e8-e5"
    );
    let none: [Move; 0] = [];
    for nothing in ["a0", "c7", "j9"] {
        for side in Side::BOTH {
            assert_eq!(general_moves(&board, side, square(nothing)), none);
            assert_eq!(knight_moves(&board, side, square(nothing)), none);
            assert_eq!(catapult_moves(&board, side, square(nothing)), none);
        }
    }
    // An enemy's piece.
    assert_eq!(general_moves(&board, WHITE, square("g0")), none);
    assert_eq!(general_moves(&board, BLACK, square("d6")), none);
    assert_eq!(knight_moves(&board, WHITE, square("h5")), none);
    assert_eq!(knight_moves(&board, BLACK, square("h6")), none);
    assert_eq!(catapult_moves(&board, BLACK, square("e8")), none);
    // Another piece.
    assert_eq!(general_moves(&board, WHITE, square("e8")), none);
    assert_eq!(knight_moves(&board, WHITE, square("d6")), none);
    assert_eq!(catapult_moves(&board, WHITE, square("d6")), none);
    assert_eq!(knight_moves(&board, WHITE, square("b9")), none);
    // A knight that is not the rear of a catapult.
    assert_eq!(catapult_moves(&board, WHITE, square("h6")), none);
}

#[test]
fn squares_answer_on_boards_that_are_not_positions() {
    let board = build_board("//////1b8/1b8/1b8/").unwrap();
    assert_eq!(
        texts(&knight_moves(&board, BLACK, square("b3"))),
        "b3-a3 b3-b4 b3-c3"
    );
    assert_eq!(texts(&catapult_moves(&board, BLACK, square("b1"))), "b1-b4");
    assert_eq!(list_moves(&board, BLACK), []);
    assert_eq!((player_won(&board), winner(&board, BLACK)), (None, None));
    assert!(position(&board, BLACK).is_none());
}

#[test]
fn the_answers_for_all_squares_are_the_moves_of_a_player() {
    let mut rng = Rng::new(5);
    let start = Catapult::start(None).unwrap();
    for _ in 0..20 {
        let games = std::iter::once(start).chain(rng.playout(&start));
        for (ply, game) in games.take(120).enumerate() {
            let (board, turn) = (game.board(), game.turn());
            assert_eq!(build_board(&board.to_string()), Ok(*board));
            assert_eq!(position(board, turn), Some(game), "{game}");
            assert_eq!(picture(board), draw(&game.geometry(), &game.view()));
            assert_eq!(player_won(board), game.terminal_winner(), "{game}");
            assert_eq!(winner(board, turn), game.winner(), "{game}");
            let mut moves = game.moves();
            moves.sort_by_key(Move::to_string);
            assert_eq!(list_moves(board, turn), moves, "{game}");
            if ply < 2 {
                assert_eq!(flag_moves(board, turn), moves);
            } else if game.terminal_winner().is_none() {
                let of_square = |at: Square| {
                    [
                        general_moves(board, turn, at),
                        knight_moves(board, turn, at),
                        catapult_moves(board, turn, at),
                    ]
                    .concat()
                };
                let mut all: Vec<Move> = squares().flat_map(of_square).collect();
                all.sort_by_key(Move::to_string);
                assert_eq!(all, moves, "{game}");
                assert_eq!(flag_moves(board, turn), []);
            }
        }
    }
}

#[test]
fn a_missing_flag_is_still_to_be_placed_only_while_all_else_is_in_its_start_place() {
    let opening = "1w1w1w1w1w/1w1w1w1w1w/1w1w1w1w1w/5g4/4G5/b1b1b1b1b1/b1b1b1b1b1/b1b1b1b1b1";
    let none = build_board(&format!("/{opening}/")).unwrap();
    assert_eq!(player_won(&none), None);
    assert_eq!(list_moves(&none, WHITE).len(), 8);
    let one = build_board(&format!("4W5/{opening}/")).unwrap();
    assert_eq!(player_won(&one), None);
    assert_eq!(texts(&list_moves(&one, BLACK)).len(), 8 * 6 - 1);
    let moved = opening.replace("5g4", "4g5");
    let taken = build_board(&format!("4W5/{moved}/")).unwrap();
    assert_eq!(player_won(&taken), Some(WHITE));
    assert_eq!(winner(&taken, BLACK), Some(WHITE));
    assert_eq!(list_moves(&taken, BLACK), []);
    assert_eq!(list_moves(&taken, WHITE), []);
    // No flag at all: both are still to be placed, wherever the other pieces stand.
    let odd = build_board(&format!("/{moved}/")).unwrap();
    assert_eq!(player_won(&odd), None);
    assert_eq!(list_moves(&odd, WHITE).len(), 8);
}

#[test]
fn a_missing_general_has_been_taken() {
    let board = build_board("4W5///4g5////4b5//4B5").unwrap();
    assert_eq!(player_won(&board), Some(WHITE));
    let board = build_board("4W5//////4G5///4B5").unwrap();
    assert_eq!(player_won(&board), Some(BLACK));
    // Both are missing: no game leads there.
    let board = build_board("4W5////////4b5/4B5").unwrap();
    assert_eq!(player_won(&board), None);
    assert_eq!(list_moves(&board, BLACK), []);
}

#[test]
fn a_player_who_cannot_move_has_lost_if_it_is_their_turn() {
    let board = build_board("8Wg/8bb////////G3B5").unwrap();
    assert_eq!(player_won(&board), None);
    assert_eq!(winner(&board, WHITE), Some(BLACK));
    assert_eq!(winner(&board, BLACK), None);
}

#[test]
fn any_board_can_be_drawn() {
    let empty = build_board("/////////").unwrap();
    let drawn = picture(&empty);
    assert_eq!(drawn.lines().count(), 11);
    assert_eq!(drawn.matches('.').count(), 100);
}
