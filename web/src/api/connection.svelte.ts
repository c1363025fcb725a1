/**
 * The one socket of a page. It comes back by itself after it was lost, follows again what was
 * followed, and sends again what had no answer; the server takes care that nothing happens twice.
 */
import { Failure, introduce } from './http';
import type { Action, AnalysisAsk, ClientMessage, Lobby, Me, ServerMessage, Side } from './types';

/** What we need of a WebSocket. */
export interface Wire {
  send(text: string): void;
  close(): void;
  onopen: (() => void) | null;
  onmessage: ((event: { data: unknown }) => void) | null;
  onclose: (() => void) | null;
}

/** What we need of the world around: a socket, timers and a clock. */
export interface World {
  /** Calls `go` once the server knows this browser, or `fail` if it is not reached. */
  ready(go: () => void, fail: () => void): void;
  connect(): Wire;
  later(ms: number, run: () => void): () => void;
  now(): number;
}

interface Waiting {
  message: ClientMessage & { type: 'act' };
  resolve: () => void;
  reject: (error: Failure) => void;
}

type Listener = (message: ServerMessage) => void;

/** How long without any message until a connection counts as dead. */
const SILENCE = 45_000;
const PING_EVERY = 20_000;
const RETRY = [0, 500, 1_000, 2_000, 4_000, 8_000] as const;

export class Connection {
  /** `lost` from the moment a connection broke until the next one stands. */
  status = $state<'idle' | 'connecting' | 'open' | 'lost'>('idle');
  me = $state.raw<Me | null>(null);
  lobby = $state.raw<Lobby | null>(null);
  /** The server's clock minus ours. */
  offset = $state(0);

  readonly #world: World;
  readonly #listeners = new Set<Listener>();
  readonly #watched = new Map<string, () => number | null>();
  readonly #waiting = new Map<string, Waiting>();
  #wire: Wire | undefined;
  #lobbyFollowers = 0;
  #analysis: (ClientMessage & { type: 'analyse' }) | undefined;
  #tries = 0;
  /** Counts connections, so that a late answer for an earlier one is not mistaken. */
  #attempts = 0;
  #heard = 0;
  #timers: (() => void)[] = [];
  #ids = 0;
  // Ids have to be new for the server, also after a reload of the page.
  readonly #session: string;

  constructor(world: World, session: string) {
    this.#world = world;
    this.#session = session;
  }

  /** The server's time. */
  now(): number {
    return this.#world.now() + this.offset;
  }

  /** Hears every message. Gives what ends that. */
  listen(listener: Listener): () => void {
    this.#listeners.add(listener);
    this.open();
    return () => this.#listeners.delete(listener);
  }

  /** Follows a game; `after` says up to which number everything is known. */
  watch(game: string, after: () => number | null): () => void {
    this.#watched.set(game, after);
    this.open();
    this.#send({ type: 'watch', game, after: after() });
    return () => {
      this.#watched.delete(game);
      this.#send({ type: 'unwatch', game });
    };
  }

  /** Asks for the whole game again. */
  refresh(game: string): void {
    this.#send({ type: 'watch', game });
  }

  followLobby(): () => void {
    this.#lobbyFollowers++;
    this.open();
    if (this.#lobbyFollowers === 1) this.#send({ type: 'lobby', on: true });
    return () => {
      this.#lobbyFollowers--;
      if (this.#lobbyFollowers === 0) this.#send({ type: 'lobby', on: false });
    };
  }

  /** Does something in a game. Settles when it is stored or refused, across lost connections. */
  act(game: string, side: Side | null, action: Action): { id: string; done: Promise<void> } {
    const id = this.#newId();
    const message = { type: 'act' as const, id, game, side, action };
    const done = new Promise<void>((resolve, reject) =>
      this.#waiting.set(id, { message, resolve, reject }),
    );
    this.open();
    this.#send(message);
    return { id, done };
  }

  /** Starts an analysis in place of the one before; gives its id. */
  analyse(ask: AnalysisAsk): string {
    const id = this.#newId();
    this.#analysis = { type: 'analyse', id, ask };
    this.open();
    this.#send(this.#analysis);
    return id;
  }

  stopAnalysis(): void {
    if (!this.#analysis) return;
    this.#analysis = undefined;
    this.#send({ type: 'stop_analysis' });
  }

  /** Connects if there is no connection yet. */
  open(): void {
    if (this.status === 'idle') this.#connect('connecting');
  }

  /** Tries again at once, for when the network has come back or the page is looked at again. */
  hurry(): void {
    if (this.status === 'lost') this.#connect('lost');
    else if (this.status === 'open') this.#send({ type: 'ping' });
  }

  /** Ends the connection and starts afresh, as somebody else. */
  renew(): void {
    if (this.status === 'idle') return;
    this.#tries = 0;
    this.#connect('connecting');
  }

  #newId(): string {
    return `${this.#session}-${++this.#ids}`;
  }

  #send(message: ClientMessage): void {
    // What matters is sent again after `hello`, so nothing is queued here.
    if (this.status === 'open') this.#wire?.send(JSON.stringify(message));
  }

  #connect(status: 'connecting' | 'lost'): void {
    this.#clearTimers();
    const old = this.#wire;
    if (old) {
      old.onopen = old.onmessage = old.onclose = null;
      old.close();
    }
    this.#wire = undefined;
    this.status = status;
    const attempt = ++this.#attempts;
    const current = (run: () => void) => () => {
      if (attempt === this.#attempts) run();
    };
    this.#world.ready(
      current(() => {
        const wire = this.#world.connect();
        this.#wire = wire;
        wire.onmessage = (event) => this.#receive(event.data);
        wire.onclose = () => this.#lost();
      }),
      current(() => this.#lost()),
    );
  }

  #lost(): void {
    this.#clearTimers();
    this.#wire = undefined;
    this.status = 'lost';
    const pause = RETRY[Math.min(this.#tries++, RETRY.length - 1)] ?? 0;
    // Many pages lose a restarting server at once; do not come back all at once.
    const spread = pause * (0.75 + Math.random() / 2);
    this.#timers.push(this.#world.later(spread, () => this.#connect('lost')));
  }

  #receive(data: unknown): void {
    if (typeof data !== 'string') return;
    this.#heard = this.#world.now();
    const message = JSON.parse(data) as ServerMessage;
    if (message.type === 'hello') this.#welcome(message);
    else if (message.type === 'pong') this.offset = message.now - this.#world.now();
    else if (message.type === 'lobby') this.lobby = message.lobby;
    else if (message.type === 'analysis' && message.news.last) this.#analysis = undefined;
    else if (message.type === 'done') this.#settle(message.id, (waiting) => waiting.resolve());
    else if (message.type === 'refused' && message.id !== null) {
      const { code, message: words } = message.error;
      this.#settle(message.id, (waiting) => waiting.reject(new Failure(code, words)));
    }
    for (const listener of this.#listeners) listener(message);
  }

  #settle(id: string, how: (waiting: Waiting) => void): void {
    const waiting = this.#waiting.get(id);
    this.#waiting.delete(id);
    if (waiting) how(waiting);
  }

  #welcome(hello: ServerMessage & { type: 'hello' }): void {
    this.status = 'open';
    this.#tries = 0;
    this.me = hello.you;
    this.offset = hello.now - this.#world.now();
    for (const [game, after] of this.#watched) this.#send({ type: 'watch', game, after: after() });
    for (const { message } of this.#waiting.values()) this.#send(message);
    if (this.#lobbyFollowers > 0) this.#send({ type: 'lobby', on: true });
    if (this.#analysis) this.#send(this.#analysis);
    this.#beat();
  }

  #beat(): void {
    this.#timers.push(
      this.#world.later(PING_EVERY, () => {
        if (this.#world.now() - this.#heard > SILENCE) {
          this.#connect('lost');
          return;
        }
        this.#send({ type: 'ping' });
        this.#beat();
      }),
    );
  }

  #clearTimers(): void {
    for (const cancel of this.#timers) cancel();
    this.#timers = [];
  }
}

let greeted = false;

/** The browser's own socket, timers and clock. */
const browser: World = {
  ready: (go, fail) => {
    // Each time anew: the cookie may have been revoked since.
    introduce(greeted).then(go, fail);
    greeted = true;
  },
  connect: () => {
    const scheme = location.protocol === 'https:' ? 'wss' : 'ws';
    return new WebSocket(`${scheme}://${location.host}/api/socket`) as Wire;
  },
  later: (ms, run) => {
    const timer = setTimeout(run, ms);
    return () => clearTimeout(timer);
  },
  now: () => Date.now(),
};

function randomSession(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(8));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}

export const connection = new Connection(browser, randomSession());
