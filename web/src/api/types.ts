export type Side = 'first' | 'second';
export interface Point { id: string; x: number; y: number }
export interface Line { from: string; to: string }
export interface Region { kind: string; name: string; side: Side | null; points: string[] }
export interface Slot { id: string; side: Side; kind: string }
export interface Kind { id: string; name: string; text: [string, string]; glyph: [string, string]; steps: [number, number][] }
export interface Geometry {
  game: string; sides: [string, string]; size: number | null; style: 'squares' | 'net';
  cols: number; rows: number; bottom: Side; points: Point[]; lines: Line[]; regions: Region[];
  col_labels: string[]; row_labels: string[]; slots: Slot[]; legend: Kind[];
}
export interface Piece { at: string; kind: string; side: Side; height: number; note: string | null; badge: string | null }
export interface Mark { at: string; kind: string; text: string }
export interface Held { slot: string; count: number }
export interface MoveView { text: string; path: string[] }
export interface StepView { side: Side; text: string; path: string[]; caption: string; ending: string | null }
export interface View {
  position: string; turn: Side | null; winner: Side | null; status: string; last: StepView | null;
  pieces: Piece[]; marks: Mark[]; hands: Held[]; moves: MoveView[];
}
export type Boards = { one: { cols: number; rows: number } } | { square: { sizes: number[]; default: number } };
export interface GameCard { id: string; name: string; summary: string; sides: [string, string]; boards: Boards; secret: boolean; formats: string[]; geometry: Geometry; view: View }
export interface GameRules { game: string; markdown: string }
export interface PositionAsk { game: string; size?: number | null; start?: string | null; steps?: string[]; all?: boolean }
export interface Chance { move: string; step: string; weight: number; total: number }
export interface StepFault { index: number; message: string }
export interface Positions { geometry: Geometry; views: View[]; steps: StepView[]; chances: Chance[]; fault: StepFault | null }
export interface Header { name: string; value: string }
export interface ReadRecords { text: string; format?: string | null }
export interface RecordView { game: string; size: number | null; start: string; headers: Header[]; steps: string[]; comments: string[][]; ended: boolean; winner: Side | null; termination: string | null; secret: string | null; text: string }
export interface RecordsRead { records: RecordView[] }
export interface RecordAsk { game: string; size?: number | null; start?: string | null; steps?: string[]; headers?: Header[]; format?: string | null }
export interface RecordText { text: string }
export type Opponent = { kind: 'engine'; level: number } | { kind: 'friend' } | { kind: 'anyone' } | { kind: 'device' };
export type SideChoice = 'first' | 'second' | 'random';
export type TimeControl = { kind: 'none' } | { kind: 'real_time'; seconds: number; increment: number } | { kind: 'correspondence'; days: number };
export type Speed = 'bullet' | 'blitz' | 'rapid' | 'classical' | 'correspondence' | 'unlimited';
export interface CreateGame { game: string; size?: number | null; start?: string | null; opponent: Opponent; side?: SideChoice; clock?: TimeControl; rated?: boolean; public?: boolean }
export type GameState = 'waiting' | 'running' | 'ended' | 'aborted';
export type SeatKind = 'open' | 'guest' | 'account' | 'bot' | 'engine';
export interface Seat { kind: SeatKind; user: string | null; name: string; level: number | null; rating: number | null }
export type EndedBy = 'rules' | 'resignation' | 'time' | 'agreement' | 'abandonment' | 'adjudication';
export interface Outcome { winner: Side | null; by: EndedBy; text: string }
export interface GameSummary { id: string; game: string; name: string; size: number | null; start: string | null; seats: [Seat, Seat]; clock: TimeControl; speed: Speed; rated: boolean; public: boolean; state: GameState; position: string; turn: Side | null; plies: number; outcome: Outcome | null; created: number; changed: number }
export interface PlayedStep { ply: number; at: number; left: number | null; step: StepView }
export interface Clocks { left: [number, number]; running: Side | null; at: number }
export interface TakebackOffer { side: Side; plies: number }
export interface Offers { draw: Side | null; takeback: TakebackOffer | null }
export interface Presence { here: [boolean, boolean]; claim_from: [number | null, number | null]; spectators: number }
export interface Rematch { offered: Side | null; game: string | null }
export interface Reveal { secret: string; salt: string }
export interface RatingChange { before: number; after: number }
export interface GameSnapshot { summary: GameSummary; geometry: Geometry; view: View; seq: number; steps: PlayedStep[]; clocks: Clocks | null; offers: Offers; presence: Presence; rematch: Rematch; commitment: string | null; reveal: Reveal | null; ratings: [RatingChange, RatingChange] | null; yours: Side[] }
export type OfferKind = 'draw' | 'takeback';
export type GameEvent =
  | { kind: 'step'; step: PlayedStep } | { kind: 'taken_back'; side: Side; plies: number }
  | { kind: 'offered'; side: Side; offer: OfferKind } | { kind: 'declined'; side: Side; offer: OfferKind }
  | { kind: 'ended' } | { kind: 'aborted' };
export interface Update { game: string; seq: number; at: number; id: string | null; event: GameEvent; view: View | null; state: GameState; plies: number; clocks: Clocks | null; offers: Offers; outcome: Outcome | null; reveal: Reveal | null; ratings: [RatingChange, RatingChange] | null }
export type Action =
  | { kind: 'move'; text: string; ply?: number | null } | { kind: 'resign' } | { kind: 'draw' } | { kind: 'no_draw' }
  | { kind: 'takeback' } | { kind: 'no_takeback' } | { kind: 'abort' } | { kind: 'claim' } | { kind: 'claim_draw' } | { kind: 'rematch' } | { kind: 'no_rematch' };
export interface Lobby { seeks: GameSummary[]; live: GameSummary[]; people: number }
export interface GamePage { games: GameSummary[]; next: string | null }
export interface ViewsPage { from: number; views: View[] }
export interface Me { id: string; name: string; guest: boolean; now: number }
export interface Credentials { name: string; password: string }
export interface SessionInfo { id: string; created: number; used: number; agent: string; current: boolean }
export interface TokenInfo { id: string; label: string; created: number; used: number | null }
export interface TokenMade { info: TokenInfo; token: string }
export interface Rating { game: string; speed: Speed; rating: number; deviation: number; provisional: boolean; games: number }
export interface Tally { game: string; won: number; lost: number; drawn: number }
export interface Profile { id: string; name: string; created: number; online: boolean; ratings: Rating[]; tallies: Tally[] }
export interface RatingPoint { at: number; rating: number; deviation: number; game: string }
export interface RatingHistory { points: RatingPoint[] }
export interface AnalysisAsk { position: PositionAsk; lines?: number; depth?: number | null; time?: number | null }
export interface Proved { winner: Side; plies: number }
export interface AnalysisLine { chance: number; points: number; proved: Proved | null; moves: string[]; path: string[] }
export interface AnalysisNews { id: string; ply: number; depth: number; nodes: number; time: number; lines: AnalysisLine[]; done: boolean; last: boolean }
export interface ErrorBody { code: string; message: string }
export type ClientMessage =
  | { type: 'watch'; game: string; after?: number | null } | { type: 'unwatch'; game: string }
  | { type: 'act'; id: string; game: string; side?: Side | null; action: Action }
  | { type: 'lobby'; on: boolean } | { type: 'analyse'; id: string; ask: AnalysisAsk } | { type: 'stop_analysis' } | { type: 'ping'; id?: string | null };
export type ServerMessage =
  | { type: 'hello'; version: number; now: number; you: Me } | { type: 'snapshot'; snapshot: GameSnapshot } | { type: 'update'; update: Update }
  | { type: 'presence'; game: string; presence: Presence } | { type: 'rematch'; game: string; rematch: Rematch }
  | { type: 'done'; id: string; game: string; seq: number } | { type: 'refused'; id: string | null; game: string | null; error: ErrorBody }
  | { type: 'lobby'; lobby: Lobby } | { type: 'mine'; summary: GameSummary } | { type: 'analysis'; news: AnalysisNews }
  | { type: 'pong'; id: string | null; now: number } | { type: 'closing'; reason: string; retry: number };
