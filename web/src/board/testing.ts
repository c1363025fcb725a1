/** Small boards for tests. */
import type { Geometry, Kind, Message, Piece, Side, View } from '../api/types';

/** A message that no catalogue has. */
export const message = (text: string): Message => ({ key: 'test.text', text });

const kind = (id: string): Kind => ({
  id,
  name: message(id),
  text: [id, id],
  glyph: ['o', 'x'],
  steps: [],
});

/** A board of squares named `a1` and so on, with row 1 at the bottom. */
export function geometry(cols: number, rows: number, kinds: string[] = ['man']): Geometry {
  const points = [];
  for (let y = 0; y < rows; y++)
    for (let x = 0; x < cols; x++) points.push({ id: `${'abcdefgh'[x]}${rows - y}`, x, y });
  return {
    game: 'test',
    sides: [message('White'), message('Black')],
    size: null,
    style: 'squares',
    cols,
    rows,
    bottom: 'first',
    points,
    lines: [],
    regions: [],
    col_labels: [...'abcdefgh'].slice(0, cols),
    row_labels: Array.from({ length: rows }, (_, i) => String(rows - i)),
    slots: [],
    legend: kinds.map(kind),
  };
}

/** Pieces as text: `w:a1` is a man of the first side, `b:c2*3` a stack of three; `w:lion@a1`. */
export function pieces(text: string): Piece[] {
  return text
    .split(' ')
    .filter(Boolean)
    .map((word) => {
      const found = /^([wb]):(?:([\w-]+)@)?(\w+)(?:\*(\d+))?$/.exec(word);
      if (!found) throw new Error(`not a piece: ${word}`);
      const [, color, what = 'man', at = '', height = '1'] = found;
      const side: Side = color === 'w' ? 'first' : 'second';
      return { at, kind: what, side, height: Number(height), note: null, badge: null };
    });
}

export function view(text: string, overrides: Partial<View> = {}): View {
  return {
    position: text,
    turn: 'first',
    winner: null,
    status: [message('White to move.')],
    last: null,
    pieces: pieces(text),
    marks: [],
    hands: [],
    moves: [],
    ...overrides,
  };
}

export function step(path: string, side: Side = 'first'): NonNullable<View['last']> {
  return {
    side,
    text: path.replaceAll(' ', '-'),
    path: path.split(' '),
    caption: [message(`${path}.`)],
    result: [],
  };
}
