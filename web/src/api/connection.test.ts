import { describe, expect, test } from 'vitest';
import { GameSession } from '../game/session.svelte';
import { played, snapshot } from '../game/testing';
import { Connection, type Wire, type World } from './connection.svelte';
import type { ClientMessage, ServerMessage } from './types';

/** A server at the other end: what it was told, and a way to answer. */
class Far implements World {
  time = 0;
  sockets: { wire: Wire; sent: ClientMessage[]; open: boolean }[] = [];
  timers: { at: number; run: () => void }[] = [];

  ready(go: () => void): void {
    go();
  }
  connect(): Wire {
    const sent: ClientMessage[] = [];
    const socket = { sent, open: true, wire: {} as Wire };
    socket.wire = {
      onopen: null,
      onmessage: null,
      onclose: null,
      send: (text) => sent.push(JSON.parse(text) as ClientMessage),
      close: () => (socket.open = false),
    };
    this.sockets.push(socket);
    return socket.wire;
  }
  later(ms: number, run: () => void): () => void {
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
  get told(): ClientMessage[] {
    return this.last.sent;
  }
  say(message: ServerMessage): void {
    this.last.wire.onmessage?.({ data: JSON.stringify(message) });
  }
  hello(now = this.time): void {
    this.say({
      type: 'hello',
      version: 1,
      now,
      you: { id: 'u1', name: 'Guest', guest: true, now },
    });
  }
  drop(): void {
    this.last.wire.onclose?.();
  }
  /** Lets time go by. */
  pass(ms: number): void {
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

function begin(): { far: Far; connection: Connection; game: GameSession } {
  const far = new Far();
  const connection = new Connection(far, 's');
  const game = new GameSession(connection, 'g1');
  game.follow();
  far.hello();
  return { far, connection, game };
}
const move = { text: 'a1-a2', path: ['a1', 'a2'], spoken: 'a1 to a2' };

describe('the connection', () => {
  test('follows a game once it is greeted, and knows the server’s time', () => {
    const far = new Far();
    const connection = new Connection(far, 's');
    new GameSession(connection, 'g1').follow();
    expect(far.told).toEqual([]);
    far.hello(5000);
    expect(far.told).toEqual([{ type: 'watch', game: 'g1', after: null }]);
    expect(connection.now()).toBe(5000);
  });

  test('comes back by itself and goes on after what was seen', () => {
    const { far, connection, game } = begin();
    far.say({ type: 'snapshot', snapshot: snapshot({ seq: 3 }) });
    far.say({ type: 'update', update: played(4, 1, 'a1 a2', 'w:a2') });
    far.drop();
    expect(connection.status).toBe('lost');
    far.pass(10_000);
    expect(far.sockets).toHaveLength(2);
    far.hello();
    expect(connection.status).toBe('open');
    expect(far.told).toEqual([{ type: 'watch', game: 'g1', after: 4 }]);
    expect(game.snapshot?.seq).toBe(4);
  });

  test('tries again and again, more and more slowly', () => {
    const { far } = begin();
    const pauses: number[] = [];
    for (let i = 0; i < 8; i++) {
      far.drop();
      const before = far.time;
      const count = far.sockets.length;
      while (far.sockets.length === count) far.pass(50);
      pauses.push(far.time - before);
    }
    expect(pauses[0]).toBeLessThanOrEqual(50);
    expect(Math.max(...pauses)).toBeLessThanOrEqual(10_050);
    expect(pauses.at(-1)).toBeGreaterThan(5_000);
  });

  test('a silent connection is given up', () => {
    const { far, connection } = begin();
    far.pass(120_000);
    expect(connection.status).toBe('lost');
    expect(far.sockets.length).toBeGreaterThan(1);
    expect(far.sockets[0]?.open).toBe(false);
  });

  test('an act without an answer is sent again with the same id', async () => {
    const { far, game } = begin();
    far.say({ type: 'snapshot', snapshot: snapshot() });
    const done = game.play(move);
    const sent = far.told.at(-1);
    expect(sent).toMatchObject({
      type: 'act',
      game: 'g1',
      side: 'first',
      action: { kind: 'move', text: 'a1-a2', ply: 0 },
    });
    far.drop();
    far.pass(1000);
    far.hello();
    expect(far.told.filter((message) => message.type === 'act')).toEqual([sent]);
    if (sent?.type !== 'act') throw new Error('no act');
    far.say({ type: 'done', id: sent.id, game: 'g1', seq: 1 });
    await done;
    far.drop();
    far.pass(1000);
    far.hello();
    expect(far.told.some((message) => message.type === 'act')).toBe(false);
  });
});

describe('a game on a page', () => {
  test('a move shows at once and is confirmed by the update', () => {
    const { far, game } = begin();
    far.say({ type: 'snapshot', snapshot: snapshot() });
    void game.play(move);
    expect(game.view?.pieces[0]?.at).toBe('a2');
    expect(game.moves).toEqual([]);
    far.say({ type: 'update', update: played(1, 1, 'a1 a2', 'w:a2 b:d4') });
    expect(game.pending).toBeNull();
    expect(game.view?.position).toBe('w:a2 b:d4');
  });

  test('a refused move goes back and says why', async () => {
    const { far, game } = begin();
    far.say({ type: 'snapshot', snapshot: snapshot() });
    const done = game.play(move);
    const act = far.told.at(-1);
    if (act?.type !== 'act') throw new Error('no act');
    far.say({
      type: 'refused',
      id: act.id,
      game: 'g1',
      error: { code: 'illegal', message: 'a1-a2 is not legal' },
    });
    await done;
    expect(game.view?.pieces[0]?.at).toBe('a1');
    expect(game.refused).toBe('a1-a2 is not legal');
    expect(game.moves).toHaveLength(1);
  });

  test('a gap in the numbers asks for the whole game', () => {
    const { far, game } = begin();
    far.say({ type: 'snapshot', snapshot: snapshot() });
    far.say({ type: 'update', update: played(3, 1, 'a1 a2', 'w:a2') });
    expect(far.told.at(-1)).toEqual({ type: 'watch', game: 'g1' });
    expect(game.snapshot?.seq).toBe(0);
  });

  test('spectators and those not to move have no moves to choose from', () => {
    const { far, game } = begin();
    far.say({ type: 'snapshot', snapshot: snapshot({ yours: [] }) });
    expect(game.moves).toEqual([]);
    far.say({ type: 'snapshot', snapshot: snapshot({ yours: ['second'] }) });
    expect(game.moves).toEqual([]);
    far.say({ type: 'snapshot', snapshot: snapshot({ yours: ['first', 'second'] }) });
    expect(game.moves).toHaveLength(1);
  });

  test('an unknown game is told as an error', () => {
    const { far, game } = begin();
    far.say({
      type: 'refused',
      id: null,
      game: 'g1',
      error: { code: 'not_found', message: 'There is no game g1.' },
    });
    expect(game.error).toBe('There is no game g1.');
  });
});
