/** The current user: a guest, or a person with an account. */
import { ensureSession } from '../api/http';
import { connection } from '../api/connection.svelte';
import type { Me } from '../api/types';
import { forgetGames } from '../game/kept';

class Session {
  #fetched = $state.raw<Me | null>(null);

  /** The user as the server last described them; `null` until it has. */
  get me(): Me | null {
    const [fetched, received] = [this.#fetched, connection.me];
    if (!fetched || !received) return fetched ?? received;
    return received.server_time >= fetched.server_time ? received : fetched;
  }

  /** The account's name; `null` for guests. */
  get account(): string | null {
    return this.me && !this.me.guest ? this.me.name : null;
  }

  /** Asks the server who we are. */
  async load(): Promise<void> {
    this.#fetched = await ensureSession();
  }

  /** Continues as another user, on the socket too. */
  switchTo(me: Me): void {
    this.#fetched = me;
    forgetGames();
    connection.reset();
  }

  /** Continues as a new guest. */
  async switchToGuest(): Promise<void> {
    this.switchTo(await ensureSession(true));
  }
}

export const session = new Session();
