//! What the practical's published tests ask of the diagram's classes, class by class.

use super::{at, names, piece};
use crate::animal_chess::{Game, Kind, ModelError, Piece, Player, Square};

fn players() -> [Player; 2] {
    [("Mia", 0), ("Olli", 1)].map(|(name, number)| Player::new(name, number).unwrap())
}

fn game() -> (Game, Player, Player) {
    let [mia, olli] = players();
    let game = Game::new(&mia, &olli).unwrap();
    (game, mia, olli)
}

/// A square that belongs to no game.
fn square(row: u8, col: u8) -> Square {
    Square::new(None, row, col).unwrap()
}

fn is_occupied(result: &Result<Piece, ModelError>) -> bool {
    matches!(result, Err(ModelError::Occupied { .. }))
}

#[test]
fn player_has_a_name_a_number_and_an_empty_hand() {
    let [mia, olli] = players();
    assert_eq!((mia.name(), olli.name()), ("Mia", "Olli"));
    assert_eq!((mia.player_number(), olli.player_number()), (0, 1));
    assert!(mia.hand().is_empty());
}

#[test]
fn player_wins_when_told_so_even_without_a_game() {
    let [mia, olli] = players();
    assert!(!mia.has_won());
    mia.win_game();
    assert!(mia.has_won() && !olli.has_won());
}

#[test]
fn player_takes_a_piece_in_hand_and_drops_it_where_it_stood() {
    let [mia, _] = players();
    let home = square(0, 2);
    let giraffe = Piece::giraffe(&mia, &home).unwrap();
    mia.add_piece_to_hand(&giraffe).unwrap();
    assert_eq!(mia.hand(), std::slice::from_ref(&giraffe));
    mia.drop_piece(&giraffe, &home).unwrap();
    assert!(mia.hand().is_empty());
    assert_eq!(home.piece(), Some(giraffe.clone()));
    assert_eq!(giraffe.square(), Some(home));
}

#[test]
fn square_knows_its_place_and_that_it_has_no_game() {
    let alone = square(1, 2);
    assert_eq!((alone.row(), alone.col(), alone.game()), (1, 2, None));
    let (game, ..) = game();
    assert_eq!(game.square(1, 2).unwrap().game(), Some(game));
}

#[test]
fn square_holds_one_piece_at_a_time() {
    let [mia, _] = players();
    let (here, there) = (square(1, 2), square(3, 1));
    let giraffe = Piece::giraffe(&mia, &here).unwrap();
    let cat = Piece::cat(&mia, &there).unwrap();
    assert_eq!(here.piece(), Some(giraffe.clone()));
    assert!(here.place_piece(&cat).is_err());
    assert_eq!(here.remove_piece(), Some(giraffe));
    assert_eq!(here.piece(), None);
    here.place_piece(&cat).unwrap();
    assert_eq!((here.piece(), there.piece()), (Some(cat), None));
}

#[test]
fn piece_has_a_square_and_an_owner_and_changes_both() {
    let [mia, olli] = players();
    let (from, far) = (square(1, 2), square(1, 0));
    let giraffe = Piece::giraffe(&mia, &from).unwrap();
    assert_eq!(
        (giraffe.square(), giraffe.owner()),
        (Some(from.clone()), mia.clone())
    );
    // Two columns away, where no giraffe steps.
    giraffe.move_to(&far);
    assert_eq!((giraffe.square(), from.piece()), (Some(far), None));
    giraffe.be_captured(&olli);
    assert_eq!(giraffe.owner(), olli);
    assert_ne!(giraffe.owner(), mia);
    assert_eq!(olli.hand(), [giraffe]);
}

#[test]
fn piece_captures_by_moving_onto_another() {
    let [mia, olli] = players();
    let target = square(2, 1);
    let giraffe = Piece::giraffe(&mia, &square(1, 2)).unwrap();
    let cat = Piece::cat(&olli, &target).unwrap();
    giraffe.move_to(&target);
    assert_eq!(giraffe.square(), Some(target));
    assert_eq!((cat.square(), cat.owner()), (None, mia));
}

#[test]
fn no_kind_of_piece_is_made_on_an_occupied_square() {
    let (game, mia, _) = game();
    let occupied = at(&game, "21");
    for kind in [Kind::Chick, Kind::Cat, Kind::Giraffe, Kind::Lion] {
        assert!(is_occupied(&Piece::new(kind, &mia, &occupied)), "{kind:?}");
    }
    assert!(is_occupied(&Piece::giraffe(&mia, &at(&game, "03"))));
}

#[test]
fn chick_promotes_when_told_and_when_it_enters_the_zone() {
    let (game, _, olli) = game();
    let told = Piece::chick(&olli, &at(&game, "12")).unwrap();
    assert!(!told.is_promoted());
    told.promote().unwrap();
    assert!(told.is_promoted());
    let moved = Piece::chick(&olli, &at(&game, "11")).unwrap();
    moved.move_to(&at(&game, "01"));
    assert!(moved.is_promoted());
}

#[test]
fn chick_has_the_moves_of_its_place_and_promotion() {
    let (game, _, olli) = game();
    let near = Piece::chick(&olli, &at(&game, "12")).unwrap();
    assert_eq!(names(&near.legal_moves()), "02");
    let edge = Piece::chick(&olli, &at(&game, "14")).unwrap();
    edge.promote().unwrap();
    assert_eq!(edge.legal_moves().len(), 4);
    let own = piece(&game, "31");
    assert_eq!(own.owner().player_number(), 1);
    assert_eq!(names(&own.legal_moves()), "21");
    own.promote().unwrap();
    assert_eq!(own.legal_moves().len(), 5);
}

#[test]
fn cat_promotes_on_both_rows_of_the_zone() {
    let (game, _, olli) = game();
    let last = Piece::cat(&olli, &at(&game, "11")).unwrap();
    last.move_to(&at(&game, "01"));
    assert!(last.is_promoted());
    let last_but_one = Piece::cat(&olli, &at(&game, "24")).unwrap();
    assert_eq!(last_but_one.legal_moves().len(), 2);
    last_but_one.move_to(&at(&game, "14"));
    assert!(last_but_one.is_promoted());
    assert_eq!(last_but_one.legal_moves().len(), 4);
    let told = Piece::cat(&olli, &at(&game, "11")).unwrap();
    told.promote().unwrap();
    assert!(told.is_promoted());
}

#[test]
fn cat_has_the_moves_of_its_place_and_promotion() {
    let (game, _, olli) = game();
    let edge = Piece::cat(&olli, &at(&game, "14")).unwrap();
    assert_eq!(names(&edge.legal_moves()), "03 04 23");
    edge.promote().unwrap();
    assert_eq!(edge.legal_moves().len(), 4);
    let [left, right] = ["50", "54"].map(|name| piece(&game, name));
    assert_eq!((left.kind(), left.owner()), (Kind::Cat, olli));
    assert_eq!(names(&left.legal_moves()), "40 41");
    assert_eq!(right.legal_moves().len(), 2);
    right.promote().unwrap();
    assert_eq!(right.legal_moves().len(), 2);
    assert_eq!(right.kind(), Kind::Cat);
}

#[test]
fn giraffe_has_the_moves_of_its_place() {
    let (game, _, olli) = game();
    let edge = Piece::giraffe(&olli, &at(&game, "44")).unwrap();
    // Down stands a cat of its own side.
    assert_eq!(names(&edge.legal_moves()), "34 43");
    let own = piece(&game, "51");
    assert_eq!(own.kind(), Kind::Giraffe);
    assert_eq!(names(&own.legal_moves()), "41");
}

#[test]
fn lion_has_the_moves_of_its_place_and_decides_the_game() {
    let (game, _, olli) = game();
    let extra = Piece::lion(&olli, &at(&game, "30")).unwrap();
    assert_eq!(names(&extra.legal_moves()), "20 21 40 41");
    let own = piece(&game, "52");
    assert_eq!(own.kind(), Kind::Lion);
    assert_eq!(names(&own.legal_moves()), "41 42 43");
    assert!(!olli.has_won());
    piece(&game, "02").be_captured(&olli);
    assert!(olli.has_won());
}

#[test]
fn game_has_its_players_squares_and_winner() {
    let (game, mia, olli) = game();
    assert_eq!(
        (game.player(0), game.player(1)),
        (Ok(mia.clone()), Ok(olli))
    );
    assert!(matches!(game.player(3), Err(ModelError::NoSuchPlayer(3))));
    assert_eq!(game.square(1, 0).unwrap().piece(), None);
    assert_eq!(piece(&game, "02").kind(), Kind::Lion);
    assert_eq!(game.winner(), None);
    mia.win_game();
    assert_eq!(game.winner(), Some(mia));
}

/// A whole game with legal moves only, as the practical's longest test plays one: captures, a
/// promotion and its loss, drops, and the lion taken in the end.
#[test]
fn game_is_played_to_its_end_by_moves_that_do_not_ask() {
    let (game, mia, olli) = game();
    let go = |piece: &Piece, to: &str| {
        assert!(
            piece.legal_moves().contains(&at(&game, to)),
            "{piece:?} to {to}"
        );
        piece.move_to(&at(&game, to));
    };
    let chick = piece(&game, "21");
    go(&chick, "31");
    assert_eq!((mia.hand().len(), chick.is_promoted()), (1, false));
    let cat = piece(&game, "50");
    go(&cat, "41");
    let lion = piece(&game, "02");
    go(&lion, "12");
    assert_eq!(lion.legal_moves().len(), 4);
    let giraffe = piece(&game, "51");
    go(&giraffe, "50");
    go(&chick, "41");
    assert!(chick.is_promoted() && mia.hand().contains(&cat));
    assert_eq!(cat.square(), None);
    go(&piece(&game, "52"), "41");
    assert!(!chick.is_promoted());
    assert_eq!((chick.owner(), olli.hand().len()), (olli.clone(), 1));
    mia.drop_piece(&cat, &at(&game, "30")).unwrap();
    assert_eq!((mia.hand().len(), cat.owner()), (1, mia.clone()));
    let center = piece(&game, "32");
    go(&center, "22");
    assert_eq!(olli.hand().len(), 2);
    assert_eq!(game.winner(), None);
    go(&lion, "13");
    go(&center, "12");
    assert!(center.is_promoted());
    let dropped = mia.hand()[0].clone();
    mia.drop_piece(&dropped, &at(&game, "40")).unwrap();
    assert!(mia.hand().is_empty() && !dropped.is_promoted());
    go(&center, "13");
    assert_eq!(game.winner(), Some(olli.clone()));
    assert!(olli.has_won() && !mia.has_won());
}
