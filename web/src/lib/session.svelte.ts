/** Who is here: a guest or somebody with an account. */
import { introduce } from '../api/http';
import { connection } from '../api/connection.svelte';
import type { Me } from '../api/types';

class Session {
  #asked = $state.raw<Me | null>(null);

  /** Who we are, once the server has said so: what it said last. */
  get me(): Me | null {
    const [asked, heard] = [this.#asked, connection.me];
    return asked && heard ? (heard.now >= asked.now ? heard : asked) : (asked ?? heard);
  }

  /** The account's name; nothing for guests. */
  get account(): string | null {
    return this.me && !this.me.guest ? this.me.name : null;
  }

  /** Asks the server. */
  async load(): Promise<void> {
    this.#asked = await introduce();
  }

  /** We are somebody else now; the socket has to know it too. */
  become(me: Me): void {
    this.#asked = me;
    connection.renew();
  }

  /** We are nobody now: a new guest. */
  async leave(): Promise<void> {
    this.become(await introduce(true));
  }
}

export const session = new Session();
