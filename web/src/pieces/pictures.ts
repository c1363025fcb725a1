/**
 * Pictures of pieces, in a box of 100 by 100, drawn in layers. A layer has a role instead of a
 * color: colors come from the side and the theme (Piece.svelte; for pictures of links, the server's
 * `preview`). The key is the kind's id in a game's legend; a kind without a picture is drawn as its
 * glyph. The drawings are data, because the server draws them too.
 */
import drawings from './pictures.json';

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

export const PICTURES = drawings as Readonly<Record<string, Picture>>;
