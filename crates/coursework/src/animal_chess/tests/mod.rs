mod published;

use super::{AnimalChess, Game, Kind, ModelError, Piece, Player, Square};
use quintain_rules::games::animal_chess::{Action, Square as BoardSquare};
use quintain_rules::{Position as _, Rng, Side, Step};

fn at(game: &Game, name: &str) -> Square {
    let [row, col] = name.as_bytes() else {
        panic!("{name} is not a square");
    };
    game.square(row - b'0', col - b'0').unwrap()
}

#[track_caller]
fn piece(game: &Game, name: &str) -> Piece {
    at(game, name).piece().expect("a piece stands there")
}

#[track_caller]
fn go(game: &Game, from: &str, to: &str) {
    piece(game, from).try_move_to(&at(game, to)).unwrap();
}

fn names(squares: &[Square]) -> String {
    let name = |square: &Square| format!("{}{}", square.row(), square.col());
    squares.iter().map(name).collect::<Vec<_>>().join(" ")
}

/// Two players who are in no game yet.
fn ann_and_bob() -> [Player; 2] {
    [("Ann", 0), ("Bob", 1)].map(|(name, number)| Player::new(name, number).unwrap())
}

/// A game with these pieces alone: owner, kind, square.
fn set_up(pieces: &[(u8, Kind, &str)]) -> Game {
    let [ann, bob] = ann_and_bob();
    let game = Game::empty(&ann, &bob).unwrap();
    for &(owner, kind, square) in pieces {
        let owner = game.player(owner).unwrap();
        Piece::new(kind, &owner, &at(&game, square)).unwrap();
    }
    game
}

/// A new piece in a player's hand.
fn in_hand(kind: Kind, player: &Player) -> Piece {
    let square = Square::new(None, 0, 0).unwrap();
    let piece = Piece::new(kind, player, &square).unwrap();
    player.add_piece_to_hand(&piece).unwrap();
    piece
}

fn players(game: &Game) -> [Player; 2] {
    [game.player(0).unwrap(), game.player(1).unwrap()]
}

#[test]
fn a_new_game_has_its_players_squares_and_pieces() {
    let game = Game::between("Ann", "Bob");
    let [ann, bob] = players(&game);
    assert_eq!((ann.name(), ann.player_number()), ("Ann", 0));
    assert_eq!((bob.name(), bob.player_number()), ("Bob", 1));
    assert!(ann.hand().is_empty() && bob.hand().is_empty());
    assert!(!ann.has_won() && !bob.has_won());
    assert_eq!(game.winner(), None);
    assert_eq!(game.squares().count(), 30);
    assert_eq!((Game::HEIGHT, Game::WIDTH), (6, 5));
    for square in game.squares() {
        assert_eq!(game.square(square.row(), square.col()), Ok(square));
    }
    let start = AnimalChess::start(None).unwrap();
    assert_eq!(game.position(&ann), Ok(start));
    let lion = piece(&game, "52");
    assert_eq!((lion.kind(), lion.owner()), (Kind::Lion, bob));
    assert_eq!(lion.square(), Some(at(&game, "52")));
}

#[test]
fn players_and_squares_that_do_not_exist_are_refused() {
    let game = Game::between("Ann", "Bob");
    let message = game.player(2).unwrap_err().to_string();
    assert_eq!(message, "there is no player 2, only 0 and 1");
    for (row, col) in [(6, 0), (0, 5), (5, 5), (255, 255)] {
        let message = game.square(row, col).unwrap_err().to_string();
        assert_eq!(message, format!("({row}, {col}) is not on the board"));
    }
}

#[test]
fn the_promotion_zone_is_the_two_farthest_rows() {
    let game = set_up(&[]);
    let [ann, bob] = players(&game);
    for square in game.squares() {
        assert_eq!(square.is_promotion_zone(&ann), square.row() >= 4);
        assert_eq!(square.is_promotion_zone(&bob), square.row() <= 1);
    }
}

#[test]
fn each_kind_has_its_steps_for_both_players() {
    let cases = [
        (Kind::Chick, "32", "12"),
        (Kind::Giraffe, "12 21 23 32", "12 21 23 32"),
        (Kind::Cat, "11 13 31 32 33", "11 12 13 31 33"),
        (
            Kind::Lion,
            "11 12 13 21 23 31 32 33",
            "11 12 13 21 23 31 32 33",
        ),
        (Kind::PromotedCat, "12 21 23 31 32 33", "11 12 13 21 23 32"),
        (
            Kind::PromotedChick,
            "12 21 23 31 32 33",
            "11 12 13 21 23 32",
        ),
    ];
    for (kind, down, up) in cases {
        let game = set_up(&[(0, kind, "22")]);
        assert_eq!(names(&piece(&game, "22").legal_moves()), down, "{kind:?}");
        let game = set_up(&[(1, kind, "22")]);
        assert_eq!(names(&piece(&game, "22").legal_moves()), up, "{kind:?}");
    }
}

#[test]
fn a_capture_gives_the_captor_an_unpromoted_piece() {
    let game = set_up(&[(0, Kind::Giraffe, "20"), (1, Kind::PromotedChick, "21")]);
    let [ann, bob] = players(&game);
    let rooster = piece(&game, "21");
    assert!(rooster.is_promoted());
    go(&game, "20", "21");
    assert_eq!(rooster.owner(), ann);
    assert_eq!(rooster.square(), None);
    assert_eq!(rooster.kind(), Kind::Chick);
    assert!(!rooster.is_promoted());
    assert_eq!(ann.hand(), std::slice::from_ref(&rooster));
    assert!(bob.hand().is_empty());
    assert!(rooster.legal_moves().is_empty());
    assert_eq!(at(&game, "20").piece(), None);
    assert_eq!(piece(&game, "21").kind(), Kind::Giraffe);
    assert_eq!(game.winner(), None);
}

#[test]
fn capturing_can_be_forced_and_the_lion_decides() {
    let game = set_up(&[(0, Kind::Lion, "02"), (1, Kind::PromotedCat, "33")]);
    let [ann, bob] = players(&game);
    let (lion, cat) = (piece(&game, "02"), piece(&game, "33"));
    cat.be_captured(&ann);
    assert_eq!(ann.hand(), std::slice::from_ref(&cat));
    assert_eq!(cat.kind(), Kind::Cat);
    // From a hand it goes to the other hand.
    cat.be_captured(&bob);
    assert_eq!((ann.hand(), bob.hand()), (vec![], vec![cat.clone()]));
    assert_eq!(game.winner(), None);
    lion.be_captured(&bob);
    assert_eq!(game.winner(), Some(bob.clone()));
    assert!(bob.has_won() && !ann.has_won());
    assert_eq!((lion.owner(), lion.square()), (bob.clone(), None));
    assert_eq!(bob.hand(), [cat], "a lion is never in a hand");
}

#[test]
fn a_win_can_be_forced_and_the_first_one_stands() {
    let game = Game::between("Ann", "Bob");
    let [ann, bob] = players(&game);
    bob.win_game();
    ann.win_game();
    assert!(bob.has_won() && !ann.has_won());
    assert_eq!(game.winner(), Some(bob.clone()));
    let chick = piece(&game, "21");
    assert!(chick.legal_moves().is_empty());
    let message = "the game is over: Bob has won";
    assert_eq!(
        chick.try_move_to(&at(&game, "31")).unwrap_err().to_string(),
        message
    );
    bob.add_piece_to_hand(&chick).unwrap();
    assert_eq!(
        bob.drop_piece(&chick, &at(&game, "10"))
            .unwrap_err()
            .to_string(),
        message
    );
    assert_eq!(bob.hand(), [chick]);
}

#[test]
fn promotion_can_be_forced_on_chicks_and_cats_only() {
    let game = Game::between("Ann", "Bob");
    let [ann, _] = players(&game);
    for (square, kind) in [("21", Kind::Chick), ("00", Kind::Cat)] {
        let piece = piece(&game, square);
        assert!(piece.is_promotable() && !piece.is_promoted());
        piece.promote().unwrap();
        piece.promote().unwrap();
        assert!(piece.is_promotable() && piece.is_promoted());
        assert_eq!(piece.kind(), kind, "a promoted piece is still of its kind");
    }
    for (square, name) in [("01", "giraffe"), ("02", "lion")] {
        let piece = piece(&game, square);
        let message = piece.promote().unwrap_err().to_string();
        assert_eq!(message, format!("a {name} cannot promote"));
        assert!(!piece.is_promotable() && !piece.is_promoted());
    }
    let new = in_hand(Kind::Chick, &ann);
    assert_eq!(
        new.promote().unwrap_err().to_string(),
        "the chick is in a hand and cannot promote"
    );
    assert!(!new.is_promoted());
}

#[test]
fn moves_promote_in_the_zone_and_drops_and_placements_do_not() {
    let game = set_up(&[(0, Kind::Chick, "30"), (1, Kind::Cat, "22")]);
    let [ann, bob] = players(&game);
    go(&game, "30", "40");
    assert!(piece(&game, "40").is_promoted());
    go(&game, "22", "11");
    let cat = piece(&game, "11");
    assert_eq!((cat.kind(), cat.is_promoted()), (Kind::Cat, true));

    let dropped = in_hand(Kind::Cat, &bob);
    bob.drop_piece(&dropped, &at(&game, "13")).unwrap();
    assert!(!dropped.is_promoted());
    // Out of the zone it stays as it is, within the zone it promotes.
    let placed = Piece::cat(&ann, &at(&game, "42")).unwrap();
    assert!(!placed.is_promoted());
    go(&game, "13", "22");
    assert!(!dropped.is_promoted());
    go(&game, "42", "52");
    assert!(placed.is_promoted());
}

#[test]
fn illegal_moves_are_refused_and_change_nothing() {
    let game = Game::between("Ann", "Bob");
    let [ann, _] = players(&game);
    let before = game.position(&ann);
    for (from, to) in [("21", "41"), ("21", "11"), ("02", "03"), ("21", "21")] {
        let error = piece(&game, from).try_move_to(&at(&game, to)).unwrap_err();
        assert!(
            matches!(error, ModelError::IllegalMove { .. }),
            "{from} {to}: {error}"
        );
    }
    let message = piece(&game, "21")
        .try_move_to(&at(&game, "22"))
        .unwrap_err();
    assert_eq!(message.to_string(), "the chick cannot move to (2, 2)");
    assert_eq!(game.position(&ann), before);

    let removed = at(&game, "21").remove_piece().unwrap();
    assert_eq!(at(&game, "21").remove_piece(), None);
    assert!(removed.legal_moves().is_empty());
    let message = removed
        .try_move_to(&at(&game, "21"))
        .unwrap_err()
        .to_string();
    assert_eq!(message, "the chick is not on the board");
}

#[test]
fn only_a_piece_in_the_players_own_hand_is_dropped() {
    let game = Game::between("Ann", "Bob");
    let [ann, bob] = players(&game);
    let empty = at(&game, "10");
    let standing = piece(&game, "21");
    assert_eq!(
        ann.drop_piece(&standing, &empty).unwrap_err().to_string(),
        "the chick is not in Ann's hand"
    );
    let new = in_hand(Kind::Cat, &ann);
    bob.add_piece_to_hand(&new).unwrap();
    assert_eq!(new.owner(), bob);
    assert_eq!(
        ann.drop_piece(&new, &empty).unwrap_err().to_string(),
        "the cat is not in Ann's hand"
    );
    assert_eq!(
        bob.drop_piece(&new, &at(&game, "02"))
            .unwrap_err()
            .to_string(),
        "a lion stands on (0, 2) already"
    );
    assert_eq!(bob.hand(), std::slice::from_ref(&new));
    bob.drop_piece(&new, &empty).unwrap();
    assert!(bob.hand().is_empty());
    assert_eq!(empty.piece(), Some(new.clone()));
    assert_eq!(new.square(), Some(empty.clone()));
    assert!(matches!(
        bob.drop_piece(&new, &at(&game, "11")),
        Err(ModelError::NotInHand { .. })
    ));
}

#[test]
fn placing_refuses_occupied_squares_and_moves_a_piece_from_where_it_was() {
    let game = set_up(&[]);
    let [ann, bob] = players(&game);
    let cat = Piece::cat(&ann, &at(&game, "22")).unwrap();
    let chick = Piece::chick(&bob, &at(&game, "00")).unwrap();
    at(&game, "00").remove_piece();
    assert_eq!(
        at(&game, "22").place_piece(&chick).unwrap_err().to_string(),
        "a cat stands on (2, 2) already"
    );
    assert_eq!(chick.square(), None);
    assert!(at(&game, "22").place_piece(&cat).is_err());
    at(&game, "33").place_piece(&cat).unwrap();
    assert_eq!(at(&game, "22").piece(), None);
    assert_eq!(cat.square(), Some(at(&game, "33")));
    bob.add_piece_to_hand(&chick).unwrap();
    at(&game, "22").place_piece(&chick).unwrap();
    assert!(bob.hand().is_empty());
    assert_eq!(chick.owner(), bob);
}

#[test]
fn a_hand_takes_each_piece_once_in_order_and_never_a_lion() {
    let game = Game::between("Ann", "Bob");
    let [ann, bob] = players(&game);
    let (chick, cat) = (piece(&game, "31"), piece(&game, "50"));
    cat.promote().unwrap();
    ann.add_piece_to_hand(&chick).unwrap();
    ann.add_piece_to_hand(&cat).unwrap();
    ann.add_piece_to_hand(&chick).unwrap();
    assert_eq!(ann.hand(), [chick.clone(), cat.clone()]);
    assert_eq!((cat.owner(), cat.kind()), (ann.clone(), Kind::Cat));
    assert_eq!(at(&game, "50").piece(), None);
    bob.add_piece_to_hand(&chick).unwrap();
    assert_eq!((ann.hand(), bob.hand()), (vec![cat], vec![chick]));
    let lion = piece(&game, "52");
    assert_eq!(
        ann.add_piece_to_hand(&lion).unwrap_err().to_string(),
        "a lion is never in a hand"
    );
    assert_eq!(lion.square(), Some(at(&game, "52")));
}

#[test]
fn a_move_that_does_not_ask_goes_anywhere_and_takes_what_stands_there() {
    let game = set_up(&[
        (0, Kind::Lion, "00"),
        (0, Kind::Chick, "10"),
        (0, Kind::Cat, "20"),
        (1, Kind::Lion, "54"),
    ]);
    let [ann, bob] = players(&game);
    let (lion, chick, cat) = (piece(&game, "00"), piece(&game, "10"), piece(&game, "20"));
    // Across the board into the zone.
    cat.move_to(&at(&game, "42"));
    assert!(cat.is_promoted());
    assert_eq!(at(&game, "20").piece(), None);
    // Onto a piece of its own, which goes to its own hand.
    cat.move_to(&at(&game, "10"));
    assert_eq!(ann.hand(), std::slice::from_ref(&chick));
    // Onto its own lion: nobody wins, and there is nothing left to capture.
    cat.move_to(&at(&game, "00"));
    assert_eq!((lion.square(), game.winner()), (None, None));
    // Where it stands already, and from the hand.
    cat.move_to(&at(&game, "00"));
    assert_eq!(at(&game, "00").piece(), Some(cat.clone()));
    chick.move_to(&at(&game, "30"));
    assert!(ann.hand().is_empty() && !chick.is_promoted());
    // Onto the enemy lion: that wins, and after it one can still go anywhere.
    chick.move_to(&at(&game, "54"));
    assert!(chick.is_promoted() && ann.has_won() && !bob.has_won());
    chick.move_to(&at(&game, "22"));
    assert_eq!(chick.square(), Some(at(&game, "22")));
}

#[test]
fn players_squares_and_pieces_need_no_game() {
    let [ann, bob] = ann_and_bob();
    let here = Square::new(None, 3, 0).unwrap();
    let zone = Square::new_promoting(None, 4, 0, &ann).unwrap();
    assert_eq!((here.game(), zone.game()), (None, None));
    assert!(zone.is_promotion_zone(&ann) && !zone.is_promotion_zone(&bob));
    assert!(!here.is_promotion_zone(&ann));
    let chick = Piece::chick(&ann, &here).unwrap();
    let lion = Piece::lion(&bob, &zone).unwrap();
    assert!(chick.legal_moves().is_empty());
    assert!(matches!(
        chick.try_move_to(&zone),
        Err(ModelError::IllegalMove { .. })
    ));
    chick.move_to(&zone);
    assert!(chick.is_promoted());
    assert_eq!((here.piece(), zone.piece()), (None, Some(chick)));
    assert!(ann.has_won() && ann.hand().is_empty());
    assert_eq!(lion.square(), None);
    assert!(Square::new(None, 6, 0).is_err());
}

#[test]
fn a_square_can_be_made_for_a_game_without_being_on_its_board() {
    let game = Game::between("Ann", "Bob");
    let extra = Square::new(Some(&game), 2, 1).unwrap();
    assert_eq!(extra.game(), Some(game.clone()));
    assert_ne!(extra, at(&game, "21"));
    assert_eq!(extra.piece(), None);
    let chick = Piece::chick(&game.player(1).unwrap(), &extra).unwrap();
    assert_eq!(chick.legal_moves(), [at(&game, "11")]);
}

#[test]
fn a_game_wants_player_0_and_player_1_who_play_no_other_game() {
    let [ann, bob] = ann_and_bob();
    let message = |result: Result<Game, ModelError>| result.unwrap_err().to_string();
    assert_eq!(
        message(Game::new(&bob, &ann)),
        "player 0 of a game cannot have number 1"
    );
    assert_eq!(
        message(Game::new(&ann, &ann)),
        "player 1 of a game cannot have number 0"
    );
    let game = Game::new(&ann, &bob).unwrap();
    let cleo = Player::new("Cleo", 1).unwrap();
    assert_eq!(
        message(Game::new(&ann, &cleo)),
        "Ann is playing another game"
    );
    drop(game);
    assert!(Game::new(&ann, &cleo).is_ok());
    let number = Player::new("Dan", 2).unwrap_err();
    assert_eq!(number.to_string(), "there is no player 2, only 0 and 1");
}

#[test]
fn nothing_is_kept_in_a_circle() {
    let [ann, bob] = ann_and_bob();
    let game = Game::new(&ann, &bob).unwrap();
    let (chick, square) = (piece(&game, "21"), at(&game, "21"));
    go(&game, "21", "31");
    assert_eq!(ann.hand().len(), 1);
    drop((game, square));
    // The squares went with the game; the piece knows its owner, and the owner the hand.
    assert_eq!((chick.square(), chick.owner()), (None, ann.clone()));
    assert_eq!(ann.hand()[0].owner(), ann);
    drop((ann, bob));
    assert_eq!(chick.owner().name(), "Ann");
    assert!(chick.owner().hand().is_empty());
}

#[test]
fn debug_output_names_what_it_shows() {
    let game = Game::between("Ann", "Bob");
    let chick = piece(&game, "21");
    assert_eq!(
        format!("{game:?} {chick:?}"),
        r#"Game(Player("Ann", 0), Player("Bob", 1)) Piece(chick, Player("Ann", 0), Square(2, 1))"#
    );
    at(&game, "21").remove_piece();
    assert_eq!(format!("{chick:?}"), r#"Piece(chick, Player("Ann", 0))"#);
}

#[test]
fn a_board_that_no_string_can_say_has_no_position() {
    let game = Game::between("Ann", "Bob");
    let [ann, bob] = players(&game);
    Piece::new(Kind::PromotedCat, &bob, &at(&game, "10")).unwrap();
    assert_eq!(
        game.position(&ann).unwrap_err().to_string(),
        "there are 5 cats (5 on the board, 0 in hand), expected at most 4"
    );
    let game = set_up(&[]);
    let message = game.position(&ann).unwrap_err().to_string();
    assert_eq!(message, "both lions are missing, expected at least one");
}

/// A whole game: captures, drops, promotions, an un-promotion, and the lion.
#[test]
fn a_game_is_played_from_the_start_to_the_lion() {
    let game = Game::between("Ann", "Bob");
    let [ann, bob] = players(&game);
    let drop = |player: &Player, kind: Kind, to: &str| {
        let held = player.hand().into_iter().find(|held| held.kind() == kind);
        player
            .drop_piece(&held.expect("it is in hand"), &at(&game, to))
            .unwrap();
    };
    go(&game, "21", "31"); // Ann's chick takes a chick.
    assert_eq!(ann.hand().len(), 1);
    go(&game, "32", "22"); // So does Bob's.
    assert_eq!(bob.hand().len(), 1);
    go(&game, "31", "41"); // Into the zone: a rooster.
    assert!(piece(&game, "41").is_promoted());
    go(&game, "22", "12"); // Into Bob's zone.
    let rooster = piece(&game, "12");
    assert!(rooster.is_promoted());
    go(&game, "02", "12"); // Ann's lion takes the rooster, which is a chick again.
    assert!(!rooster.is_promoted());
    assert_eq!(rooster.owner(), ann);
    assert_eq!(ann.hand().len(), 2);
    drop(&bob, Kind::Chick, "22"); // It attacks the lion; there is no check to announce.
    drop(&ann, Kind::Chick, "42");
    let chick = piece(&game, "22");
    assert_eq!(names(&chick.legal_moves()), "12");
    go(&game, "51", "41"); // Bob would rather take the rooster, and forgets his lion.
    assert_eq!(piece(&game, "41").kind(), Kind::Giraffe);
    assert_eq!(bob.hand().len(), 1);
    assert_eq!(game.winner(), None);
    let lion = piece(&game, "52");
    go(&game, "42", "52"); // A dropped chick that moves within the zone promotes.
    assert!(piece(&game, "52").is_promoted());
    assert_eq!(game.winner(), Some(ann.clone()));
    assert!(ann.has_won() && !bob.has_won());
    assert_eq!(lion.square(), None);
    assert_eq!(ann.hand().len(), 1);
    assert!(
        game.squares()
            .filter_map(|square| square.piece())
            .all(|piece| piece.legal_moves().is_empty())
    );
    let end = game.position(&bob).unwrap();
    assert_eq!(end.to_string(), "CG1GC/2L2/2hH1/3h1/1g3/c1+Hgc 1 Hh");
    assert_eq!(end.terminal_winner(), Some(Side::First));
}

/// Plays a move of the rules with the objects.
fn follow(game: &Game, mover: &Player, action: Action) {
    let of = |square: BoardSquare| game.square(square.row(), square.col()).unwrap();
    match action {
        Action::Step { from, to } => of(from).piece().unwrap().try_move_to(&of(to)).unwrap(),
        Action::Drop { kind, to } => {
            let held = mover.hand().into_iter().find(|held| held.kind() == kind);
            mover.drop_piece(&held.unwrap(), &of(to)).unwrap();
        }
    }
}

/// The moves of all pieces of a player, and the drops onto every square that takes them.
fn move_texts(game: &Game, mover: &Player) -> Vec<String> {
    let mut texts = Vec::new();
    for square in game.squares() {
        let name = names(std::slice::from_ref(&square));
        match square.piece() {
            Some(piece) if piece.owner() == *mover => {
                for target in piece.legal_moves() {
                    texts.push(format!("{name}-{}", names(&[target])));
                }
            }
            Some(_) => {}
            None if game.winner().is_some() => {}
            None => {
                for held in mover.hand() {
                    let letter = match held.kind() {
                        Kind::Giraffe => 'G',
                        Kind::Cat => 'C',
                        Kind::Chick => 'H',
                        kind => panic!("{kind:?} in hand"),
                    };
                    texts.push(format!("{letter}*{name}"));
                }
            }
        }
    }
    texts.sort();
    texts.dedup();
    texts
}

#[test]
fn the_objects_agree_with_the_rules_over_random_games() {
    let mut rng = Rng::new(20);
    let mut finished = 0;
    for _ in 0..40 {
        let game = Game::between("Ann", "Bob");
        let mut position = AnimalChess::start(None).unwrap();
        for _ in 0..150 {
            let mover = game.player(position.turn() as u8).unwrap();
            assert_eq!(game.position(&mover), Ok(position));
            let winner = game.winner().map(|winner| winner.player_number());
            assert_eq!(winner, position.terminal_winner().map(|side| side as u8));
            let moves = position.moves();
            let mut legal_texts: Vec<String> =
                moves.iter().map(|&mv| position.move_text(mv)).collect();
            legal_texts.sort();
            assert_eq!(move_texts(&game, &mover), legal_texts, "{position}");
            let [ann, bob] = ann_and_bob();
            let again = Game::from_position(&ann, &bob, &position).unwrap();
            assert_eq!(
                again.position(&again.player(mover.player_number()).unwrap()),
                Ok(position)
            );
            assert_eq!(again.winner().is_some(), game.winner().is_some());
            let Some(&mv) = rng.choose(&moves) else {
                finished += 1;
                break;
            };
            follow(&game, &mover, mv.action());
            position.play_unchecked(Step { mv, reveal: () });
        }
    }
    assert!(finished > 10, "only {finished} of the games reached a lion");
}
