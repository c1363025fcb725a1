/** Games that this device hosts: against the engine, or of two people in front of it. */
import type {
  Action,
  CreateGameRequest,
  GameSnapshot,
  GameSummary,
  Message,
  Side,
} from '../api/types';
import { ApiError } from '../api/http';
import { loadCore } from '../core';
import type { DeviceCore } from '../core/device';
import { say, texts } from '../texts';

/** A game as it is stored, and as the rules of this device take it. */
export interface LocalGame {
  readonly id: string;
  readonly request: CreateGameRequest;
  readonly created_at: number;
  readonly entropy: readonly number[];
  readonly actions: readonly LocalAction[];
}

/** Something that was done in a game, by the side to move if none is named. */
export interface LocalAction {
  readonly side: Side | null;
  readonly action: Action;
  readonly at: number;
}

interface Entry {
  game: LocalGame;
  /** As it appears in lists. */
  summary: GameSummary;
}

const STORAGE_KEY = 'quintain.device-games';
/** The oldest games make room for new ones. */
const MAX_GAMES = 100;

/** The rules of this device. Fails if they cannot be loaded. */
export async function requireCore(): Promise<DeviceCore> {
  const core = await loadCore();
  if (!core) throw new ApiError('unavailable', () => texts().errors.noCore);
  return core;
}

function load(): Entry[] {
  try {
    const found: unknown = JSON.parse(localStorage.getItem(STORAGE_KEY) ?? '[]');
    return Array.isArray(found) ? (found as Entry[]) : [];
  } catch {
    return []; // Storage can be forbidden, or hold something else.
  }
}

const spoken = (message: Message): Message => ({ ...message, text: say(message) });

/** The rules of this device say keys; in lists they are shown before there is a catalogue. */
function withTexts(summary: GameSummary): GameSummary {
  const { name, outcome } = summary;
  return {
    ...summary,
    name: spoken(name),
    outcome: outcome && { ...outcome, result: outcome.result.map(spoken) },
  };
}

function randomBytes(count: number): number[] {
  return [...crypto.getRandomValues(new Uint8Array(count))];
}

class LocalGames {
  #entries = $state.raw<readonly Entry[]>(load());

  /** The games in lists, the last changed first. */
  get all(): readonly GameSummary[] {
    return this.#entries.map(({ summary }) => summary);
  }

  find(id: string): LocalGame | undefined {
    return this.#entries.find(({ game }) => game.id === id)?.game;
  }

  /** Calls back when another tab has changed a game. Returns a function that ends it. */
  onOtherTab(changed: () => void): () => void {
    const listener = (event: StorageEvent): void => {
      if (event.key !== STORAGE_KEY) return;
      this.#entries = load();
      changed();
    };
    addEventListener('storage', listener);
    return () => removeEventListener('storage', listener);
  }

  async create(request: CreateGameRequest): Promise<string> {
    const core = await requireCore();
    // The game's secrets must not follow from its address.
    const id = randomBytes(5).map((byte) => byte.toString(16).padStart(2, '0'));
    const now = Date.now();
    const game: LocalGame = {
      id: id.join(''),
      request,
      created_at: now,
      entropy: randomBytes(32),
      actions: [],
    };
    const { summary } = await core.call<GameSnapshot>('game', { game, now });
    this.save(game, summary);
    return game.id;
  }

  save(game: LocalGame, shown: GameSummary): void {
    const summary = withTexts(shown);
    // Another tab may have saved others.
    const others = load().filter((one) => one.game.id !== game.id);
    this.#entries = [{ game, summary }, ...others].slice(0, MAX_GAMES);
    try {
      localStorage.setItem(STORAGE_KEY, JSON.stringify(this.#entries));
    } catch {
      // See `load`. Then a game lasts as long as the page.
    }
  }
}

export const localGames = new LocalGames();
