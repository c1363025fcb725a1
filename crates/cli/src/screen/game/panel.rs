//! The panel beside the board: players, clocks, hands, search results and moves.

use super::GameScreen;
use super::render::Areas;
use crate::messages::decimal;
use crate::play::text::clock;
use crate::screen::board::{Marks, label, max_width};
use crate::screen::messages::{Label, News};
use crate::screen::theme::Paint;
use quintain_engine::{Mate, PvLine, Score, SearchResult};
use quintain_rules::Side;
use quintain_rules::message::join;
use quintain_rules::view::Slot;
use quintain_table::{Controller, Offer, Timestamp};
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::Style;
use ratatui::text::{Line, Span};
use ratatui::widgets::{Paragraph, Widget, Wrap};

/// The width of a hand slot in columns.
const SLOT_WIDTH: u16 = 6;

impl GameScreen<'_> {
    pub(super) fn draw_panel(
        &self,
        areas: &Areas,
        marks: &Marks,
        now: Timestamp,
        buf: &mut Buffer,
    ) {
        for side in Side::BOTH {
            self.draw_player(areas.players[side.index()], side, now, buf);
            self.draw_hand(areas, side, marks, buf);
        }
        self.draw_bar(areas.bar, buf);
        self.draw_thinking(areas.thinking, buf);
        self.draw_status(areas.status, buf);
        self.draw_moves(areas.moves, buf);
    }

    fn draw_player(&self, area: Rect, side: Side, now: Timestamp, buf: &mut Buffer) {
        let theme = self.theme;
        let table = self.session.table();
        let to_move = self.view.turn == Some(side);
        let sign = if to_move { theme.pick("▶", ">") } else { " " };
        let sample = label(self.geometry.legend.first(), side, 1, theme);
        let name = self.say(&table.info().side_name(side));
        let seat = &table.setup().seats[side.index()];
        let who = match &seat.controller {
            Controller::Human => seat.name.clone().unwrap_or_default(),
            Controller::Engine { level } => self.say(&Label::Engine {
                level: level.number(),
            }),
            Controller::Ugi { command } => command.clone(),
        };
        let won = table
            .outcome()
            .is_some_and(|outcome| outcome.winner == Some(side));
        let style = if to_move || won {
            theme.strong()
        } else {
            Style::new()
        };
        let wins = if won {
            format!(" {}", self.say(&Label::Wins))
        } else {
            String::new()
        };
        let line = vec![
            Span::styled(sign, theme.warning()),
            Span::styled(format!(" {sample} "), theme.on(Paint::Piece(side))),
            Span::styled(format!(" {name} "), style),
            Span::styled(who, theme.weak()),
            Span::styled(wins, theme.warning()),
        ];
        Line::from(line).render(area, buf);
        if let Some(clocks) = table.clocks() {
            let running = clocks.running() == Some(side);
            let time = clock(clocks.remaining_ms(side, now));
            let style = if running {
                theme.highlighted()
            } else {
                theme.strong()
            };
            let width = max_width([&time]) + 2;
            let place = Rect {
                x: area.right().saturating_sub(width),
                width,
                height: 1,
                ..area
            };
            Line::styled(format!(" {time} "), style).render(place, buf);
        }
    }

    /// The hand slots that are not empty, and where they are.
    fn slots(&self, areas: &Areas, side: Side) -> Vec<(&Slot, u8, Rect)> {
        let area = areas.players[side.index()];
        let slots = self.geometry.slots.iter().filter(|slot| slot.side == side);
        let held = slots.filter_map(|slot| {
            let held = self.view.hands.iter().find(|held| held.slot == slot.id)?;
            Some((slot, held.count))
        });
        let place =
            |column: u16| Rect::new(area.x + 2 + SLOT_WIDTH * column, area.y + 1, SLOT_WIDTH, 1);
        let placed = held
            .zip(0..)
            .map(|((slot, count), column)| (slot, count, place(column)));
        placed
            .filter(|placed| placed.2.right() <= area.right())
            .collect()
    }

    /// The slot at a place on the screen.
    pub(super) fn slot_at(&self, areas: &Areas, x: u16, y: u16) -> Option<String> {
        let slots = Side::BOTH
            .into_iter()
            .flat_map(|side| self.slots(areas, side));
        let mut here = slots.filter(|slot| slot.2.contains((x, y).into()));
        Some(here.next()?.0.id.clone())
    }

    fn draw_hand(&self, areas: &Areas, side: Side, marks: &Marks, buf: &mut Buffer) {
        let theme = self.theme;
        let mut slots = self.geometry.slots.iter().filter(|slot| slot.side == side);
        if slots.next().is_none() {
            return;
        }
        let held = self.slots(areas, side);
        if held.is_empty() {
            let area = areas.players[side.index()];
            buf.set_string(
                area.x + 2,
                area.y + 1,
                self.say(&Label::EmptyHand),
                theme.weak(),
            );
        }
        for (slot, count, place) in held {
            let is = |names: &[String]| names.contains(&slot.id);
            let (brackets, paint) = if marks.cursor.as_ref() == Some(&slot.id) {
                (["[", "]"], Paint::Cursor)
            } else if is(&marks.selected) {
                (["{", "}"], Paint::Selected)
            } else if is(&marks.hint) {
                (["!", "!"], Paint::Hint)
            } else if is(&marks.targets) {
                (["(", ")"], Paint::Piece(side))
            } else {
                ([" ", " "], Paint::Piece(side))
            };
            let piece = label(self.geometry.kind(slot.kind), side, 1, theme);
            let many = if count > 1 { theme.pick("×", "x") } else { "" };
            let many = if count > 1 {
                format!("{many}{count}")
            } else {
                String::new()
            };
            let text = format!("{}{piece}{many}{}", brackets[0], brackets[1]);
            buf.set_string(place.x, place.y, text, theme.on(paint));
        }
    }

    /// The win probabilities by the latest search.
    fn draw_bar(&self, area: Rect, buf: &mut Buffer) {
        let theme = self.theme;
        let Some(probability) = self.win_probability() else {
            buf.set_string(area.x, area.y, self.say(&Label::AnalysisKey), theme.weak());
            return;
        };
        let parts = [probability, 1.0 - probability].map(|part| format!("{:.0} %", 100.0 * part));
        let inner = area
            .width
            .saturating_sub(if theme.has_color() { 0 } else { 12 });
        let filled = (probability * f64::from(inner)).round() as u16;
        let right = area.right().saturating_sub(max_width([&parts[1]]) + 1);
        if theme.has_color() {
            let (first, second) = (
                Rect {
                    width: filled,
                    ..area
                },
                Rect {
                    x: area.x + filled,
                    width: inner - filled,
                    ..area
                },
            );
            buf.set_style(first, theme.on(Paint::Piece(Side::First)));
            buf.set_style(second, theme.on(Paint::Piece(Side::Second)));
        } else {
            let [full, empty] = theme.pick(["█", "░"], ["#", "."]);
            let bar = full.repeat(filled.into()) + &empty.repeat((inner - filled).into());
            buf.set_string(area.x + 6, area.y, bar, Style::new());
        }
        // Each number keeps the colors of the bar behind it.
        buf.set_string(area.x + 1, area.y, &parts[0], Style::new());
        buf.set_string(right, area.y, &parts[1], Style::new());
    }

    /// The search in progress, or the latest result.
    fn draw_thinking(&self, area: Rect, buf: &mut Buffer) {
        let theme = self.theme;
        let table = self.session.table();
        let mut row = Rect { height: 1, ..area };
        let thinking = table.turn().filter(|&side| !self.session.is_local(side));
        let part = thinking.and_then(|_| self.session.progress());
        let title = match (thinking, &self.advice) {
            (Some(side), _) => {
                let side = table.info().side_name(side);
                match part.map(|part| (100.0 * part).round() as i64) {
                    Some(percent) => Label::ThinkingPercent { side, percent },
                    None => Label::Thinking { side },
                }
            }
            (None, Some(advice)) if !advice.is_final => Label::Analysing,
            (None, Some(_)) => Label::Analysed,
            (None, None) if self.latest_result().is_some() => Label::LastSearch,
            _ => return,
        };
        let filled = (part.unwrap_or(0.0) * f64::from(area.width)).round() as u16;
        let width = usize::from(row.width);
        buf.set_stringn(row.x, row.y, self.say(&title), width, theme.accent());
        let gauge = Rect {
            width: filled,
            ..row
        };
        buf.set_style(
            gauge,
            if theme.has_color() {
                Style::new()
                    .bg(theme.bar())
                    .fg(ratatui::style::Color::White)
            } else {
                theme.highlighted()
            },
        );
        let Some((_, result)) = self.latest_result() else {
            return;
        };
        row.y += 1;
        Line::raw(self.search_stats(result)).render(row, buf);
        let rest = Rect {
            y: area.y + 2,
            height: area.height.saturating_sub(2),
            ..area
        };
        let line = |line: &PvLine| {
            let score = format!("{} ", self.score(line.score));
            Line::from(vec![
                Span::styled(score, theme.strong()),
                Span::styled(line.moves.join(" "), theme.weak()),
            ])
        };
        let lines: Vec<Line<'_>> = result.lines.iter().map(line).collect();
        Paragraph::new(lines)
            .wrap(Wrap { trim: true })
            .render(rest, buf);
    }

    /// The depth, nodes and time of a search: `depth 12, 1.3M nodes, 0.8 s`.
    fn search_stats(&self, result: &SearchResult) -> String {
        let nodes = match result.nodes {
            nodes @ 0..10_000 => nodes.to_string(),
            nodes @ 10_000..1_000_000 => format!("{}k", nodes / 1000),
            nodes => format!("{}M", decimal(nodes as f64 / 1e6, 1, self.language)),
        };
        let seconds = result.time.as_secs_f64();
        let decimals = usize::from(seconds < 10.0);
        self.say(&Label::SearchStats {
            depth: result.depth,
            nodes,
            seconds: decimal(seconds, decimals, self.language),
        })
    }

    fn score(&self, score: Score) -> String {
        match score.mate() {
            Some(Mate::Win(plies)) => self.say(&Label::WinsIn { plies }),
            Some(Mate::Loss(plies)) => self.say(&Label::LosesIn { plies }),
            None if score.is_win() => self.say(&Label::ScoreWins),
            None if score.is_loss() => self.say(&Label::ScoreLoses),
            None => score.to_string(),
        }
    }

    /// The last step, and what to do now.
    fn draw_status(&self, area: Rect, buf: &mut Buffer) {
        let inner = heading(&self.say(&Label::Now), area, self.theme, buf);
        Paragraph::new(self.status_lines())
            .wrap(Wrap { trim: true })
            .render(inner, buf);
    }

    /// The lines of the status, before they are wrapped.
    pub(super) fn status_lines(&self) -> Vec<Line<'static>> {
        let theme = self.theme;
        let table = self.session.table();
        let offer = table.offered_by(Offer::Draw).map(|side| {
            let side = table.info().side_name(side);
            Line::styled(self.say(&News::DrawOffered { side }), theme.warning())
        });
        let mut lines: Vec<Line<'static>> = offer.into_iter().collect();
        let status = join(&self.view.status, self.language);
        lines.push(Line::styled(status, theme.strong()));
        if let Some(last) = self.steps_shown().last() {
            let caption = join(&last.step.caption, self.language);
            lines.push(Line::styled(caption, theme.weak()));
        }
        lines
    }

    /// The moves in rows: one by each side.
    fn move_rows(&self) -> Vec<[Option<usize>; 2]> {
        let mut rows: Vec<[Option<usize>; 2]> = Vec::new();
        for (index, played) in self.session.table().steps().iter().enumerate() {
            let column = played.step.side.index();
            match rows.last_mut() {
                Some(row) if column == 1 && row[1].is_none() => row[1] = Some(index),
                _ => {
                    let mut row = [None; 2];
                    row[column] = Some(index);
                    rows.push(row);
                }
            }
        }
        rows
    }

    /// The visible rows of moves with their numbers: those around the current step.
    fn visible_rows(&self, height: u16) -> Vec<(usize, [Option<usize>; 2])> {
        let rows = self.move_rows();
        let shown = self.steps_shown().len().checked_sub(1);
        let at = rows
            .iter()
            .position(|row| shown.is_some() && row.contains(&shown));
        let at = at.unwrap_or(0);
        let height = usize::from(height);
        let from = (at + 1).saturating_sub(height.saturating_sub(1).max(1));
        let from = from.min(rows.len().saturating_sub(height));
        (1..).zip(rows).skip(from).take(height).collect()
    }

    /// Where the steps of a row are drawn: the first column and the width of each.
    fn columns(inner: Rect) -> [(u16, u16); 2] {
        let width = inner.width.saturating_sub(4) / 2;
        [(inner.x + 4, width), (inner.x + 4 + width, width)]
    }

    /// The ply after the step at a place on the screen.
    pub(super) fn step_at(&self, area: Rect, x: u16, y: u16) -> Option<usize> {
        let inner = below_heading(self.areas(area).moves);
        if !inner.contains((x, y).into()) {
            return None;
        }
        let rows = self.visible_rows(inner.height);
        let (_, row) = rows.get(usize::from(y - inner.y))?;
        let [_, second] = Self::columns(inner);
        Some(row[usize::from(x >= second.0)]? + 1)
    }

    fn draw_moves(&self, area: Rect, buf: &mut Buffer) {
        if area.height < 2 {
            return;
        }
        let theme = self.theme;
        let inner = heading(&self.say(&Label::Moves), area, theme, buf);
        let steps = self.session.table().steps();
        let current = self.steps_shown().len().checked_sub(1);
        if steps.is_empty() {
            buf.set_string(inner.x, inner.y, self.say(&Label::NoMoves), theme.weak());
        }
        for (y, (number, row)) in (inner.y..).zip(self.visible_rows(inner.height)) {
            buf.set_string(inner.x, y, format!("{number:>3}"), theme.weak());
            for ((x, width), index) in Self::columns(inner).into_iter().zip(row) {
                let text = index.and_then(|index| steps.get(index));
                let text = text.map_or("", |played| &played.step.text);
                let is_current = index.is_some() && index == current;
                let style = if is_current {
                    theme.highlighted()
                } else {
                    Style::new()
                };
                buf.set_stringn(x, y, text, usize::from(width.saturating_sub(1)), style);
            }
        }
    }
}

fn below_heading(area: Rect) -> Rect {
    Rect {
        y: area.y + 1,
        height: area.height.saturating_sub(1),
        ..area
    }
}

/// Draws a heading with a line; returns the area below it.
fn heading(title: &str, area: Rect, theme: crate::screen::theme::Theme, buf: &mut Buffer) -> Rect {
    let line = theme.pick("─", "-").repeat(area.width.into());
    buf.set_string(area.x, area.y, line, theme.weak());
    buf.set_string(area.x + 1, area.y, format!(" {title} "), theme.accent());
    below_heading(area)
}
