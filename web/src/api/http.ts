/** HTTP requests to the server. Every failure is an `ApiError` that people can read. */
import { sentence, texts, type LazyText } from '../texts';
import { translationSettled } from '../texts/language.svelte';
import type {
  CreateGameRequest,
  Credentials,
  Draft,
  ParseDraftResponse,
  ComposeDraftResponse,
  ConditionalMoves,
  ErrorBody,
  CatalogueEntry,
  GamePage,
  GameLessons,
  GameRules,
  GameSnapshot,
  GameSummary,
  Me,
  PositionRequest,
  PositionResponse,
  PremovesResponse,
  PushKey,
  PushSubscription as PushSubscriptionRequest,
  Profile,
  RatingHistory,
  ParseDraftRequest,
  WriteRecordRequest,
  ParseRecordsResponse,
  WriteRecordResponse,
  ServerInfo,
  SessionInfo,
  Speed,
  TokenInfo,
  CreatedToken,
  ViewsPage,
} from './types';

/** A failed request. */
export class ApiError extends Error {
  override readonly name = 'ApiError';
  /** The server's error code, or `network` if the server cannot be reached. */
  readonly code: string;
  /** What went wrong, for people. */
  readonly describe: LazyText;

  constructor(code: string, describe: LazyText) {
    super(code);
    this.code = code;
    this.describe = describe;
  }
}

/** The error that the server answered with. */
export function serverError({ code, message }: ErrorBody): ApiError {
  return new ApiError(code, () => sentence(message));
}

/** Describes anything that was thrown. */
export function describeError(error: unknown): LazyText {
  if (error instanceof ApiError) return error.describe;
  console.error(error);
  return () => texts().errors.unexpected;
}

function isErrorBody(body: unknown): body is ErrorBody {
  return typeof body === 'object' && body !== null && 'code' in body && 'message' in body;
}

async function request(
  method: string,
  path: string,
  body?: unknown,
  signal: AbortSignal | null = null,
): Promise<Response> {
  const init: RequestInit = { method, credentials: 'same-origin', signal };
  if (body !== undefined) {
    init.body = JSON.stringify(body);
    init.headers = { 'content-type': 'application/json' };
  }
  let response: Response;
  try {
    response = await fetch(path, init);
  } catch {
    throw new ApiError('network', () => texts().errors.network);
  }
  if (response.ok) return response;
  const error: unknown = await response.json().catch(() => null);
  if (isErrorBody(error)) throw serverError(error);
  throw new ApiError('internal', () => texts().errors.status(response.status));
}

async function json<T>(method: string, path: string, body?: unknown): Promise<T> {
  const response = await request(method, path, body);
  const found = (await response.json()) as T;
  await translationSettled();
  return found;
}

let greeting: Promise<Me> | undefined;

/**
 * Asks the server who we are, which gives a new browser its cookie. Requests that depend on the
 * user wait for this: several at once without a cookie would each become a separate guest.
 */
export function ensureSession(again = false): Promise<Me> {
  if (again) greeting = undefined;
  greeting ??= fetchMe().catch((error: unknown) => {
    greeting = undefined;
    throw error;
  });
  return greeting;
}

async function fetchMe(): Promise<Me> {
  try {
    return await json<Me>('GET', '/api/me');
  } catch (error) {
    // An expired cookie is removed by this very response; without it we are a guest.
    if (error instanceof ApiError && error.code === 'unauthorized')
      return json<Me>('GET', '/api/me');
    throw error;
  }
}

/** Like `json`, for requests that depend on the user. */
async function userJson<T>(method: string, path: string, body?: unknown): Promise<T> {
  await ensureSession();
  return json<T>(method, path, body);
}

/** Like `userJson`, for responses without a body. */
async function userRequest(method: string, path: string, body?: unknown): Promise<void> {
  await ensureSession();
  await request(method, path, body);
}

/** Sends a request whose answer comes line by line, and takes each line as it comes. */
export async function streamLines(
  path: string,
  body: unknown,
  signal: AbortSignal,
  onLine: (line: string) => void,
): Promise<void> {
  await ensureSession();
  const response = await request('POST', path, body, signal);
  let rest = '';
  const lines = new WritableStream<string>({
    write(text) {
      const found = (rest + text).split('\n');
      rest = found.pop() ?? '';
      for (const line of found) if (line !== '') onLine(line);
    },
  });
  await response.body?.pipeThrough(new TextDecoderStream()).pipeTo(lines);
}

/** Encodes a path segment. */
const seg = encodeURIComponent;

let catalogue: Promise<CatalogueEntry[]> | undefined;

export const api = {
  server: () => json<ServerInfo>('GET', '/api/server'),
  /** All games; fetched once. */
  catalogue(): Promise<CatalogueEntry[]> {
    catalogue ??= json<CatalogueEntry[]>('GET', '/api/catalogue').catch((error: unknown) => {
      catalogue = undefined;
      throw error;
    });
    return catalogue;
  },
  rules: (game: string, language: string) =>
    json<GameRules>('GET', `/api/catalogue/${seg(game)}/rules?lang=${seg(language)}`),
  lessons: (game: string, language: string) =>
    json<GameLessons>('GET', `/api/catalogue/${seg(game)}/lessons?lang=${seg(language)}`),
  positions: (body: PositionRequest) =>
    json<PositionResponse>('POST', '/api/rules/positions', body),
  premoves: (body: PositionRequest) => json<PremovesResponse>('POST', '/api/rules/premoves', body),
  parseDraft: (body: ParseDraftRequest) =>
    json<ParseDraftResponse>('POST', '/api/rules/drafts/parse', body),
  composeDraft: (game: string, draft: Draft) =>
    json<ComposeDraftResponse>('POST', '/api/rules/drafts/compose', { game, draft }),
  parseRecords: (text: string, format: string | null) =>
    json<ParseRecordsResponse>('POST', '/api/rules/records/parse', { text, format }),
  writeRecord: (body: WriteRecordRequest) =>
    json<WriteRecordResponse>('POST', '/api/rules/records/write', body),

  create: (body: CreateGameRequest) => userJson<GameSummary>('POST', '/api/games', body),
  game: (id: string) => userJson<GameSnapshot>('GET', `/api/games/${seg(id)}`),
  join: (id: string) => userJson<GameSummary>('POST', `/api/games/${seg(id)}/join`, {}),
  views: (id: string, from: number, to: number) =>
    json<ViewsPage>('GET', `/api/games/${seg(id)}/views?from=${from}&to=${to}`),

  conditionalMoves: (id: string) =>
    userJson<ConditionalMoves>('GET', `/api/games/${seg(id)}/conditional-moves`),
  setConditionalMoves: (id: string, moves: ConditionalMoves) =>
    userJson<ConditionalMoves>('POST', `/api/games/${seg(id)}/conditional-moves`, moves),

  pushKey: () => json<PushKey>('GET', '/api/push/key'),
  subscribe: (subscription: PushSubscriptionRequest) =>
    userRequest('POST', '/api/me/push', subscription),
  unsubscribe: (endpoint: string) => userRequest('POST', '/api/me/push/end', { endpoint }),

  finishedGames: (cursor: string | null) =>
    userJson<GamePage>(
      'GET',
      `/api/me/games/finished${cursor === null ? '' : `?cursor=${seg(cursor)}`}`,
    ),
  myGames: () => userJson<GameSummary[]>('GET', '/api/me/games'),
  register: (credentials: Credentials) => userJson<Me>('POST', '/api/me/register', credentials),
  login: (credentials: Credentials) => userJson<Me>('POST', '/api/me/login', credentials),
  logout: () => userRequest('POST', '/api/me/logout'),
  changePassword: (currentPassword: string, newPassword: string) =>
    userRequest('POST', '/api/me/password', {
      current_password: currentPassword,
      new_password: newPassword,
    }),
  deleteAccount: (password: string) => userRequest('POST', '/api/me/delete', { password }),
  setProgram: (program: boolean) => userJson<Me>('POST', '/api/me/program', { program }),
  sessions: () => userJson<SessionInfo[]>('GET', '/api/me/sessions'),
  endSession: (id: string) => userRequest('DELETE', `/api/me/sessions/${seg(id)}`),
  tokens: () => userJson<TokenInfo[]>('GET', '/api/me/tokens'),
  createToken: (label: string) => userJson<CreatedToken>('POST', '/api/me/tokens', { label }),
  revokeToken: (id: string) => userRequest('DELETE', `/api/me/tokens/${seg(id)}`),

  profile: (name: string) => json<Profile>('GET', `/api/users/${seg(name)}`),
  games: (name: string, filters: Record<string, string>) =>
    json<GamePage>('GET', `/api/users/${seg(name)}/games?${new URLSearchParams(filters)}`),
  ratings: (name: string, game: string, speed: Speed) =>
    json<RatingHistory>('GET', `/api/users/${seg(name)}/ratings/${seg(game)}/${seg(speed)}`),
};
