//! Finding games: lists for people.

use super::convert::{enum_name, from_json, get_enum, parse_enum, to_json};
use super::{Driver, Row, fetch_all, fetch_count, read, statements, values};
use crate::store::{
    GameFilter, GameLists, GameRequest, GameResult, GameRow, GameStatus, ListedGame, SeatRow,
    StoreError, StoreResult, UserRow,
};
use async_trait::async_trait;
use quintain_table::{Outcome, Timestamp};

#[async_trait]
impl<D: Driver> GameLists for D {
    async fn games(&self, ids: &[String]) -> StoreResult<Vec<GameRow>> {
        let (sql, ids) = (&statements::GAMES_BY_ID, to_json(&ids)?);
        read!(self, |connection| fetch_all(
            connection,
            sql,
            values![ids],
            game
        ))
    }

    async fn offers(&self, limit: u32) -> StoreResult<Vec<ListedGame>> {
        let sql = &statements::OFFERS;
        read!(self, |connection| fetch_all(
            connection,
            sql,
            values![limit],
            listed_game
        ))
    }

    async fn matching_offers(&self, request: &GameRequest, limit: u32) -> StoreResult<Vec<String>> {
        let sql = &statements::MATCHES;
        let values = values![
            &request.game,
            request.time_control.to_string(),
            request.rated,
            request.size,
            &request.start,
            &request.creator_id,
            enum_name(&request.side_choice),
            request.creator_is_program,
            limit,
        ];
        read!(self, |connection| fetch_all(
            connection,
            sql,
            values,
            |row| row.get(0)
        ))
    }

    async fn live_games(&self, limit: u32) -> StoreResult<Vec<ListedGame>> {
        let sql = &statements::LIVE_GAMES;
        read!(self, |connection| fetch_all(
            connection,
            sql,
            values![limit],
            listed_game
        ))
    }

    async fn open_games_of_user(&self, user: &str, limit: u32) -> StoreResult<Vec<GameRow>> {
        let sql = &statements::OPEN_GAMES_OF_USER;
        read!(self, |connection| fetch_all(
            connection,
            sql,
            values![user, limit],
            game
        ))
    }

    async fn finished_games_of_user(
        &self,
        user: &str,
        filter: &GameFilter,
    ) -> StoreResult<Vec<GameRow>> {
        let result = filter.result.map(|result| match result {
            GameResult::Win => "win",
            GameResult::Loss => "loss",
            GameResult::Draw => "draw",
        });
        let before = filter.before.as_ref();
        let sql = &statements::FINISHED_GAMES_OF_USER;
        let values = values![
            user,
            &filter.game,
            filter.rated,
            result,
            before.map(|(at, _)| *at),
            before.map(|(_, id)| id.as_str()),
            filter.limit,
            filter.only_public,
        ];
        read!(self, |connection| fetch_all(connection, sql, values, game))
    }

    async fn count_running_games(&self) -> StoreResult<u32> {
        let sql = &statements::COUNT;
        let count = read!(self, |connection| fetch_count(
            connection,
            sql,
            values!["games_running"]
        ))?;
        u32::try_from(count).map_err(|_| StoreError::corrupt(format_args!("{count} running games")))
    }
}

/// Reads a row of `statements::GAME` and its like.
pub(super) fn game(row: &Row) -> StoreResult<GameRow> {
    let setup: Option<String> = row.get(11)?;
    let setup = setup.map(|setup| from_json(&setup)).transpose()?;
    Ok(GameRow {
        request: request(row)?,
        setup,
        seats: [seat(row, 22)?, seat(row, 31)?],
        status: status(row)?,
        rematch_id: row.get(20)?,
        rematch_offered_by: row.get(21)?,
        events: row.get(44)?,
    })
}

fn listed_game(row: &Row) -> StoreResult<ListedGame> {
    Ok(ListedGame {
        id: row.get(0)?,
        creator_id: row.get(1)?,
        address_tag: row.get(2)?,
    })
}

fn request(row: &Row) -> StoreResult<GameRequest> {
    let time_control: String = row.get(4)?;
    Ok(GameRequest {
        id: row.get(0)?,
        game: row.get(1)?,
        size: row.get(2)?,
        start: row.get(3)?,
        position: row.get(13)?,
        time_control: time_control.parse().map_err(|_| {
            StoreError::corrupt(format_args!("{time_control:?} is not a time control"))
        })?,
        speed: get_enum(row, 5)?,
        rated: row.get(6)?,
        public: row.get(7)?,
        in_lobby: row.get(8)?,
        side_choice: get_enum(row, 9)?,
        creator_id: row.get(40)?,
        creator_is_program: row.get(41)?,
        address_tag: row.get(42)?,
        by_guest: row.get(45)?,
        created_at: row.get(10)?,
        expires_at: row.get(43)?,
    })
}

fn status(row: &Row) -> StoreResult<GameStatus> {
    let end_reason: Option<String> = row.get(17)?;
    let outcome = match end_reason {
        Some(reason) => Some(Outcome {
            winner: row.get(16)?,
            reason: parse_enum(&reason)?,
        }),
        None => None,
    };
    Ok(GameStatus {
        state: get_enum(row, 12)?,
        position: row.get(13)?,
        turn: row.get(14)?,
        plies: row.get(15)?,
        outcome,
        updated_at: row.get(18)?,
        flag_at: row.get(19)?,
    })
}

/// Reads the seat whose columns start here.
fn seat(row: &Row, first: usize) -> StoreResult<SeatRow> {
    let id: Option<String> = row.get(first)?;
    let user = match id {
        Some(id) => Some(UserRow {
            id,
            name: row.get(first + 5)?,
            deleted: row.get::<Option<Timestamp>>(first + 6)?.is_some(),
            password_hash: None,
            created_at: row.get(first + 7)?,
            is_program: row.get(first + 8)?,
        }),
        None => None,
    };
    Ok(SeatRow {
        user,
        engine_level: row.get(first + 1)?,
        is_bot: row.get(first + 2)?,
        rating_before: row.get(first + 3)?,
        rating_after: row.get(first + 4)?,
    })
}
