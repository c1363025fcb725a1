/**
 * Moves that the server has not confirmed, kept across reloads of the page. All tabs share the list;
 * a move that two of them send is played once, because both send it under the same id.
 */
import type { ClientMessage } from './types';

export type ActMessage = ClientMessage & { type: 'act' };

/** A text that outlives the page. */
export interface Storage {
  read(): string | null;
  write(text: string): void;
}

interface Contents {
  /** The user whose moves these are. */
  user: string | null;
  messages: ActMessage[];
}

export class Outbox {
  readonly #storage: Storage;

  constructor(storage: Storage) {
    this.#storage = storage;
  }

  /** The moves, oldest first. */
  get messages(): readonly ActMessage[] {
    return this.#load().messages;
  }

  /** Adds a move, if it is one that can be sent much later: it must say where it belongs. */
  add(message: ActMessage): void {
    const { action } = message;
    if (action.kind !== 'move' || typeof action.ply !== 'number') return;
    const { user, messages } = this.#load();
    this.#save({ user, messages: [...messages, message] });
  }

  remove(requestId: string): void {
    const { user, messages } = this.#load();
    const rest = messages.filter((message) => message.request_id !== requestId);
    if (rest.length < messages.length) this.#save({ user, messages: rest });
  }

  /** The server has said who we are. Returns whether the moves are another user's. */
  belongsToOther(user: string): boolean {
    const contents = this.#load();
    if (contents.user === user) return false;
    const isOther = contents.user !== null && contents.messages.length > 0;
    this.#save({ user, messages: isOther ? [] : contents.messages });
    return isOther;
  }

  #load(): Contents {
    try {
      const found: unknown = JSON.parse(this.#storage.read() ?? 'null');
      if (typeof found === 'object' && found !== null && 'messages' in found)
        return found as Contents;
    } catch {
      // Not our text.
    }
    return { user: null, messages: [] };
  }

  #save(contents: Contents): void {
    this.#storage.write(JSON.stringify(contents));
  }
}
