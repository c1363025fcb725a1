import { describe, expect, test } from 'vitest';
import * as boards from '../board/testing';
import { RemoteGame } from '../game/remote.svelte';
import { played, snapshot } from '../game/testing';
import {
  Connection,
  type Environment,
  type Transport,
  type TransportHandlers,
} from './connection.svelte';
import type { ClientMessage, ServerMessage } from './types';

/** A server at the other end: what it received, and a way to answer. */
class FakeServer implements Environment {
  time = 0;
  sockets: { handlers: TransportHandlers; received: ClientMessage[]; open: boolean }[] = [];
  timers: { at: number; run: () => void }[] = [];

  stored: string | null = null;
  readonly storage = {
    read: () => this.stored,
    write: (text: string) => (this.stored = text),
  };

  prepare(ready: () => void): void {
    ready();
  }
  connect(handlers: TransportHandlers): Transport {
    const received: ClientMessage[] = [];
    const socket = { handlers, received, open: true };
    this.sockets.push(socket);
    return {
      send: (text) => received.push(JSON.parse(text) as ClientMessage),
      close: () => (socket.open = false),
    };
  }
  schedule(ms: number, run: () => void): () => void {
    const timer = { at: this.time + ms, run };
    this.timers.push(timer);
    return () => (this.timers = this.timers.filter((one) => one !== timer));
  }
  now(): number {
    return this.time;
  }

  get last() {
    const socket = this.sockets.at(-1);
    if (!socket) throw new Error('no connection yet');
    return socket;
  }
  get received(): ClientMessage[] {
    return this.last.received;
  }
  send(message: ServerMessage): void {
    this.last.handlers.message(JSON.stringify(message));
  }
  hello(now = this.time): void {
    this.send({
      type: 'hello',
      protocol_version: 1,
      server_time: now,
      me: { id: 'u1', name: null, guest: true, program: false, server_time: now },
    });
  }
  drop(): void {
    this.last.handlers.close();
  }
  /** Advances the clock. */
  advance(ms: number): void {
    const end = this.time + ms;
    for (;;) {
      const next = this.timers
        .filter((timer) => timer.at <= end)
        .toSorted((a, b) => a.at - b.at)[0];
      if (!next) break;
      this.timers = this.timers.filter((one) => one !== next);
      this.time = next.at;
      next.run();
    }
    this.time = end;
  }
}

function startGame(): { server: FakeServer; connection: Connection; game: RemoteGame } {
  const server = new FakeServer();
  const connection = new Connection(server, 's');
  const game = new RemoteGame(connection, 'g1');
  game.start();
  server.hello();
  return { server, connection, game };
}
const move = { text: 'a1-a2', path: ['a1', 'a2'], label: 'a1 to a2' };

describe('the connection', () => {
  test('follows a game after the greeting, and knows the server’s time', () => {
    const server = new FakeServer();
    const connection = new Connection(server, 's');
    new RemoteGame(connection, 'g1').start();
    expect(server.received).toEqual([]);
    server.hello(5000);
    expect(server.received).toEqual([{ type: 'watch', game_id: 'g1', after: null }]);
    expect(connection.now()).toBe(5000);
  });

  test('reconnects by itself and resumes after what was seen', () => {
    const { server, connection, game } = startGame();
    server.send({ type: 'snapshot', snapshot: snapshot({ seq: 3 }) });
    server.send({ type: 'update', update: played(4, 1, 'a1 a2', 'w:a2') });
    server.drop();
    expect(connection.status).toBe('lost');
    server.advance(10_000);
    expect(server.sockets).toHaveLength(2);
    server.hello();
    expect(connection.status).toBe('open');
    expect(server.received).toEqual([{ type: 'watch', game_id: 'g1', after: 4 }]);
    expect(game.snapshot?.seq).toBe(4);
  });

  test('retries with increasing delays', () => {
    const { server } = startGame();
    const delays: number[] = [];
    for (let i = 0; i < 8; i++) {
      server.drop();
      const before = server.time;
      const count = server.sockets.length;
      while (server.sockets.length === count) server.advance(50);
      delays.push(server.time - before);
    }
    expect(delays[0]).toBeLessThanOrEqual(50);
    expect(Math.max(...delays)).toBeLessThanOrEqual(10_050);
    expect(delays.at(-1)).toBeGreaterThan(5_000);
  });

  test('waits as long as the server asked before it reconnects', () => {
    const { server } = startGame();
    server.send({ type: 'closing', reason: 'going_away', retry_after_ms: 3000 });
    server.drop();
    server.advance(2999);
    expect(server.sockets).toHaveLength(1);
    server.advance(1);
    expect(server.sockets).toHaveLength(2);
    // That was for this once.
    server.hello();
    server.drop();
    server.advance(1000);
    expect(server.sockets).toHaveLength(3);
  });

  test('a silent connection is dropped', () => {
    const { server, connection } = startGame();
    server.advance(120_000);
    expect(connection.status).toBe('lost');
    expect(server.sockets.length).toBeGreaterThan(1);
    expect(server.sockets[0]?.open).toBe(false);
  });

  test('an action without an answer is sent again with the same id', async () => {
    const { server, game } = startGame();
    server.send({ type: 'snapshot', snapshot: snapshot() });
    const done = game.play(move);
    const sent = server.received.at(-1);
    expect(sent).toMatchObject({
      type: 'act',
      game_id: 'g1',
      side: 'first',
      action: { kind: 'move', text: 'a1-a2', ply: 0 },
    });
    server.drop();
    server.advance(1000);
    server.hello();
    expect(server.received.filter((message) => message.type === 'act')).toEqual([sent]);
    if (sent?.type !== 'act') throw new Error('not an action');
    server.send({ type: 'ack', request_id: sent.request_id, game_id: 'g1', seq: 1 });
    await done;
    server.drop();
    server.advance(1000);
    server.hello();
    expect(server.received.some((message) => message.type === 'act')).toBe(false);
  });
});

const open = (server: FakeServer): Connection => {
  const connection = new Connection(server, 's');
  connection.open();
  return connection;
};
const act = (connection: Connection, text: string, ply: number): void => {
  connection.act('g1', 'first', { kind: 'move', text, ply }).done.catch(() => undefined);
};
const sentActions = (server: FakeServer) =>
  server.received.flatMap((message) => (message.type === 'act' ? [message.action] : []));

describe('moves made without the server', () => {
  test('are sent in order and once, also after the page was reloaded', () => {
    const server = new FakeServer();
    const before = open(server);
    act(before, 'a1-a2', 0);
    act(before, 'a2-a3', 2);
    act(before, 'something', -1);
    const after = open(server);
    expect(after.waiting).toBe(3);
    server.hello();
    expect(sentActions(server)).toMatchObject([{ ply: 0 }, { ply: 2 }, { ply: -1 }]);
    for (const message of server.received)
      if (message.type === 'act')
        server.send({ type: 'ack', request_id: message.request_id, game_id: 'g1', seq: 1 });
    expect(after.waiting).toBe(0);
    open(server);
    server.hello();
    expect(sentActions(server)).toEqual([]);
  });

  test('that cannot be played any more are reported', () => {
    const server = new FakeServer();
    act(open(server), 'a1-a2', 0);
    const after = open(server);
    server.hello();
    const message = server.received.at(-1);
    if (message?.type !== 'act') throw new Error('not an action');
    server.send({
      type: 'error',
      request_id: message.request_id,
      game_id: 'g1',
      error: { code: 'stale', message: boards.message('the game has changed') },
    });
    expect(after.conflicts.map(({ gameId }) => gameId)).toEqual(['g1']);
    for (const conflict of after.conflicts) after.dismiss(conflict);
    expect(after.conflicts).toEqual([]);
  });

  test('stay away from the games of another user', () => {
    const server = new FakeServer();
    const before = open(server);
    server.hello();
    server.drop();
    act(before, 'a1-a2', 0);
    const after = open(server);
    server.send({
      type: 'hello',
      protocol_version: 1,
      server_time: 0,
      me: { id: 'u2', name: null, guest: true, program: false, server_time: 0 },
    });
    expect(sentActions(server)).toEqual([]);
    expect(after.waiting).toBe(0);
  });

  test('without a place in the game do not outlive the page', () => {
    const server = new FakeServer();
    open(server)
      .act('g1', 'first', { kind: 'resign' })
      .done.catch(() => undefined);
    expect(open(server).waiting).toBe(0);
  });
});

describe('a game on a page', () => {
  test('a move leaves no other to choose, and is confirmed by the update', () => {
    const { server, game } = startGame();
    server.send({ type: 'snapshot', snapshot: snapshot() });
    void game.play(move);
    expect(game.pending?.ply).toBe(0);
    expect(game.moves).toEqual([]);
    server.send({ type: 'update', update: played(1, 1, 'a1 a2', 'w:a2 b:d4') });
    expect(game.pending).toBeNull();
    expect(game.view?.position).toBe('w:a2 b:d4');
  });

  test('a rejected move is undone and says why', async () => {
    const { server, game } = startGame();
    server.send({ type: 'snapshot', snapshot: snapshot() });
    const done = game.play(move);
    const sent = server.received.at(-1);
    if (sent?.type !== 'act') throw new Error('not an action');
    server.send({
      type: 'error',
      request_id: sent.request_id,
      game_id: 'g1',
      error: { code: 'illegal', message: boards.message('"a1-a2" is not legal') },
    });
    await done;
    expect(game.view?.pieces[0]?.at).toBe('a1');
    expect(game.rejection?.()).toBe('"a1-a2" is not legal.');
    expect(game.moves).toHaveLength(1);
  });

  test('a gap in the numbering requests the whole game', () => {
    const { server, game } = startGame();
    server.send({ type: 'snapshot', snapshot: snapshot() });
    server.send({ type: 'update', update: played(3, 1, 'a1 a2', 'w:a2') });
    expect(server.received.at(-1)).toEqual({ type: 'watch', game_id: 'g1' });
    expect(game.snapshot?.seq).toBe(0);
  });

  test('spectators and the player who is not to move have no moves to choose from', () => {
    const { server, game } = startGame();
    server.send({ type: 'snapshot', snapshot: snapshot({ your_sides: [] }) });
    expect(game.moves).toEqual([]);
    server.send({ type: 'snapshot', snapshot: snapshot({ your_sides: ['second'] }) });
    expect(game.moves).toEqual([]);
    server.send({ type: 'snapshot', snapshot: snapshot({ your_sides: ['first', 'second'] }) });
    expect(game.moves).toHaveLength(1);
  });

  test('an unknown game is reported as an error', () => {
    const { server, game } = startGame();
    server.send({
      type: 'error',
      request_id: null,
      game_id: 'g1',
      error: { code: 'not_found', message: boards.message('there is no such game') },
    });
    expect(game.error?.()).toBe('There is no such game.');
  });
});
