/**
 * The page's one WebSocket. It reconnects by itself, subscribes again to what was subscribed to,
 * and resends what was not acknowledged; the server takes care that nothing happens twice.
 */
import { ensureSession, serverError, type ApiError } from './http';
import { Outbox, type ActMessage, type Storage } from './outbox';
import type { Action, ClientMessage, Lobby, Me, ServerMessage, Side } from './types';

/** An open socket. */
export interface Transport {
  send(text: string): void;
  close(): void;
}

export interface TransportHandlers {
  message: (data: unknown) => void;
  close: () => void;
}

/** What the connection needs from the outside: a socket, timers, a clock and a place for moves. */
export interface Environment {
  readonly storage: Storage;
  /** Calls `ready` once the server knows this browser, or `fail` if it cannot be reached. */
  prepare(ready: () => void, fail: () => void): void;
  connect(handlers: TransportHandlers): Transport;
  /** Runs something after a delay. Returns a function that cancels it. */
  schedule(ms: number, run: () => void): () => void;
  now(): number;
}

interface PendingAction {
  message: ActMessage;
  resolve: () => void;
  reject: (error: ApiError) => void;
}

/** A move that was made without the server, and was rejected when it was sent. */
export interface Conflict {
  requestId: string;
  gameId: string;
  error: ApiError;
}

type Listener = (message: ServerMessage) => void;

/** A connection without any message for this long is dead. In milliseconds, as all of these. */
const SILENCE_TIMEOUT = 45_000;
const PING_INTERVAL = 20_000;
const RETRY_DELAYS = [0, 500, 1_000, 2_000, 4_000, 8_000] as const;

export class Connection {
  /** `lost` from the moment a connection breaks until the next one is established. */
  status = $state<'idle' | 'connecting' | 'open' | 'lost'>('idle');
  me = $state.raw<Me | null>(null);
  lobby = $state.raw<Lobby | null>(null);
  /** The server's clock minus ours. */
  offset = $state(0);

  /** How many actions the server has not confirmed. */
  waiting = $state(0);
  /** What has become of moves of earlier pages that could not be played. */
  conflicts = $state.raw<readonly Conflict[]>([]);

  readonly #environment: Environment;
  readonly #outbox: Outbox;
  readonly #listeners = new Set<Listener>();
  readonly #watched = new Map<string, () => number | null>();
  readonly #pending = new Map<string, PendingAction>();
  #transport: Transport | undefined;
  #lobbyFollowers = 0;
  #retries = 0;
  /** Numbers the connections, so that late events of an earlier one are ignored. */
  #attempt = 0;
  #lastMessageAt = 0;
  /** How long the server asked us to wait when it closed the connection. */
  #retryAfterMs = 0;
  #timers: (() => void)[] = [];
  #ids = 0;
  /** A prefix that makes request ids unique, across reloads of the page too. */
  readonly #idPrefix: string;

  constructor(environment: Environment, idPrefix: string) {
    this.#environment = environment;
    this.#outbox = new Outbox(environment.storage);
    this.#idPrefix = idPrefix;
    for (const message of this.#outbox.messages) this.#restore(message);
  }

  /** Takes up a move that an earlier page has made. */
  #restore(message: ActMessage): void {
    const { request_id: requestId, game_id: gameId } = message;
    const reject = (error: ApiError): void => {
      this.conflicts = [...this.conflicts, { requestId, gameId, error }];
    };
    this.#pending.set(requestId, { message, resolve: () => undefined, reject });
    this.waiting = this.#pending.size;
  }

  /** A move in a game that waits for the server, and how many steps had been played before it. */
  waitingMove(gameId: string): { text: string; ply: number } | null {
    for (const { message } of this.#pending.values()) {
      const { action } = message;
      if (message.game_id === gameId && action.kind === 'move' && typeof action.ply === 'number')
        return { text: action.text, ply: action.ply };
    }
    return null;
  }

  /** Takes note of a conflict. */
  dismiss(conflict: Conflict): void {
    this.conflicts = this.conflicts.filter((one) => one !== conflict);
  }

  /** The server's time. */
  now(): number {
    return this.#environment.now() + this.offset;
  }

  /** Passes every message to a listener. Returns a function that unsubscribes it. */
  subscribe(listener: Listener): () => void {
    this.#listeners.add(listener);
    this.open();
    return () => this.#listeners.delete(listener);
  }

  /** Follows a game; `after` returns the number up to which everything is known. */
  watch(gameId: string, after: () => number | null): () => void {
    this.#watched.set(gameId, after);
    this.open();
    this.#send({ type: 'watch', game_id: gameId, after: after() });
    return () => {
      this.#watched.delete(gameId);
      this.#send({ type: 'unwatch', game_id: gameId });
    };
  }

  /** Asks for the whole game again. */
  refresh(gameId: string): void {
    this.#send({ type: 'watch', game_id: gameId });
  }

  followLobby(): () => void {
    this.#lobbyFollowers++;
    this.open();
    if (this.#lobbyFollowers === 1) this.#send({ type: 'watch_lobby' });
    return () => {
      this.#lobbyFollowers--;
      if (this.#lobbyFollowers === 0) this.#send({ type: 'unwatch_lobby' });
    };
  }

  /** Acts in a game. `done` settles when the action is stored or rejected, across reconnects. */
  act(
    gameId: string,
    side: Side | null,
    action: Action,
  ): { requestId: string; done: Promise<void> } {
    const requestId = this.#newRequestId();
    const message = {
      type: 'act' as const,
      request_id: requestId,
      game_id: gameId,
      side,
      action,
    };
    const done = new Promise<void>((resolve, reject) => {
      this.#pending.set(requestId, { message, resolve, reject });
    });
    this.#outbox.add(message);
    this.waiting = this.#pending.size;
    this.open();
    this.#send(message);
    return { requestId, done };
  }

  /** Connects if there is no connection yet. */
  open(): void {
    if (this.status === 'idle') this.#connect('connecting');
  }

  /** Retries at once, for when the network is back or the page is visible again. */
  reconnectNow(): void {
    if (this.status === 'lost') this.#connect('lost');
    else if (this.status === 'open') this.#send({ type: 'ping' });
  }

  /** Replaces the connection, because the user has changed. */
  reset(): void {
    if (this.status === 'idle') return;
    this.#retries = 0;
    this.#connect('connecting');
  }

  #newRequestId(): string {
    return `${this.#idPrefix}-${++this.#ids}`;
  }

  #send(message: ClientMessage): void {
    // Nothing is queued here: what matters is sent again after `hello`.
    if (this.status === 'open') this.#transport?.send(JSON.stringify(message));
  }

  #connect(status: 'connecting' | 'lost'): void {
    this.#clearTimers();
    const attempt = ++this.#attempt;
    const ifCurrent =
      <A extends unknown[]>(run: (...args: A) => void) =>
      (...args: A): void => {
        if (attempt === this.#attempt) run(...args);
      };
    this.#transport?.close();
    this.#transport = undefined;
    this.status = status;
    const open = (): void => {
      this.#transport = this.#environment.connect({
        message: ifCurrent((data: unknown) => this.#receive(data)),
        close: ifCurrent(() => this.#retryLater()),
      });
    };
    this.#environment.prepare(
      ifCurrent(open),
      ifCurrent(() => this.#retryLater()),
    );
  }

  #retryLater(): void {
    this.#clearTimers();
    this.#transport = undefined;
    this.status = 'lost';
    const delay = RETRY_DELAYS[Math.min(this.#retries++, RETRY_DELAYS.length - 1)] ?? 0;
    // Many pages lose a restarting server at the same moment; jitter spreads their return.
    const jittered = delay * (0.75 + Math.random() / 2);
    const wait = Math.max(jittered, this.#retryAfterMs);
    this.#retryAfterMs = 0;
    this.#timers.push(this.#environment.schedule(wait, () => this.#connect('lost')));
  }

  #receive(data: unknown): void {
    if (typeof data !== 'string') return;
    this.#lastMessageAt = this.#environment.now();
    const message = JSON.parse(data) as ServerMessage;
    if (message.type === 'hello') this.#onHello(message);
    else if (message.type === 'pong') this.offset = message.server_time - this.#environment.now();
    else if (message.type === 'lobby') this.lobby = message.lobby;
    else if (message.type === 'closing') this.#retryAfterMs = message.retry_after_ms;
    else if (message.type === 'ack') this.#settle(message.request_id, (action) => action.resolve());
    else if (message.type === 'error' && message.request_id !== null) {
      const error = serverError(message.error);
      this.#settle(message.request_id, (action) => action.reject(error));
    }
    for (const listener of this.#listeners) listener(message);
  }

  #settle(requestId: string, settle: (action: PendingAction) => void): void {
    const action = this.#pending.get(requestId);
    this.#pending.delete(requestId);
    this.#outbox.remove(requestId);
    this.waiting = this.#pending.size;
    if (action) settle(action);
  }

  #onHello(hello: ServerMessage & { type: 'hello' }): void {
    this.status = 'open';
    this.#retries = 0;
    this.me = hello.me;
    this.offset = hello.server_time - this.#environment.now();
    // Whoever signs in as somebody else leaves the moves of before.
    if (this.#outbox.belongsToOther(hello.me.id)) {
      this.#pending.clear();
      this.waiting = 0;
    }
    for (const [gameId, after] of this.#watched)
      this.#send({ type: 'watch', game_id: gameId, after: after() });
    for (const { message } of this.#pending.values()) this.#send(message);
    if (this.#lobbyFollowers > 0) this.#send({ type: 'watch_lobby' });
    this.#keepAlive();
  }

  #keepAlive(): void {
    this.#timers.push(
      this.#environment.schedule(PING_INTERVAL, () => {
        if (this.#environment.now() - this.#lastMessageAt > SILENCE_TIMEOUT) {
          this.#connect('lost');
          return;
        }
        this.#send({ type: 'ping' });
        this.#keepAlive();
      }),
    );
  }

  #clearTimers(): void {
    for (const cancel of this.#timers) cancel();
    this.#timers = [];
  }
}

const OUTBOX_KEY = 'quintain.outbox';
let connectedBefore = false;

/** The browser's own socket, timers and clock. */
const browser: Environment = {
  prepare: (ready, fail) => {
    // Asked again on reconnects: the cookie may have been revoked in the meantime.
    ensureSession(connectedBefore).then(ready, fail);
    connectedBefore = true;
  },
  connect: (handlers) => {
    const scheme = location.protocol === 'https:' ? 'wss' : 'ws';
    const socket = new WebSocket(`${scheme}://${location.host}/api/socket`);
    socket.addEventListener('message', (event) => handlers.message(event.data));
    socket.addEventListener('close', () => handlers.close());
    return socket;
  },
  schedule: (ms, run) => {
    const timer = setTimeout(run, ms);
    return () => clearTimeout(timer);
  },
  now: () => Date.now(),
  storage: {
    read: () => {
      try {
        return localStorage.getItem(OUTBOX_KEY);
      } catch {
        return null; // Storage can be forbidden.
      }
    },
    write: (text) => {
      try {
        localStorage.setItem(OUTBOX_KEY, text);
      } catch {
        // Then moves wait as long as the page is open.
      }
    },
  },
};

function randomPrefix(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(8));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}

export const connection = new Connection(browser, randomPrefix());
