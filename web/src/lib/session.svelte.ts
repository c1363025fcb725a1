/** Who is here: a guest or somebody with an account. */
import { api } from '../api/http';
import { connection } from '../api/connection.svelte';
import type { Me } from '../api/types';

class Session {
  #asked = $state.raw<Me | null>(null);

  /** Who we are, once the server has said so. */
  get me(): Me | null {
    return this.#asked ?? connection.me;
  }

  /** The account's name; nothing for guests. */
  get account(): string | null {
    return this.me && !this.me.guest ? this.me.name : null;
  }

  /** Asks the server. */
  async load(): Promise<void> {
    this.#asked = await api.me();
  }

  /** We are somebody else now; the socket has to know it too. */
  become(me: Me | null): void {
    this.#asked = me;
    connection.renew();
  }
}

export const session = new Session();
