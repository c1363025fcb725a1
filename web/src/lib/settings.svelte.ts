/** What a person has chosen for this browser. Kept in local storage. */

export const THEMES = ['system', 'light', 'dark'] as const;
export const BOARDS = ['wood', 'slate', 'contrast'] as const;
export const PIECES = ['drawn', 'letters'] as const;

const KEY = 'quintain.settings';

interface Values {
  theme: (typeof THEMES)[number];
  board: (typeof BOARDS)[number];
  pieces: (typeof PIECES)[number];
  sound: boolean;
  animation: boolean;
  coordinates: boolean;
}

const DEFAULTS: Values = {
  theme: 'system',
  board: 'wood',
  pieces: 'drawn',
  sound: true,
  animation: true,
  coordinates: true,
};

/** Settings from stored text; whatever is missing or strange has its usual value. */
export function readSettings(stored: string | null): Values {
  let found: Partial<Record<keyof Values, unknown>> = {};
  try {
    const parsed: unknown = JSON.parse(stored ?? '{}');
    if (typeof parsed === 'object' && parsed !== null) found = parsed;
  } catch {
    // Somebody else's text under our key: start afresh.
  }
  const oneOf = <T extends string>(key: keyof Values, all: readonly T[], usual: T): T =>
    all.find((value) => value === found[key]) ?? usual;
  const flag = (key: 'sound' | 'animation' | 'coordinates'): boolean => {
    const value = found[key];
    return typeof value === 'boolean' ? value : DEFAULTS[key];
  };
  return {
    theme: oneOf('theme', THEMES, DEFAULTS.theme),
    board: oneOf('board', BOARDS, DEFAULTS.board),
    pieces: oneOf('pieces', PIECES, DEFAULTS.pieces),
    sound: flag('sound'),
    animation: flag('animation'),
    coordinates: flag('coordinates'),
  };
}

function stored(): string | null {
  try {
    return globalThis.localStorage?.getItem(KEY) ?? null;
  } catch {
    return null; // Storage can be forbidden; then settings last as long as the page.
  }
}

export const settings: Values = $state(readSettings(stored()));

/** Puts the look onto the document and remembers every change. Call once, in a component. */
export function followSettings(): void {
  $effect(() => {
    const root = document.documentElement;
    root.dataset['theme'] = settings.theme;
    root.dataset['board'] = settings.board;
    try {
      localStorage.setItem(KEY, JSON.stringify(settings));
    } catch {
      // See `stored`.
    }
  });
}

/** Whether things may move on the screen. */
export function animated(): boolean {
  return settings.animation && !matchMedia('(prefers-reduced-motion: reduce)').matches;
}
