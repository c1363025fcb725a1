/**
 * Pictures of pieces, in a box of 100 by 100, drawn in layers. A layer has a role instead of a
 * color: colors come from the side and the theme (Piece.svelte). The key is the kind's id in a
 * game's legend; a kind without a picture is drawn as its glyph.
 */

/** What a layer represents, which determines its colors. */
export type Role =
  | 'body'
  | 'shade'
  | 'line'
  | 'ink'
  | 'gold'
  | 'red'
  | 'brown'
  | 'sand'
  | 'amber'
  | 'sun'
  | 'grey'
  | 'white'
  | 'hollow'
  | 'outline';

export interface Layer {
  role: Role;
  d: string;
}

export interface Picture {
  /** A tile that points in the direction of play, with a dot for each step it can make. */
  tile?: boolean;
  /** Flat discs, drawn one on top of another when stacked. */
  disc?: boolean;
  layers: Layer[];
}

/** A circle as a path. */
function dot(x: number, y: number, r: number): string {
  return `M${x - r} ${y}a${r} ${r} 0 1 0 ${2 * r} 0a${r} ${r} 0 1 0 ${-2 * r} 0z`;
}

/** An ellipse as a path. */
function oval(x: number, y: number, rx: number, ry: number): string {
  return `M${x - rx} ${y}a${rx} ${ry} 0 1 0 ${2 * rx} 0a${rx} ${ry} 0 1 0 ${-2 * rx} 0z`;
}

const HORSE =
  'M31 77c0-15 9-20 12-29-4 2-8 6-12 7-3 1-5 4-8 3-3-2-4-5-3-8 4-9 8-14 11-21 1-4 5-6 8-8l1-8 7 7c17 1 27 13 28 32 1 11-2 18-3 25z';
const HELMET = 'M50 20c18 0 27 13 27 30v26H23V50c0-17 9-30 27-30z';
const CLOAK =
  'M22 86c1-18 7-28 13-34-3-5-4-10-3-16 3-13 10-22 20-26 2 5 6 8 9 13 6 10 7 20 4 29 7 6 12 17 13 34z';
const BASE = 'M24 86c0-6 5-9 10-10h32c5 1 10 4 10 10z';

const rounded = (value: number): number => Math.round(value * 10) / 10;

/** Petals around a centre: a mane. */
function petals(x: number, y: number, r: number, size: number, count: number): string {
  return Array.from({ length: count }, (_, i) => {
    const angle = (2 * Math.PI * i) / count;
    return dot(rounded(x + r * Math.cos(angle)), rounded(y + r * Math.sin(angle)), size);
  }).join('');
}

const eyes = (x: number, y: number, gap: number, r = 3.2): string =>
  dot(x - gap, y, r) + dot(x + gap, y, r);

const CAT: Layer[] = [
  {
    role: 'grey',
    d: 'M30 52c-2-12-3-22 0-27 7 2 12 6 15 10h10c3-4 8-8 15-10 3 5 2 15 0 27 3 16-7 25-20 25s-23-9-20-25z',
  },
  {
    role: 'sand',
    d: 'M34 32c4 2 6 4 8 6l-7 6c-1-4-2-8-1-12zM66 32c-4 2-6 4-8 6l7 6c1-4 2-8 1-12z',
  },
  { role: 'white', d: oval(50, 65, 11, 8.5) },
  { role: 'ink', d: eyes(50, 53, 10) },
  { role: 'red', d: 'M46.5 60h7l-3.5 4z' },
  {
    role: 'line',
    d: 'M50 64v3m0 0c-2 3-5 3-7 1m7-1c2 3 5 3 7 1M36 62l-11-2m11 6l-11 2M64 62l11-2m-11 6l11 2',
  },
];

const CHICK: Layer[] = [
  { role: 'sun', d: 'M50 27c15 0 24 11 24 25S64 77 50 77 26 66 26 52s9-25 24-25z' },
  { role: 'sun', d: 'M50 28c-3-4-3-7-1-10 1 2 2 3 3 4 1-2 3-3 5-3-1 4-3 7-7 9z' },
  { role: 'amber', d: 'M50 55l8 5-8 6-8-6z' },
  { role: 'line', d: 'M42 60h16' },
  { role: 'ink', d: eyes(50, 48, 11, 3.4) },
];

export const PICTURES: Readonly<Record<string, Picture>> = {
  knight: {
    layers: [
      { role: 'body', d: BASE },
      { role: 'body', d: HORSE },
      { role: 'shade', d: 'M47 20c17 1 27 13 28 32 1 11-2 18-3 25h-8c4-22 1-45-17-57z' },
      { role: 'outline', d: HORSE },
      { role: 'line', d: 'M31 77h41M43 48c4-2 7-5 8-9M52 21c9 4 14 12 15 22' },
      { role: 'ink', d: `${dot(38, 34, 2.6)}M23 50l4-2-1 4z` },
    ],
  },
  general: {
    layers: [
      { role: 'body', d: BASE },
      { role: 'red', d: 'M50 24c-2-9 4-15 13-15 12 0 21 9 22 24-6-7-13-9-20-8-5 1-10 1-15-1z' },
      { role: 'body', d: HELMET },
      { role: 'shade', d: 'M60 22c12 4 17 15 17 28v26h-9V52c0-12-2-22-8-30z' },
      { role: 'outline', d: HELMET },
      { role: 'hollow', d: 'M32 46h36v9l-12 3v18H44V58l-12-3z' },
      { role: 'gold', d: 'M47.5 21h5v26h-5zM27 40h46v5H27z' },
    ],
  },
  flag: {
    layers: [
      { role: 'body', d: BASE },
      { role: 'brown', d: 'M34 12h5v66h-5z' },
      { role: 'gold', d: dot(36.5, 11, 5) },
      { role: 'body', d: 'M39 17c10-5 20 5 38-2l-8 15 8 15c-18 7-28-3-38 2z' },
      { role: 'red', d: 'M39 27c10-4 20 4 33-1l-3 5 3 5c-13 4-23-3-33 1z' },
    ],
  },
  pawn: {
    layers: [
      { role: 'body', d: CLOAK },
      {
        role: 'shade',
        d: 'M52 10c2 5 6 8 9 13 6 10 7 20 4 29 7 6 12 17 13 34H64c1-14-1-24-7-32 5-14 3-31-5-44z',
      },
      { role: 'outline', d: CLOAK },
      { role: 'hollow', d: 'M49 27c8 3 12 11 11 20-1 7-6 11-11 11s-10-4-11-11c0-9 4-17 11-20z' },
      { role: 'gold', d: `${dot(45, 44, 2)}${dot(53.5, 44, 2)}` },
      { role: 'line', d: 'M38 60c6 5 16 5 22 0M49 62v24' },
    ],
  },
  piece: { disc: true, layers: [] },
  lion: {
    tile: true,
    layers: [
      { role: 'brown', d: petals(50, 51, 21, 8.5, 12) },
      { role: 'amber', d: dot(50, 51, 20) },
      { role: 'amber', d: dot(35, 36, 5.5) + dot(65, 36, 5.5) },
      { role: 'white', d: oval(50, 60, 10, 7.5) },
      { role: 'ink', d: `${eyes(50, 47, 8)}M46 54h8l-4 4.5z` },
      { role: 'line', d: 'M50 58v3m0 0c-2 3-5 3-7 1m7-1c2 3 5 3 7 1' },
    ],
  },
  giraffe: {
    tile: true,
    layers: [
      {
        role: 'brown',
        d: `M40 33l-3-12h4l4 11zM60 33l3-12h-4l-4 11z${dot(39, 20, 4)}${dot(61, 20, 4)}`,
      },
      { role: 'sand', d: 'M37 36l-14-3c1 7 6 11 13 11zM63 36l14-3c-1 7-6 11-13 11z' },
      {
        role: 'sand',
        d: 'M50 28c11 0 16 7 15 17-1 6-3 10-3 17 0 9-5 15-12 15s-12-6-12-15c0-7-2-11-3-17-1-10 4-17 15-17z',
      },
      {
        role: 'brown',
        d: `${oval(50, 34, 5, 3.4)}${oval(41.5, 40, 2.6, 3.4)}${oval(58.5, 40, 2.6, 3.4)}`,
      },
      { role: 'white', d: oval(50, 67, 10.5, 8.5) },
      { role: 'ink', d: `${eyes(50, 48, 9)}${eyes(50, 65, 3.8, 1.7)}` },
      { role: 'line', d: 'M45 71c3 2 7 2 10 0' },
    ],
  },
  cat: { tile: true, layers: CAT },
  'promoted-cat': {
    tile: true,
    layers: [...CAT, { role: 'gold', d: 'M36 34l-2-15 9 6 7-10 7 10 9-6-2 15c-9-3-19-3-28 0z' }],
  },
  chick: { tile: true, layers: CHICK },
  'promoted-chick': {
    tile: true,
    layers: [
      { role: 'red', d: `${dot(41, 25, 6)}${dot(50, 21, 7)}${dot(59, 25, 6)}` },
      { role: 'white', d: 'M50 26c15 0 24 11 24 26S64 77 50 77 26 67 26 52s9-26 24-26z' },
      { role: 'amber', d: 'M50 52l9 5-9 6-9-6z' },
      { role: 'red', d: 'M47 62h6c2 5 1 10-3 11-4-1-5-6-3-11z' },
      { role: 'line', d: 'M41 57h18' },
      { role: 'ink', d: eyes(50, 46, 11, 3.4) },
    ],
  },
};
