//! Keys and clicks, as seen on the screen.

use super::*;
use crate::screen::app::TerminalRequest;
use crate::screen::dialog::Dialog;
use std::time::{Duration, Instant};

/// Where a text is on the small screen: its first column, and its row.
fn find(app: &App<'_>, text: &str) -> (u16, u16) {
    let buf = draw(app, SMALL);
    let rows = (0..SMALL.height).map(|row| {
        let cells = (0..SMALL.width).map(|column| buf[(column, row)].symbol());
        cells.collect::<Vec<_>>()
    });
    for (row, cells) in (0..).zip(rows) {
        for column in 0..cells.len() {
            if cells[column..].concat().starts_with(text) {
                return (u16::try_from(column).expect("a column"), row);
            }
        }
    }
    panic!("no {text:?} on\n{}", shown(app, SMALL));
}

fn sees(app: &App<'_>, text: &str) -> bool {
    shown(app, SMALL).contains(text)
}

#[track_caller]
fn must_see(app: &App<'_>, text: &str) {
    assert!(sees(app, text), "no {text:?} on\n{}", shown(app, SMALL));
}

/// Waits until something is on the screen, however long the engine takes.
#[track_caller]
fn wait_for(app: &mut App<'_>, text: &str) {
    let deadline = Instant::now() + Duration::from_secs(120);
    while !sees(app, text) && Instant::now() < deadline {
        app.tick(NOW);
        std::thread::sleep(Duration::from_millis(2));
    }
    must_see(app, text);
}

const ENTER: KeyCode = KeyCode::Enter;

#[test]
fn arrows_and_enter_make_a_move() {
    let (games, dir) = (EngineRegistry::standard(), temp_dir());
    let mut app = app(&games, &dir, &two("sight"), FULL);
    press(&mut app, &[KeyCode::Right, KeyCode::Up, ENTER]);
    must_see(&app, "1 d4");
    must_see(&app, "Player 2, place a piece");
    // A flipped board is moved on as it is seen.
    press(&mut app, &[KeyCode::Char('f'), KeyCode::Right, ENTER]);
    must_see(&app, "1 d4         c4");
}

#[test]
fn a_piece_is_selected_deselected_and_moved() {
    let (games, dir) = (EngineRegistry::standard(), temp_dir());
    let mut app = app(&games, &dir, &two("incognito"), ASCII);
    // Whoever begins: Tab goes to a piece that can move, then to where it can go.
    press(&mut app, &[KeyCode::Tab, ENTER, KeyCode::Tab]);
    must_see(&app, "{");
    press(&mut app, &[KeyCode::Esc]);
    assert!(!sees(&app, "{"));
    press(&mut app, &[KeyCode::Tab, ENTER, KeyCode::Tab, ENTER]);
    assert!(!sees(&app, "none yet"));
}

#[test]
fn the_only_piece_that_can_move_is_already_selected() {
    let (games, dir) = (EngineRegistry::standard(), temp_dir());
    let mut app = app(&games, &dir, &two("knights-duel --size 4"), ASCII);
    must_see(&app, "{");
    press(&mut app, &[KeyCode::Tab, ENTER]);
    must_see(&app, "Player 2, your knight is at");
}

#[test]
fn a_click_makes_a_move_and_one_in_the_list_shows_the_position() {
    let (games, dir) = (EngineRegistry::standard(), temp_dir());
    let mut app = app(&games, &dir, &two("sight"), ASCII);
    let (column, row) = find(&app, "[--*--]");
    click(&mut app, (column + 3, row));
    must_see(&app, "1 c3");
    click(&mut app, (column + 3, row));
    must_see(&app, "Player 2 has no move with c3.");
    play(&mut app, "a1");
    let there = find(&app, "c3 ");
    click(&mut app, there);
    must_see(&app, "move 1 of 2");
    press(&mut app, &[KeyCode::Esc]);
    assert!(!sees(&app, "End: current position"));
}

#[test]
fn a_piece_in_hand_is_selected_and_dropped() {
    let (games, dir) = (EngineRegistry::standard(), temp_dir());
    let line = two("animal-chess");
    let mut app = app(&games, &dir, &line, ASCII);
    // A chick is taken in the middle.
    play(&mut app, "22-32");
    play(&mut app, "54-44");
    // The hand is below the player's name.
    let (column, row) = find(&app, "> L  Player 0");
    click(&mut app, (column + 3, row + 1));
    must_see(&app, "[H]");
    press(&mut app, &[KeyCode::Tab, ENTER]);
    must_see(&app, "Player 1");
    assert!(!sees(&app, "[H]"));
    must_see(&app, "H*");
}

#[test]
fn a_wrong_move_is_rejected_with_the_reason_and_the_turn_stays() {
    let (games, dir) = (EngineRegistry::standard(), temp_dir());
    let mut app = app(&games, &dir, &two("sight"), FULL);
    play(&mut app, "z9");
    must_see(&app, "z9");
    must_see(&app, "none yet");
    must_see(&app, "Player 1, place a piece");
}

#[test]
fn moves_are_undone_and_redone() {
    let (games, dir) = (EngineRegistry::standard(), temp_dir());
    let mut app = app(&games, &dir, &two("sight"), FULL);
    play(&mut app, "c3");
    type_text(&mut app, "u");
    must_see(&app, "none yet");
    type_text(&mut app, "r");
    must_see(&app, "1 c3");
    type_text(&mut app, "r");
    must_see(&app, "nothing to redo");
}

#[test]
fn earlier_positions_can_be_shown() {
    let (games, dir) = (EngineRegistry::standard(), temp_dir());
    let mut app = app(&games, &dir, &two("sight"), FULL);
    for mv in ["c3", "a1", "e5"] {
        play(&mut app, mv);
    }
    press(&mut app, &[KeyCode::PageUp, KeyCode::PageUp]);
    must_see(&app, "move 1 of 3");
    press(&mut app, &[KeyCode::Home]);
    must_see(&app, "move 0 of 3");
    press(&mut app, &[KeyCode::PageDown]);
    must_see(&app, "move 1 of 3");
    press(&mut app, &[KeyCode::End]);
    assert!(!sees(&app, "End: current position"));
}

#[test]
fn a_game_is_saved_and_loaded() {
    let (games, dir) = (EngineRegistry::standard(), temp_dir());
    let mut app = app(&games, &dir, &two("sight"), FULL);
    play(&mut app, "c3");
    let file = dir.path().join("game.txt").display().to_string();
    type_text(&mut app, &format!("s{file}"));
    press(&mut app, &[ENTER]);
    must_see(&app, "Saved in");
    play(&mut app, "a1");
    type_text(&mut app, &format!("l{file}"));
    press(&mut app, &[ENTER]);
    must_see(&app, "1 c3");
    assert!(!sees(&app, "a1"));
    type_text(&mut app, &format!("l{file}.none"));
    press(&mut app, &[ENTER]);
    must_see(&app, "game.txt.none");
}

#[test]
fn overwriting_another_game_is_confirmed() {
    let (games, dir) = (EngineRegistry::standard(), temp_dir());
    let mut app = app(&games, &dir, &two("sight"), FULL);
    play(&mut app, "c3");
    let other = "[Game \"sight\"]\n\n1. a1\n*\n";
    let path = dir.path().join("other.txt");
    std::fs::write(&path, other).expect("written");
    type_text(&mut app, &format!("s{}", path.display()));
    press(&mut app, &[ENTER]);
    must_see(&app, "The file holds another game. Overwrite it?");
    type_text(&mut app, "n");
    let read = || std::fs::read_to_string(&path).expect("a file");
    assert_eq!(read(), other);
    type_text(&mut app, &format!("s{}", path.display()));
    press(&mut app, &[ENTER]);
    type_text(&mut app, "y");
    must_see(&app, "Saved in");
    assert!(read().ends_with("1. c3\n*\n"));
}

#[test]
fn what_was_skipped_in_a_file_is_shown_when_it_is_loaded() {
    let (games, dir) = (EngineRegistry::standard(), temp_dir());
    let mut app = app(&games, &dir, &two("sight"), FULL);
    let path = dir.path().join("game.inco");
    std::fs::write(&path, "B c5\nN c1\nB\nhello\n").expect("written");
    type_text(&mut app, &format!("l{}", path.display()));
    press(&mut app, &[ENTER]);
    must_see(&app, "Line 4 is skipped");
}

#[test]
fn resigning_is_confirmed_and_ends_the_game() {
    let (games, dir) = (EngineRegistry::standard(), temp_dir());
    let mut app = app(&games, &dir, &two("sight"), FULL);
    play(&mut app, "c3");
    type_text(&mut app, "xn");
    must_see(&app, "Player 2, place a piece");
    type_text(&mut app, "xy");
    must_see(&app, "The game is over");
    must_see(&app, "Player 2 resigned. Player 1 wins.");
    press(&mut app, &[ENTER, ENTER]);
    must_see(&app, "The game is over; n starts a new one.");
}

#[test]
fn two_people_agree_on_a_draw() {
    let (games, dir) = (EngineRegistry::standard(), temp_dir());
    let mut app = app(&games, &dir, &two("sight"), FULL);
    type_text(&mut app, "dy");
    must_see(&app, "You have offered a draw");
    play(&mut app, "c3");
    must_see(&app, "Player 1 offers a draw.");
    type_text(&mut app, "dy");
    must_see(&app, "Draw by agreement.");
}

#[test]
fn quitting_is_confirmed_and_the_game_can_be_resumed() {
    let (games, dir) = (EngineRegistry::standard(), temp_dir());
    let mut first = app(&games, &dir, &two("sight"), FULL);
    play(&mut first, "c3");
    type_text(&mut first, "qn");
    assert!(!first.is_over());
    type_text(&mut first, "qy");
    assert!(first.is_over());
    let messages = first.final_messages().join("\n");
    assert!(messages.contains("--resume"), "{messages}");

    let mut second = app(&games, &dir, "", FULL);
    must_see(&second, "Resume: Sight, 1 move");
    let there = find(&second, "Resume");
    click(&mut second, there);
    press(&mut second, &[ENTER]);
    must_see(&second, "1 c3");
    // Once it is left for the menu, it is there again.
    type_text(&mut second, "ny");
    must_see(&second, "Resume: Sight, 1 move");
}

#[test]
fn the_secret_is_committed_to_at_the_start_and_disclosed_at_the_end() {
    let (games, dir) = (EngineRegistry::standard(), temp_dir());
    let mut app = app(&games, &dir, &two("incognito"), FULL);
    must_see(&app, "What is hidden is now fixed:");
    assert!(!sees(&app, "Salt"));
    type_text(&mut app, "xy");
    must_see(&app, "Secret: ");
    must_see(&app, "Salt: ");
    must_see(&app, "Commitment");
}

#[test]
fn the_menu_sets_up_a_game() {
    let (games, dir) = (EngineRegistry::standard(), temp_dir());
    let mut app = app(&games, &dir, "", FULL);
    // The last game of the list has sizes.
    press(&mut app, &[KeyCode::Left, KeyCode::Down, KeyCode::Right]);
    must_see(&app, "Size     ‹ 7 ›");
    press(&mut app, &[KeyCode::Down, KeyCode::Down, ENTER]);
    type_text(&mut app, "x");
    press(&mut app, &[ENTER]);
    must_see(&app, "is not a player");
    press(&mut app, &[ENTER]);
    press(&mut app, &[KeyCode::Backspace; 9]);
    type_text(&mut app, "human");
    press(&mut app, &[ENTER, KeyCode::Down, KeyCode::Right]);
    must_see(&app, "Clock    ‹ 1m+1s ›");
    press(&mut app, &[ENTER, KeyCode::Backspace]);
    type_text(&mut app, "minute");
    press(&mut app, &[ENTER]);
    must_see(&app, "is not a time control");
    press(&mut app, &[KeyCode::Down, ENTER]);
    type_text(&mut app, "nowhere");
    press(&mut app, &[ENTER]);
    must_see(&app, "Position   default");
    press(&mut app, &[KeyCode::Down, ENTER]);
    must_see(&app, "Sight 7");
    must_see(&app, "1:00");
    must_see(&app, "Player 1, place a piece");
}

#[test]
fn another_program_must_be_named() {
    let (games, dir) = (EngineRegistry::standard(), temp_dir());
    let mut app = app(&games, &dir, "", FULL);
    // The choice before a person is another program.
    press(&mut app, &[KeyCode::Down, KeyCode::Left]);
    must_see(&app, "ugi:COMMAND");
    type_text(&mut app, "no-such-program-here");
    press(&mut app, &[ENTER]);
    must_see(&app, "ugi no-such");
    press(
        &mut app,
        &[
            KeyCode::Down,
            KeyCode::Down,
            KeyCode::Down,
            KeyCode::Down,
            ENTER,
        ],
    );
    wait_for(&mut app, "program cannot play");
}

#[test]
fn the_engine_replies_and_its_search_is_shown() {
    let (games, dir) = (EngineRegistry::standard(), temp_dir());
    let line = "sight --size 3 --second engine:2 --seed 1";
    let mut app = app(&games, &dir, line, FULL);
    must_see(&app, "engine 2");
    play(&mut app, "b2");
    wait_for(&mut app, "Player 1, ");
    must_see(&app, "Last search");
    must_see(&app, "depth ");
    must_see(&app, " nodes");
    must_see(&app, " %");
    type_text(&mut app, "u");
    must_see(&app, "2 moves were taken back.");
}

#[test]
fn a_hint_is_marked_on_the_board() {
    let (games, dir) = (EngineRegistry::standard(), temp_dir());
    let mut app = app(&games, &dir, &two("sight --size 3"), ASCII);
    type_text(&mut app, "h");
    wait_for(&mut app, "The engine would play ");
    press(
        &mut app,
        &[KeyCode::Home, KeyCode::Up, KeyCode::Left, KeyCode::Left],
    );
    let text = shown(&app, SMALL);
    // Under the cursor, or marked.
    assert!(text.contains('!') || text.contains("play a3"), "{text}");
}

#[test]
fn ctrl_c_leaves_at_once() {
    let (games, dir) = (EngineRegistry::standard(), temp_dir());
    let mut app = app(&games, &dir, &two("sight"), FULL);
    let key = KeyEvent::new(KeyCode::Char('c'), KeyModifiers::CONTROL);
    app.handle(&Event::Key(key), SMALL, NOW);
    assert!(app.is_over());
}

#[test]
fn a_thinking_program_is_shown_and_can_be_made_to_move() {
    let (games, dir) = (EngineRegistry::standard(), temp_dir());
    let line = "sight --size 9 --first human --second engine:8 --clock 2h";
    let mut app = app(&games, &dir, line, FULL);
    play(&mut app, "e5");
    wait_for(&mut app, "Player 2 is thinking");
    wait_for(&mut app, " nodes");
    press(&mut app, &[ENTER]);
    must_see(&app, "It is Player 2's turn");
    type_text(&mut app, "m");
    wait_for(&mut app, "Player 1, ");
}

#[test]
fn a_person_who_plays_alone_sits_at_the_bottom() {
    let (games, dir) = (EngineRegistry::standard(), temp_dir());
    for game in games.registry().iter() {
        let info = game.info();
        let geometry = game.start(None).expect("a start").geometry();
        let labels = &geometry.row_labels;
        for side in quintain_rules::Side::BOTH {
            let line = format!("{} --{} engine", info.id, (!side).as_str());
            let app = app(&games, &dir, &line, ASCII);
            let text = shown(&app, SMALL);
            let words = text
                .lines()
                .filter_map(|line| line.split_whitespace().next());
            let top = words
                .skip(1)
                .find(|word| labels.iter().any(|label| label == word));
            let is_default = top == labels.first().map(String::as_str);
            assert_eq!(is_default, side == geometry.bottom, "{line}\n{text}");
        }
    }
}

#[test]
fn taking_back_is_offered_only_where_it_is_possible() {
    let (games, dir) = (EngineRegistry::standard(), temp_dir());
    let mut sight = app(&games, &dir, "sight --two", FULL);
    assert!(!sees(&sight, "u undo"));
    play(&mut sight, "c3");
    must_see(&sight, "u undo");
    type_text(&mut sight, "xy");
    must_see(&sight, "u: undo");
    // What was hidden is known now.
    let mut incognito = app(&games, &dir, "incognito --two", FULL);
    type_text(&mut incognito, "xy");
    must_see(&incognito, "n: new game");
    assert!(!sees(&incognito, "u: undo"));
    press(&mut incognito, &[KeyCode::Esc]);
    assert!(!sees(&incognito, "u undo"));
    // Two programs do not ask for their moves back.
    let programs = app(&games, &dir, "sight --first engine --second engine", FULL);
    assert!(!sees(&programs, "u undo"));
}

#[test]
fn ctrl_l_and_ctrl_z_are_requests_to_the_terminal() {
    let (games, dir) = (EngineRegistry::standard(), temp_dir());
    let mut app = app(&games, &dir, &two("sight"), FULL);
    for (letter, request) in [
        ('l', TerminalRequest::Redraw),
        ('z', TerminalRequest::Suspend),
    ] {
        let key = KeyEvent::new(KeyCode::Char(letter), KeyModifiers::CONTROL);
        app.handle(&Event::Key(key), SMALL, NOW);
        assert_eq!(app.take_request(), Some(request));
        assert_eq!(app.take_request(), None);
    }
}

#[test]
fn no_clock_runs_while_the_program_is_stopped() {
    let (games, dir) = (EngineRegistry::standard(), temp_dir());
    let mut app = app(&games, &dir, "sight --two --clock 5m", FULL);
    for mv in ["c3", "a1"] {
        play(&mut app, mv);
    }
    let later = NOW.plus_ms(60_000);
    app.pause(NOW, later);
    let mut buf = Buffer::empty(SMALL);
    app.render(SMALL, &mut buf, later);
    assert_eq!(text(&buf).matches("5:00").count(), 2, "{}", text(&buf));
}

#[test]
fn a_long_list_to_choose_from_follows_the_cursor() {
    let options: Vec<String> = (0..40).map(|number| format!("option {number}")).collect();
    let mut dialog = Dialog::Choose {
        title: "Which?".into(),
        options,
        cursor: 0,
        purpose: (),
    };
    for _ in 0..39 {
        dialog.handle(KeyCode::Down.into());
    }
    let mut buf = Buffer::empty(SMALL);
    dialog.draw(SMALL, &mut buf, Language::ENGLISH, ASCII);
    assert!(text(&buf).contains("> option 39"), "{}", text(&buf));
}
