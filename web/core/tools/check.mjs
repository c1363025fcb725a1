// Uses the installed package the way a stranger would: this file is copied beside its node_modules and
// run there. Every game is played to its end against the engine, and what is wrong is rejected.
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { CoreError, loadCore } from '@quintain/core';
import { CoreModule } from '@quintain/core/module';

const core = await loadCore();
assert.equal(core.games.length, 5);

for (const { id } of core.games) {
  const actions = [];
  const game = {
    id: 'check',
    created_at: 0,
    entropy: Array(32).fill(7),
    request: { game: id, opponent: { kind: 'engine', level: 2 }, side: 'first' },
    actions,
  };
  for (let now = 1; ; now++) {
    const { summary, view } = core.game(game, now);
    if (summary.state !== 'running') {
      assert.ok(summary.outcome, id);
      break;
    }
    const text = view.turn === 'first' ? view.moves[0].text : await core.engineMove(game, now);
    assert.ok(text, id);
    actions.push({ side: null, action: { kind: 'move', text }, at: now });
  }
  const { records } = core.parseRecords(core.record(game));
  assert.equal(records.length, 1, id);

  const updates = [];
  const found = await core.analyse({ position: { game: id }, depth: 3 }, (update) =>
    updates.push(update),
  );
  assert.equal(found, updates.at(-1));
  assert.ok(found.lines[0].moves.length > 0, id);

  const catalogue = new URL(import.meta.resolve(`@quintain/core/texts/en/${id}.ftl`));
  assert.match(await readFile(catalogue, 'utf8'), /^name =/m);
}

for (const wrong of [
  { game: 'chess' },
  { game: core.games[0].id, start: 'nonsense' },
  {},
  null,
  'text',
  { game: 7 },
])
  assert.throws(() => core.positions(wrong), CoreError, JSON.stringify(wrong));
await assert.rejects(() => core.analyse({ position: { game: 'chess' } }), CoreError);
assert.equal(typeof CoreModule, 'function');
process.stdout.write('every game was played and analysed\n');
