use super::{Game, ModelError, Piece, Player, Square};
use quintain_rules::games::animal_chess::{Action, AnimalChess, Kind, Square as BoardSquare};
use quintain_rules::{Position as _, Rng, Side, Step};

fn at(game: &Game, name: &str) -> Square {
    let [row, col] = name.as_bytes() else {
        panic!("{name} is no square");
    };
    game.square(row - b'0', col - b'0').unwrap()
}

#[track_caller]
fn piece(game: &Game, name: &str) -> Piece {
    at(game, name).piece().expect("a piece stands there")
}

#[track_caller]
fn go(game: &Game, from: &str, to: &str) {
    piece(game, from).move_to(&at(game, to)).unwrap();
}

fn names(squares: &[Square]) -> String {
    let name = |square: &Square| format!("{}{}", square.row(), square.col());
    squares.iter().map(name).collect::<Vec<_>>().join(" ")
}

/// A game with these pieces alone: owner, kind, square.
fn set_up(pieces: &[(u8, Kind, &str)]) -> Game {
    let game = Game::empty("Ann", "Bob");
    for &(owner, kind, square) in pieces {
        let owner = game.player(owner).unwrap();
        let piece = game.new_piece(kind, &owner).unwrap();
        at(&game, square).place_piece(&piece).unwrap();
    }
    game
}

fn players(game: &Game) -> [Player; 2] {
    [game.player(0).unwrap(), game.player(1).unwrap()]
}

#[test]
fn a_new_game_has_its_players_squares_and_pieces() {
    let game = Game::new("Ann", "Bob");
    let [ann, bob] = players(&game);
    assert_eq!((ann.name(), ann.player_number()), ("Ann", 0));
    assert_eq!((bob.name(), bob.player_number()), ("Bob", 1));
    assert!(ann.hand().is_empty() && bob.hand().is_empty());
    assert!(!ann.has_won() && !bob.has_won());
    assert_eq!(game.winner(), None);
    assert_eq!(game.squares().count(), 30);
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
    let game = Game::new("Ann", "Bob");
    let message = game.player(2).unwrap_err().to_string();
    assert_eq!(message, "there is no player 2, only 0 and 1");
    for (row, col) in [(6, 0), (0, 5), (5, 5), (255, 255)] {
        let message = game.square(row, col).unwrap_err().to_string();
        assert_eq!(message, format!("({row}, {col}) is not on the board"));
    }
}

#[test]
fn the_promotion_zone_is_the_two_farthest_rows() {
    let game = Game::empty("Ann", "Bob");
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
    cat.be_captured(&ann).unwrap();
    assert_eq!(ann.hand(), std::slice::from_ref(&cat));
    assert_eq!(cat.kind(), Kind::Cat);
    assert_eq!(
        cat.be_captured(&bob).unwrap_err().to_string(),
        "the cat is not on the board"
    );
    assert_eq!(
        lion.be_captured(&ann).unwrap_err().to_string(),
        "the lion belongs to its captor already"
    );
    assert_eq!(game.winner(), None);
    lion.be_captured(&bob).unwrap();
    assert_eq!(game.winner(), Some(bob.clone()));
    assert!(bob.has_won() && !ann.has_won());
    assert_eq!((lion.owner(), lion.square()), (bob.clone(), None));
    assert!(bob.hand().is_empty(), "a lion is never in a hand");
}

#[test]
fn a_win_can_be_forced_and_the_first_one_stands() {
    let game = Game::new("Ann", "Bob");
    let [ann, bob] = players(&game);
    bob.win_game();
    ann.win_game();
    assert!(bob.has_won() && !ann.has_won());
    assert_eq!(game.winner(), Some(bob.clone()));
    let chick = piece(&game, "21");
    assert!(chick.legal_moves().is_empty());
    let message = "the game is over: Bob has won";
    assert_eq!(
        chick.move_to(&at(&game, "31")).unwrap_err().to_string(),
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
    let game = Game::new("Ann", "Bob");
    let [ann, _] = players(&game);
    for (square, kind) in [("21", Kind::PromotedChick), ("00", Kind::PromotedCat)] {
        let piece = piece(&game, square);
        assert!(!piece.is_promoted());
        piece.promote().unwrap();
        piece.promote().unwrap();
        assert!(piece.is_promoted());
        assert_eq!(piece.kind(), kind);
    }
    for (square, name) in [("01", "giraffe"), ("02", "lion")] {
        let piece = piece(&game, square);
        let message = piece.promote().unwrap_err().to_string();
        assert_eq!(message, format!("a {name} cannot promote"));
        assert!(!piece.is_promoted());
    }
    let new = game.new_piece(Kind::Chick, &ann).unwrap();
    ann.add_piece_to_hand(&new).unwrap();
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
    assert_eq!(piece(&game, "11").kind(), Kind::PromotedCat);

    let dropped = game.new_piece(Kind::Cat, &bob).unwrap();
    bob.add_piece_to_hand(&dropped).unwrap();
    bob.drop_piece(&dropped, &at(&game, "13")).unwrap();
    assert!(!dropped.is_promoted());
    // Out of the zone it stays as it is, within the zone it promotes.
    let placed = game.new_piece(Kind::Cat, &ann).unwrap();
    at(&game, "42").place_piece(&placed).unwrap();
    assert!(!placed.is_promoted());
    go(&game, "13", "22");
    assert!(!dropped.is_promoted());
    go(&game, "42", "52");
    assert!(placed.is_promoted());
}

#[test]
fn illegal_moves_are_refused_and_change_nothing() {
    let game = Game::new("Ann", "Bob");
    let [ann, _] = players(&game);
    let before = game.position(&ann);
    for (from, to) in [("21", "41"), ("21", "11"), ("02", "03"), ("21", "21")] {
        let error = piece(&game, from).move_to(&at(&game, to)).unwrap_err();
        assert!(
            matches!(error, ModelError::IllegalMove { .. }),
            "{from} {to}: {error}"
        );
    }
    let message = piece(&game, "21").move_to(&at(&game, "22")).unwrap_err();
    assert_eq!(message.to_string(), "the chick cannot move to (2, 2)");
    assert_eq!(game.position(&ann), before);

    let removed = at(&game, "21").remove_piece().unwrap();
    assert_eq!(at(&game, "21").remove_piece(), None);
    assert!(removed.legal_moves().is_empty());
    let message = removed.move_to(&at(&game, "21")).unwrap_err().to_string();
    assert_eq!(message, "the chick is not on the board");
}

#[test]
fn only_a_piece_in_the_players_own_hand_is_dropped() {
    let game = Game::new("Ann", "Bob");
    let [ann, bob] = players(&game);
    let empty = at(&game, "10");
    let standing = piece(&game, "21");
    assert_eq!(
        ann.drop_piece(&standing, &empty).unwrap_err().to_string(),
        "the chick is not in Ann's hand"
    );
    let new = game.new_piece(Kind::Cat, &ann).unwrap();
    assert!(matches!(
        ann.drop_piece(&new, &empty),
        Err(ModelError::NotInHand { .. })
    ));
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
    let game = Game::empty("Ann", "Bob");
    let [ann, bob] = players(&game);
    let cat = game.new_piece(Kind::Cat, &ann).unwrap();
    let chick = game.new_piece(Kind::Chick, &bob).unwrap();
    at(&game, "22").place_piece(&cat).unwrap();
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
    let game = Game::new("Ann", "Bob");
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
fn things_of_another_game_are_refused() {
    let (game, other) = (Game::new("Ann", "Bob"), Game::new("Ann", "Bob"));
    let [ann, bob] = players(&game);
    assert_ne!(ann, other.player(0).unwrap());
    assert_ne!(at(&game, "21"), at(&other, "21"));
    assert_ne!(piece(&game, "21"), piece(&other, "21"));
    assert_eq!(piece(&game, "21"), piece(&game.clone(), "21"));
    let foreign = piece(&other, "21");
    let wrong = Err(ModelError::OtherGame);
    assert_eq!(at(&game, "10").place_piece(&foreign), wrong);
    assert_eq!(ann.add_piece_to_hand(&foreign), wrong);
    assert_eq!(ann.drop_piece(&foreign, &at(&game, "10")), wrong);
    assert_eq!(foreign.be_captured(&bob), wrong);
    assert_eq!(foreign.move_to(&at(&game, "31")), wrong);
    assert_eq!(other.new_piece(Kind::Cat, &ann).err(), wrong.err());
}

#[test]
fn debug_output_names_what_it_shows() {
    let game = Game::new("Ann", "Bob");
    let chick = piece(&game, "21");
    assert_eq!(
        format!("{game:?} {chick:?}"),
        r#"Game("Ann", "Bob") Piece(chick, Player(0, "Ann"), Square(2, 1))"#
    );
    at(&game, "21").remove_piece();
    assert_eq!(format!("{chick:?}"), r#"Piece(chick, Player(0, "Ann"))"#);
}

#[test]
fn a_board_that_no_string_can_say_has_no_position() {
    let game = Game::new("Ann", "Bob");
    let [ann, bob] = players(&game);
    let cat = game.new_piece(Kind::PromotedCat, &bob).unwrap();
    at(&game, "10").place_piece(&cat).unwrap();
    assert_eq!(
        game.position(&ann).unwrap_err().to_string(),
        "there are 5 cats (5 on the board, 0 in hand), expected at most 4"
    );
    let game = Game::empty("Ann", "Bob");
    let message = game.position(&ann).unwrap_err().to_string();
    assert_eq!(message, "both lions are missing, expected at least one");
}

/// A whole game: captures, drops, promotions, an un-promotion, and the lion.
#[test]
fn a_game_is_played_from_the_start_to_the_lion() {
    let game = Game::new("Ann", "Bob");
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
        Action::Step { from, to } => of(from).piece().unwrap().move_to(&of(to)).unwrap(),
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
        let game = Game::new("Ann", "Bob");
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
            let again = Game::from_position("Ann", "Bob", &position);
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
