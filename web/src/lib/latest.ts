/** Requests of which only the last counts: an answer that comes late must not replace a newer one. */
export class Latest {
  #current = 0;

  /** Begins a request. Returns a function that says whether it is still the last one. */
  begin(): () => boolean {
    const request = ++this.#current;
    return () => request === this.#current;
  }
}
