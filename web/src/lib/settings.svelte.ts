/** A person's preferences in this browser, kept in local storage. */
import { LANGUAGES, SYSTEM_LANGUAGE } from '../texts/language.svelte';

export const THEMES = ['system', 'light', 'dark'] as const;
export const BOARDS = ['wood', 'slate', 'contrast'] as const;
export const PIECES = ['drawn', 'letters'] as const;
export const ENGINES = ['device', 'server'] as const;

const STORAGE_KEY = 'quintain.settings';

interface Settings {
  /** The code of a language, or `system`. */
  language: string;
  theme: (typeof THEMES)[number];
  board: (typeof BOARDS)[number];
  pieces: (typeof PIECES)[number];
  /** Where positions are analysed. */
  engine: (typeof ENGINES)[number];
  sound: boolean;
  animation: boolean;
  coordinates: boolean;
  /** Whether a move can be chosen while the opponent is to move. */
  premoves: boolean;
}

const DEFAULTS: Settings = {
  language: SYSTEM_LANGUAGE,
  theme: 'system',
  board: 'wood',
  pieces: 'drawn',
  engine: 'device',
  sound: true,
  animation: true,
  coordinates: true,
  premoves: true,
};

/** Settings from stored text; a missing or invalid value is replaced by its default. */
export function parseSettings(text: string | null): Settings {
  let found: Partial<Record<keyof Settings, unknown>> = {};
  try {
    const parsed: unknown = JSON.parse(text ?? '{}');
    if (typeof parsed === 'object' && parsed !== null) found = parsed;
  } catch {
    // Not our text: use the defaults.
  }
  const oneOf = <K extends 'language' | 'theme' | 'board' | 'pieces' | 'engine'>(
    key: K,
    all: readonly Settings[K][],
  ) => all.find((value) => value === found[key]) ?? DEFAULTS[key];
  const flag = (key: 'sound' | 'animation' | 'coordinates' | 'premoves'): boolean => {
    const value = found[key];
    return typeof value === 'boolean' ? value : DEFAULTS[key];
  };
  return {
    language: oneOf('language', LANGUAGES),
    theme: oneOf('theme', THEMES),
    board: oneOf('board', BOARDS),
    pieces: oneOf('pieces', PIECES),
    engine: oneOf('engine', ENGINES),
    sound: flag('sound'),
    animation: flag('animation'),
    coordinates: flag('coordinates'),
    premoves: flag('premoves'),
  };
}

function load(): string | null {
  try {
    return globalThis.localStorage?.getItem(STORAGE_KEY) ?? null;
  } catch {
    return null; // Storage can be forbidden; then settings last as long as the page.
  }
}

export const settings: Settings = $state(parseSettings(load()));

/** Applies the appearance to the document and saves every change. Call once, in a component. */
export function applySettings(): void {
  $effect(() => {
    const root = document.documentElement;
    root.dataset['theme'] = settings.theme;
    root.dataset['board'] = settings.board;
    try {
      localStorage.setItem(STORAGE_KEY, JSON.stringify(settings));
    } catch {
      // See `load`.
    }
  });
}

/** Whether animations are wanted, by the settings and by the system. */
export function animationsEnabled(): boolean {
  return settings.animation && !matchMedia('(prefers-reduced-motion: reduce)').matches;
}
