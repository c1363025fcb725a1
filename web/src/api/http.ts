/** Requests to the server. Whatever goes wrong is a `Failure` with words for people. */
import { texts } from '../texts';
import type {
  CreateGame,
  Credentials,
  Draft,
  DraftRead,
  DraftText,
  ErrorBody,
  GameCard,
  GamePage,
  GameRules,
  GameSnapshot,
  GameSummary,
  Me,
  PositionAsk,
  Positions,
  Profile,
  RatingHistory,
  ReadDraft,
  RecordAsk,
  RecordsRead,
  RecordText,
  SessionInfo,
  Speed,
  TokenInfo,
  TokenMade,
  ViewsPage,
} from './types';

/** A request that failed, in words for people. */
export class Failure extends Error {
  override readonly name = 'Failure';
  /** The server's code, or `network` if it was not reached. */
  readonly code: string;

  constructor(code: string, message: string) {
    super(message);
    this.code = code;
  }
}

/** What to tell a person about anything that was thrown. */
export function explain(error: unknown): string {
  if (error instanceof Failure) return error.message;
  console.error(error);
  return texts().errors.unexpected;
}

function isErrorBody(body: unknown): body is ErrorBody {
  return typeof body === 'object' && body !== null && 'code' in body && 'message' in body;
}

async function request(method: string, path: string, body?: unknown): Promise<Response> {
  const init: RequestInit = { method, credentials: 'same-origin' };
  if (body !== undefined) {
    init.body = JSON.stringify(body);
    init.headers = { 'content-type': 'application/json' };
  }
  let answer: Response;
  try {
    answer = await fetch(path, init);
  } catch {
    throw new Failure('network', texts().errors.network);
  }
  if (answer.ok) return answer;
  const told: unknown = await answer.json().catch(() => null);
  if (isErrorBody(told)) throw new Failure(told.code, told.message);
  throw new Failure('internal', texts().errors.status(answer.status));
}

async function json<T>(method: string, path: string, body?: unknown): Promise<T> {
  const answer = await request(method, path, body);
  return (await answer.json()) as T;
}

let introduced: Promise<Me> | undefined;

/**
 * Says hello to the server, which gives a new browser its cookie. Requests that depend on who asks
 * wait for this: several at once without a cookie would each be a guest of their own.
 */
export function introduce(again = false): Promise<Me> {
  if (again) introduced = undefined;
  introduced ??= hello().catch((error: unknown) => {
    introduced = undefined;
    throw error;
  });
  return introduced;
}

async function hello(): Promise<Me> {
  try {
    return await json<Me>('GET', '/api/me');
  } catch (error) {
    // A cookie that is no longer good was taken away with this answer; without it we are a guest.
    if (error instanceof Failure && error.code === 'unauthorized')
      return json<Me>('GET', '/api/me');
    throw error;
  }
}

/** Like `json`, and without an answer to read, for requests that depend on who asks. */
async function myJson<T>(method: string, path: string, body?: unknown): Promise<T> {
  await introduce();
  return json<T>(method, path, body);
}

async function myDone(method: string, path: string, body?: unknown): Promise<void> {
  await introduce();
  await request(method, path, body);
}

/** A path segment that somebody else has named. */
const seg = encodeURIComponent;

let cards: Promise<GameCard[]> | undefined;

export const api = {
  /** All games; asked for once. */
  catalogue(): Promise<GameCard[]> {
    cards ??= json<GameCard[]>('GET', '/api/catalogue').catch((error: unknown) => {
      cards = undefined;
      throw error;
    });
    return cards;
  },
  rules: (game: string) => json<GameRules>('GET', `/api/catalogue/${seg(game)}/rules`),
  positions: (ask: PositionAsk) => json<Positions>('POST', '/api/rules/positions', ask),
  readDraft: (ask: ReadDraft) => json<DraftRead>('POST', '/api/rules/drafts/read', ask),
  writeDraft: (game: string, draft: Draft) =>
    json<DraftText>('POST', '/api/rules/drafts/write', { game, draft }),
  readRecords: (text: string, format: string | null) =>
    json<RecordsRead>('POST', '/api/rules/records/read', { text, format }),
  writeRecord: (ask: RecordAsk) => json<RecordText>('POST', '/api/rules/records/write', ask),

  create: (ask: CreateGame) => myJson<GameSummary>('POST', '/api/games', ask),
  game: (id: string) => myJson<GameSnapshot>('GET', `/api/games/${seg(id)}`),
  join: (id: string) => myJson<GameSummary>('POST', `/api/games/${seg(id)}/join`, {}),
  views: (id: string, from: number, to: number) =>
    json<ViewsPage>('GET', `/api/games/${seg(id)}/views?from=${from}&to=${to}`),

  myGames: () => myJson<GameSummary[]>('GET', '/api/me/games'),
  register: (who: Credentials) => myJson<Me>('POST', '/api/me/register', who),
  login: (who: Credentials) => myJson<Me>('POST', '/api/me/login', who),
  logout: () => myDone('POST', '/api/me/logout'),
  changePassword: (old: string, fresh: string) =>
    myDone('POST', '/api/me/password', { old, new: fresh }),
  deleteAccount: (password: string) => myDone('POST', '/api/me/delete', { password }),
  sessions: () => myJson<SessionInfo[]>('GET', '/api/me/sessions'),
  endSession: (id: string) => myDone('DELETE', `/api/me/sessions/${seg(id)}`),
  tokens: () => myJson<TokenInfo[]>('GET', '/api/me/tokens'),
  makeToken: (label: string) => myJson<TokenMade>('POST', '/api/me/tokens', { label }),
  endToken: (id: string) => myDone('DELETE', `/api/me/tokens/${seg(id)}`),

  profile: (name: string) => json<Profile>('GET', `/api/users/${seg(name)}`),
  games: (name: string, filters: Record<string, string>) =>
    json<GamePage>('GET', `/api/users/${seg(name)}/games?${new URLSearchParams(filters)}`),
  ratings: (name: string, game: string, speed: Speed) =>
    json<RatingHistory>('GET', `/api/users/${seg(name)}/ratings/${seg(game)}/${seg(speed)}`),
};
