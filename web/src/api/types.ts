// Made by tools/types.mjs from the server's OpenAPI document. Do not edit.

/** An action in a game, over HTTP. */
export interface Act {
  /** What to do. */
  action: Action;
  /** Your name for this request. Sending it again does nothing twice. */
  id?: string | null;
  side?: Side | null;
}

/** What a player can do. */
export type Action = {
  kind: 'move';
  /** How many steps were on the board when you decided; refused as stale if that changed. */
  ply?: number | null;
  /** The move, in any accepted form. */
  text: string;
} | {
  kind: 'resign';
} | {
  kind: 'draw';
} | {
  kind: 'no_draw';
} | {
  kind: 'takeback';
} | {
  kind: 'no_takeback';
} | {
  kind: 'abort';
} | {
  kind: 'claim';
} | {
  kind: 'claim_draw';
} | {
  kind: 'rematch';
} | {
  kind: 'no_rematch';
};

/** Asks for analysis. */
export interface AnalysisAsk {
  /** How many plies deep at most. */
  depth?: number | null;
  /** How many best moves are told. */
  lines?: number;
  /** The position. With its `all`, every position on the way is looked at, the last first. */
  position: PositionAsk;
  /** How many milliseconds for each position: 5000, or 500 for a whole game, if left out. */
  time?: number | null;
}

/** One of the best moves and what is expected after it. */
export interface AnalysisLine {
  /** The first side's chance to win, from 0 to 1, whoever is to move. */
  chance: number;
  /** The move and what follows. */
  moves: string[];
  /** The points and slots of the first move, to draw it. */
  path: string[];
  /** The engine's points for the first side; not for reading when the end is proved. */
  points: number;
  proved: Proved | null;
}

/** What was found so far about one position. */
export interface AnalysisNews {
  /** How many plies deep the engine looked. */
  depth: number;
  /** Whether this position is done. */
  done: boolean;
  /** The id that the client gave to the analysis; empty over HTTP. */
  id: string;
  /** Whether the whole analysis is done; nothing follows. */
  last: boolean;
  /** The best moves, the best first; none if the game is over there. */
  lines: AnalysisLine[];
  /** How many positions it looked at. */
  nodes: number;
  /** Which position: how many steps after the start. */
  ply: number;
  /** How long it took, in milliseconds. */
  time: number;
}

/** How a board is drawn. */
export type BoardStyle = 'squares' | 'net';

/** The boards a game can be played on. */
export type Boards = {
  /** One board; there is no size to choose. */
  one: {
    /** Columns. */
    cols: number;
    /** Rows. */
    rows: number;
  };
} | {
  /** Square boards of several sizes. */
  square: {
    /** The usual one. */
    default: number;
    /** All sizes, smallest first. */
    sizes: number[];
  };
};

/** What can happen by a move, with probability `weight / total`. */
export interface Chance {
  /** The move's text, as in the view's moves. */
  move: string;
  /** The text of the step that it becomes. */
  step: string;
  /** The sum of the weights of the move's steps. */
  total: number;
  /** Its weight. */
  weight: number;
}

/** A new password. */
export interface ChangePassword {
  /** The new one: 8 to 200 characters. */
  new: string;
  /** The password so far. */
  old: string;
}

/** What a client says. */
export type ClientMessage = {
  /** The `seq` up to which everything is known already. */
  after?: number | null;
  /** The game's id. */
  game: string;
  type: 'watch';
} | {
  /** The game's id. */
  game: string;
  type: 'unwatch';
} | {
  /** What to do. */
  action: Action;
  /** The game's id. */
  game: string;
  /** Your name for this request. Sending it again does nothing twice. */
  id: string;
  side?: Side | null;
  type: 'act';
} | {
  /** Whether to follow it. */
  on: boolean;
  type: 'lobby';
} | {
  /** What to look at. */
  ask: AnalysisAsk;
  /** Your name for it. */
  id: string;
  type: 'analyse';
} | {
  type: 'stop_analysis';
} | {
  /** Comes back in the `pong`. */
  id?: string | null;
  type: 'ping';
};

/** The clocks at a point in time. A client counts the running one down from there. */
export interface Clocks {
  /** The server's time for which this is true. */
  at: number;
  /** Milliseconds left, the first side's first. */
  left: [number, number];
  running: Side | null;
}

/** Asks for a new game. */
export interface CreateGame {
  /** The clock. */
  clock?: TimeControl;
  /** The game's id, as the catalogue lists it. */
  game: string;
  /** Who plays on the other side. */
  opponent: Opponent;
  /** Whether others find it in the lists of games to watch; with the link anyone can watch. */
  public?: boolean;
  /** Whether it counts for the ratings: two accounts, a clock and the usual start. */
  rated?: boolean;
  /** Which side you take. */
  side?: SideChoice;
  /** The board's size, for games that have several; the usual one if left out. */
  size?: number | null;
  /** The position to start from; the usual one if left out. */
  start?: string | null;
}

/** A name and a password. */
export interface Credentials {
  /** 2 to 20 letters, digits, `-` and `_`, beginning with a letter. */
  name: string;
  /** 8 to 200 characters. */
  password: string;
}

/** Deletes the account. Its games stay, without the name. */
export interface DeleteAccount {
  /** The password, once more. */
  password: string;
}

/** What can end a game. */
export type EndedBy = 'rules' | 'resignation' | 'time' | 'agreement' | 'abandonment' | 'adjudication';

/** Something was refused or went wrong. */
export interface ErrorBody {
  /** What kind of error, for programs. */
  code: ErrorCode;
  /** What was wrong, for people. */
  message: string;
}

/** Kinds of errors. */
export type ErrorCode = 'invalid' | 'illegal' | 'unauthorized' | 'forbidden' | 'origin' | 'not_found' | 'conflict' | 'stale' | 'too_large' | 'too_many' | 'unavailable' | 'internal';

/** A game in the catalogue. */
export interface GameCard {
  /** The boards there are. */
  boards: Boards;
  /** File formats beside `record`. */
  formats: string[];
  /** The board in its usual size, to draw a picture. */
  geometry: Geometry;
  /** The id in addresses and requests. */
  id: string;
  /** The name for people. */
  name: string;
  /** Whether something is hidden from both players, with a commitment at the start. */
  secret: boolean;
  /** What the game calls its two sides, the first to move first. */
  sides: [string, string];
  /** The game in a sentence. */
  summary: string;
  /** The usual start position. */
  view: View;
}

/** What can happen in a game. */
export type GameEvent = {
  kind: 'step';
  /** The step. */
  step: PlayedStep;
} | {
  kind: 'taken_back';
  /** How many. */
  plies: number;
  /** Who had asked. */
  side: Side;
} | {
  kind: 'offered';
  /** What. */
  offer: OfferKind;
  /** Who offers. */
  side: Side;
} | {
  kind: 'declined';
  /** To what. */
  offer: OfferKind;
  /** Who said no. */
  side: Side;
} | {
  kind: 'ended';
} | {
  kind: 'aborted';
} | {
  kind: 'paused';
};

/** Some of many games. */
export interface GamePage {
  /** The games, the latest first. */
  games: GameSummary[];
  /** What to give as `before` for more; nothing at the end. */
  next: string | null;
}

/** The rules page of a game. */
export interface GameRules {
  /** The game's id. */
  game: string;
  /** The page, as Markdown. */
  markdown: string;
}

/** All there is to know about a game now. It replaces whatever a client knew before. */
export interface GameSnapshot {
  clocks: Clocks | null;
  /** The hash that binds the server to what is hidden: lowercase hex. */
  commitment: string | null;
  /** The board; it does not change during the game. */
  geometry: Geometry;
  /** What is offered and not yet answered. */
  offers: Offers;
  /** Who is there. */
  presence: Presence;
  /** What the game did to the ratings, once it is over and was rated. */
  ratings: [RatingChange, RatingChange] | null;
  /** The game after this one. */
  rematch: Rematch;
  reveal: Reveal | null;
  /** The number of the last thing that happened: give it as `after` to go on from here. */
  seq: number;
  /** The steps played, without those taken back. */
  steps: PlayedStep[];
  /** The game as in a list. */
  summary: GameSummary;
  /** The position now, with the last step and the legal moves. */
  view: View;
  /** The sides you play: none for spectators, both at one device. */
  yours: Side[];
}

/** How far a game is. */
export type GameState = 'waiting' | 'running' | 'ended' | 'aborted';

/** A game in a list. */
export interface GameSummary {
  /** When the last thing happened in it. */
  changed: number;
  /** The clock. */
  clock: TimeControl;
  /** When it was asked for. */
  created: number;
  /** Which game is played: its id in the catalogue. */
  game: string;
  /** The id in addresses. */
  id: string;
  /** Its name for people. */
  name: string;
  outcome: Outcome | null;
  /** How many steps were played. */
  plies: number;
  /** The position now. */
  position: string;
  /** Whether it is listed for others to watch. */
  public: boolean;
  /** Whether it counts for the ratings. */
  rated: boolean;
  /** The players, the first side first. */
  seats: [Seat, Seat];
  /** The board's size, for games that have several. */
  size: number | null;
  /** The class of the clock. */
  speed: Speed;
  /** The position it started from, if that is not the usual one. */
  start: string | null;
  /** How far it is. */
  state: GameState;
  turn: Side | null;
}

/** A board: what does not change during a game. */
export interface Geometry {
  /** Who sits at the bottom of the drawing, and so plays up; the other one plays down. */
  bottom: Side;
  /** Labels of the columns, from the left. */
  col_labels: string[];
  /** Columns of the drawing. */
  cols: number;
  /** The game's id. */
  game: string;
  /** The kinds of pieces there are. */
  legend: Kind[];
  /** Lines to draw between points. */
  lines: Line[];
  /** The places where pieces can stand. */
  points: Point[];
  /** Groups of points with a meaning, such as castles. */
  regions: Region[];
  /** Labels of the rows, from the top. */
  row_labels: string[];
  /** Rows of the drawing. */
  rows: number;
  /** What the game calls its sides, the first to move first. */
  sides: [string, string];
  /** The board's size, for games that have several. */
  size: number | null;
  /** The places of the players' hands. */
  slots: Slot[];
  /** How the board is drawn. */
  style: BoardStyle;
}

/** A header of a record. */
export interface Header {
  /** A capital letter, then letters and digits. */
  name: string;
  /** Any text. */
  value: string;
}

/** Pieces in hand. */
export interface Held {
  /** How many. */
  count: number;
  /** The slot. */
  slot: string;
}

/** A kind of piece and how to draw it in text. */
export interface Kind {
  /** One Unicode character, for the first and the second side. */
  glyph: [string, string];
  /** The name used in pieces, for pictures: `general`. */
  id: string;
  /** The name for people: `promoted chick`. */
  name: string;
  /** The directions the piece steps in, as seen by its owner: `(right, forward)`. */
  steps: [number, number][];
  /** In plain ASCII, for the first and the second side. */
  text: [string, string];
}

/** A line between two points. */
export interface Line {
  /** One end. */
  from: string;
  /** The other end. */
  to: string;
}

/** What can be joined and watched. */
export interface Lobby {
  /** Games to watch, the latest move first. */
  live: GameSummary[];
  /** How many people are connected. */
  people: number;
  /** Games that wait for anyone, the newest first. */
  seeks: GameSummary[];
}

/** A mark on a point. */
export interface Mark {
  /** The point. */
  at: string;
  /** What is marked: `removed`. */
  kind: string;
  /** In plain ASCII. */
  text: string;
}

/** Who you are. */
export interface Me {
  /** Whether you have no account. */
  guest: boolean;
  /** Your id, as in the seats of games. */
  id: string;
  /** Your name: of the account, or a guest's. */
  name: string;
  /** When this was true, by the server's clock. */
  now: number;
}

/** A legal move as a person makes it. */
export interface MoveView {
  /** The points and slots to tap, in order. */
  path: string[];
  /** The move as sentences say it: `(5, 6)`. */
  spoken: string;
  /** The move's text. */
  text: string;
}

/** Asks for a token for a program. */
export interface NewToken {
  /** What it is for: 1 to 60 characters. */
  label: string;
}

/** What can be offered. */
export type OfferKind = 'draw' | 'takeback';

/** What is offered and not yet answered. */
export interface Offers {
  draw: Side | null;
  takeback: TakebackOffer | null;
}

/** Who plays on the other side. */
export type Opponent = {
  kind: 'engine';
  /** From 1, for beginners, to 8, all it can. */
  level: number;
} | {
  kind: 'friend';
} | {
  kind: 'anyone';
} | {
  kind: 'device';
};

/** How a game ended. */
export interface Outcome {
  /** What ended it. */
  by: EndedBy;
  /** The same in words: whole sentences. */
  text: string;
  winner: Side | null;
}

/** A piece or stack on the board. */
export interface Piece {
  /** The point it stands on. */
  at: string;
  /** The heart of the note in a few characters, to draw beside the piece: `1/5`. */
  badge: string | null;
  /** How many high it is stacked; 1 for a single piece. */
  height: number;
  /** Its kind, one of the legend's. */
  kind: string;
  /** What else is known of it, in plain words. */
  note: string | null;
  /** Whose it is. */
  side: Side;
}

/** A step that was played. */
export interface PlayedStep {
  /** When. */
  at: number;
  /** What the mover's clock showed after it, in milliseconds. */
  left: number | null;
  /** The position it led to: 1 after the first step. */
  ply: number;
  /** The step itself. */
  step: StepView;
}

/** A place on the board. */
export interface Point {
  /** The name used in paths and pieces. */
  id: string;
  /** Column, 0 at the left. */
  x: number;
  /** Row, 0 at the top. */
  y: number;
}

/** A position: a start and steps from there. */
export interface PositionAsk {
  /** Whether every position on the way is wanted, not only the last. */
  all?: boolean;
  /** The game's id. */
  game: string;
  /** The board's size, for games that have several; the usual one if left out. */
  size?: number | null;
  /** The position to start from; the usual one if left out. */
  start?: string | null;
  /** The steps, with what they revealed. */
  steps?: string[];
}

/** Positions to draw. */
export interface Positions {
  /** For moves of the last position by which chance has a say: what can happen. */
  chances: Chance[];
  fault: StepFault | null;
  /** The board. */
  geometry: Geometry;
  /** The steps that were played. */
  steps: StepView[];
  /** The last position with its legal moves; with `all`, first every one before it, without. */
  views: View[];
}

/** Who is there. */
export interface Presence {
  /** From when on the other side may claim the game because this one's player has left. */
  claim_from: [number | null, number | null];
  /** Whether each side's player has the game open, the first side first; engines always have. */
  here: [boolean, boolean];
  /** How many others watch. */
  spectators: number;
}

/** A player's page. */
export interface Profile {
  /** When the account was made. */
  created: number;
  /** The player's id. */
  id: string;
  /** The name. */
  name: string;
  /** Whether the player is connected now. */
  online: boolean;
  /** The ratings, one for each game and speed that was played. */
  ratings: Rating[];
  /** Finished games, one entry for each game that was played. */
  tallies: Tally[];
}

/** A proved end. */
export interface Proved {
  /** After how many plies. */
  plies: number;
  /** Who wins. */
  winner: Side;
}

/** How strong a player is, by Glicko-2. */
export interface Rating {
  /** How unsure it is: with 95 % the truth is within twice this. */
  deviation: number;
  /** The game's id. */
  game: string;
  /** How many rated games. */
  games: number;
  /** Whether it is still too unsure to say much. */
  provisional: boolean;
  /** The rating; 1500 is the start. */
  rating: number;
  /** The class of the clock. */
  speed: Speed;
}

/** What a game did to a player's rating. */
export interface RatingChange {
  /** The rating after, rounded. */
  after: number;
  /** The rating before, rounded. */
  before: number;
}

/** How a rating changed over time. */
export interface RatingHistory {
  /** After each rated game, the oldest first. */
  points: RatingPoint[];
}

/** A rating after a game. */
export interface RatingPoint {
  /** When. */
  at: number;
  /** How unsure. */
  deviation: number;
  /** After which game. */
  game: string;
  /** The rating. */
  rating: number;
}

/** Asks to read records. */
export interface ReadRecords {
  /** `record`, or a format of one game's own. */
  format?: string | null;
  /** The text of one or more records. */
  text: string;
}

/** Asks to write a record of steps. */
export interface RecordAsk {
  /** `record`, or a format of the game's own. */
  format?: string | null;
  /** The game's id. */
  game: string;
  /** Headers of your own. */
  headers?: Header[];
  /** The board's size, for games that have several; the usual one if left out. */
  size?: number | null;
  /** The position to start from; the usual one if left out. */
  start?: string | null;
  /** The steps, with what they revealed. */
  steps?: string[];
}

/** A record as text. */
export interface RecordText {
  /** The text. */
  text: string;
}

/** A whole game. */
export interface RecordView {
  /** Comments: before the first step, then after each step. */
  comments: string[][];
  /** Whether the game has ended. */
  ended: boolean;
  /** The game's id. */
  game: string;
  /** The free headers, in order. */
  headers: Header[];
  /** What was hidden, if it is told. */
  secret: string | null;
  /** The board's size, for games that have several. */
  size: number | null;
  /** The position it started from. */
  start: string;
  /** The steps. */
  steps: string[];
  /** What ended it, if not the rules. */
  termination: string | null;
  /** The record in its canonical form. */
  text: string;
  winner: Side | null;
}

/** Records that were read. */
export interface RecordsRead {
  /** One after the other, as they stood in the text. */
  records: RecordView[];
}

/** A group of points with a meaning. */
export interface Region {
  /** The kind, for styling: `castle`, `promotion`. */
  kind: string;
  /** The name for people: `White's castle`. */
  name: string;
  /** The points in it. */
  points: string[];
  side: Side | null;
}

/** The game after this one. */
export interface Rematch {
  /** Its id, once it is made. */
  game: string | null;
  offered: Side | null;
}

/** What was hidden. `commitment` is the SHA-256 of the text `salt` + `:` + `secret`. */
export interface Reveal {
  /** What was hashed with it, so that nobody could try all secrets: lowercase hex. */
  salt: string;
  /** The secret, as records write it. */
  secret: string;
}

/** A seat at a game. */
export interface Seat {
  /** Who can sit here. */
  kind: SeatKind;
  /** The engine's level. */
  level: number | null;
  /** The name to show: of an account, `Guest`, `Engine level 3`, `Open`. */
  name: string;
  /** The rating when the game began, for accounts in games with a clock. */
  rating: number | null;
  /** The player's id: that of [`Me`](super::Me). Nothing for an open seat or an engine. */
  user: string | null;
}

/** Who sits on a seat. */
export type SeatKind = 'open' | 'guest' | 'account' | 'bot' | 'engine';

/** What a server says of itself. */
export interface ServerInfo {
  /** How many games are being played. */
  games: number;
  /** The server's time. */
  now: number;
  /** How many people are connected. */
  people: number;
  /** The version of the protocol. */
  protocol: number;
  /** The version of the program. */
  version: string;
}

/** What the server says. */
export type ServerMessage = {
  /** The server's time. */
  now: number;
  type: 'hello';
  /** The version of the protocol. */
  version: number;
  /** Who you are. */
  you: Me;
} | {
  /** The game. */
  snapshot: GameSnapshot;
  type: 'snapshot';
} | {
  type: 'update';
  /** What. */
  update: Update;
} | {
  /** The game's id. */
  game: string;
  /** Who is there now. */
  presence: Presence;
  type: 'presence';
} | {
  /** The game's id. */
  game: string;
  /** How it stands. */
  rematch: Rematch;
  type: 'rematch';
} | {
  /** The game's id. */
  game: string;
  /** The id of the request. */
  id: string;
  /** The number of the last update behind it; it may come before or after this message. */
  seq: number;
  type: 'done';
} | {
  /** Why. */
  error: ErrorBody;
  /** The game it was about. */
  game: string | null;
  /** The id of the request, if it had one. */
  id: string | null;
  type: 'refused';
} | {
  /** The lobby. */
  lobby: Lobby;
  type: 'lobby';
} | {
  /** The game. */
  summary: GameSummary;
  type: 'mine';
} | {
  /** The finding. */
  news: AnalysisNews;
  type: 'analysis';
} | {
  /** What the ping said. */
  id: string | null;
  /** The server's time. */
  now: number;
  type: 'pong';
} | {
  /** Why, in words. */
  reason: string;
  /** After how many milliseconds to come back. */
  retry: number;
  type: 'closing';
};

/** A place where you are signed in. */
export interface SessionInfo {
  /** What the browser called itself. */
  agent: string;
  /** When you signed in. */
  created: number;
  /** Whether it is the one that asks. */
  current: boolean;
  /** The id, to revoke it. */
  id: string;
  /** When it was last used, to about a minute. */
  used: number;
}

/**
 * One of the two players.
 *
 * `First` is the player who moves first in that game's usual start position
 * (White, Player 1 or Player 0). The name a game gives to each side is in
 * [`GameInfo::sides`](crate::GameInfo::sides).
 */
export type Side = 'first' | 'second';

/** Which side a player takes. */
export type SideChoice = 'first' | 'second' | 'random';

/** A place in a player's hand for one kind of piece. */
export interface Slot {
  /** The name used in paths. */
  id: string;
  /** The kind of piece. */
  kind: string;
  /** Whose hand. */
  side: Side;
}

/** Classes of clocks; each has its own ratings. */
export type Speed = 'bullet' | 'blitz' | 'rapid' | 'classical' | 'correspondence' | 'unlimited';

/** A step that could not be played. */
export interface StepFault {
  /** Which one, counted from 0. */
  index: number;
  /** Why not. */
  message: string;
}

/** A step that was played. */
export interface StepView {
  /** What happened, in plain words; whole sentences. */
  caption: string;
  /** How the game ended by it, in plain words. */
  ending: string | null;
  /** The points and slots that were tapped. */
  path: string[];
  /** Who played it. */
  side: Side;
  /** The step's text. */
  text: string;
}

/** Someone asks to take back steps. */
export interface TakebackOffer {
  /** How many steps would be taken back. */
  plies: number;
  /** Who asks. */
  side: Side;
}

/** Results in one game. */
export interface Tally {
  /** Drawn. */
  drawn: number;
  /** The game's id. */
  game: string;
  /** Lost. */
  lost: number;
  /** Won. */
  won: number;
}

/** How time is kept. */
export type TimeControl = {
  kind: 'none';
} | {
  /** What each move adds, in seconds. */
  increment: number;
  kind: 'real_time';
  /** What each side starts with, in seconds. */
  seconds: number;
} | {
  /** How many. */
  days: number;
  kind: 'correspondence';
};

/** A token for a program. */
export interface TokenInfo {
  /** When it was made. */
  created: number;
  /** The id, to revoke it. */
  id: string;
  /** What it is for. */
  label: string;
  /** When it was last used, to about a minute. */
  used: number | null;
}

/** A token that was just made. */
export interface TokenMade {
  /** What is known of it. */
  info: TokenInfo;
  /** The token itself. It is shown only now: send it as `Authorization: Bearer TOKEN`. */
  token: string;
}

/** Something happened in a game: what, and everything that it changed. */
export interface Update {
  /** When it happened. */
  at: number;
  clocks: Clocks | null;
  /** What happened. */
  event: GameEvent;
  /** The game's id. */
  game: string;
  /** The id that the client gave to the action behind it. */
  id: string | null;
  /** What is offered. */
  offers: Offers;
  outcome: Outcome | null;
  /** How many steps are on the board. */
  plies: number;
  /** What the game did to the ratings. */
  ratings: [RatingChange, RatingChange] | null;
  reveal: Reveal | null;
  /** Its number; each game counts from 1 without gaps. */
  seq: number;
  /** How far the game is. */
  state: GameState;
  view: View | null;
}

/** A position: what changes with every step. */
export interface View {
  /** What is in the hands; empty slots are left out. */
  hands: Held[];
  last: StepView | null;
  /** Points with a mark, such as removed squares. */
  marks: Mark[];
  /** The legal moves, sorted by their text. */
  moves: MoveView[];
  /** The pieces on the board. */
  pieces: Piece[];
  /** The position string. */
  position: string;
  /** Whose turn it is and what to do, or how the game ended, in plain words. */
  status: string;
  turn: Side | null;
  winner: Side | null;
}

/** Past positions of a game. */
export interface ViewsPage {
  /** The ply of the first view here; 0 is the start. */
  from: number;
  /** The views, one a ply, without legal moves. */
  views: View[];
}
