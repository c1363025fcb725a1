/** The services of the module with their types. */
import { CoreModule } from './module.js';
import type {
  Action,
  AnalysisRequest,
  AnalysisUpdate,
  Boards,
  ComposeDraftResponse,
  CreateGameRequest,
  Draft,
  ErrorBody,
  ErrorCode,
  GameSnapshot,
  Message,
  ParseDraftRequest,
  ParseDraftResponse,
  ParseRecordsResponse,
  PositionRequest,
  PositionResponse,
  Side,
  ViewsPage,
  WriteRecordRequest,
  WriteRecordResponse,
} from './types.js';

/** A game that the module knows. */
export interface Game {
  /** Its id in requests. */
  id: string;
  /** The boards to choose from. */
  boards: Boards;
  /** Whether its engine evaluates positions with a network, which is loaded when it first thinks. */
  network: boolean;
}

/** A game being played: how it was set up, and what was done in it. It is yours to keep. */
export interface LocalGame {
  readonly id: string;
  readonly request: CreateGameRequest;
  /** When it was set up, in milliseconds. */
  readonly created_at: number;
  /** 32 random bytes, which decide everything that the game leaves to chance. */
  readonly entropy: readonly number[];
  readonly actions: readonly LocalAction[];
}

/** Something that was done in a game, by the side to move if none is named. */
export interface LocalAction {
  readonly side: Side | null;
  readonly action: Action;
  /** When, in milliseconds. */
  readonly at: number;
}

/** A request was rejected. `key` and `args` say what was wrong; the package has texts for them. */
export class CoreError extends Error {
  override readonly name = 'CoreError';
  readonly code: ErrorCode;
  readonly key: string;
  readonly args: Message['args'];

  constructor({ code, message }: ErrorBody) {
    super(`${message.key} ${JSON.stringify(message.args ?? {})}`);
    this.code = code;
    this.key = message.key;
    this.args = message.args;
  }
}

type Answer = { ok: unknown } | { error: ErrorBody };

/** The files of the package, wherever they are read from. */
export interface Files {
  module: () => Promise<Uint8Array<ArrayBuffer>>;
  network: (game: string) => Promise<Uint8Array<ArrayBuffer>>;
}

/**
 * The rules and the engine. A request is answered on the thread that asks; an analysis keeps it busy
 * for as long as the request allows, so pages have it in a worker.
 */
export class Core {
  readonly #module: CoreModule;
  readonly #files: Files;
  readonly #networks = new Map<string, Promise<void>>();
  /** The games there are. */
  readonly games: readonly Game[];

  private constructor(module: CoreModule, files: Files) {
    this.#module = module;
    this.#files = files;
    this.games = this.#call<Game[]>('games', {});
  }

  static async load(files: Files): Promise<Core> {
    const module = await WebAssembly.compile(await files.module());
    return new Core(new CoreModule(module), files);
  }

  /** Plays steps and shows the positions: the board, the pieces, the legal moves. */
  positions(request: PositionRequest): PositionResponse {
    return this.#call('positions', request);
  }

  /** Takes a position apart, to change it piece by piece. */
  parseDraft(request: ParseDraftRequest): ParseDraftResponse {
    return this.#call('parse_draft', request);
  }

  /** Puts a position together, and says whether there is such a position. */
  composeDraft(game: string, draft: Draft): ComposeDraftResponse {
    return this.#call('compose_draft', { game, draft });
  }

  /** Reads recorded games. */
  parseRecords(text: string, format: string | null = null): ParseRecordsResponse {
    return this.#call('parse_records', { text, format });
  }

  /** Writes a game as a record. */
  writeRecord(request: WriteRecordRequest): WriteRecordResponse {
    return this.#call('write_record', request);
  }

  /** Analyses a position, or with its `all` a line; returns the last of the updates. */
  async analyse(
    request: AnalysisRequest,
    onUpdate: (update: AnalysisUpdate) => void = () => undefined,
  ): Promise<AnalysisUpdate> {
    await this.#ensureNetwork(request.position.game);
    let last: AnalysisUpdate | undefined;
    this.#call('analyse', request, (json) => {
      last = JSON.parse(json) as AnalysisUpdate;
      onUpdate(last);
    });
    if (!last) throw new Error('the analysis has reported nothing');
    return last;
  }

  /** A game as its players see it at a moment, in milliseconds. */
  game(game: LocalGame, now: number): GameSnapshot {
    return this.#call('game', { game, now });
  }

  /** The positions of a game from one ply to another. */
  views(game: LocalGame, from: number, to: number): ViewsPage {
    return this.#call('views', { game, from, to });
  }

  /** A game as a record. */
  record(game: LocalGame): string {
    return this.#call('record', { game });
  }

  /** The engine's move, at the level that the game was set up with; `null` if it is not its turn. */
  async engineMove(game: LocalGame, seed = 0): Promise<string | null> {
    await this.#ensureNetwork(game.request.game);
    return this.#call('engine_move', { game, seed });
  }

  /** Loads the network of a game's engine, once. */
  #ensureNetwork(id: string): Promise<void> {
    const known = this.#networks.get(id);
    if (known) return known;
    if (!this.games.some((game) => game.id === id && game.network)) return Promise.resolve();
    const loading = this.#files.network(id).then((bytes) => this.#module.loadNetwork(id, bytes));
    this.#networks.set(id, loading);
    loading.catch(() => this.#networks.delete(id));
    return loading;
  }

  #call<T>(
    service: string,
    request: unknown,
    onReport: (json: string) => void = () => undefined,
  ): T {
    const answer = JSON.parse(this.#module.handle(service, request, onReport)) as Answer;
    if ('error' in answer) throw new CoreError(answer.error);
    return answer.ok as T;
  }
}
