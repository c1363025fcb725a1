/** The WebAssembly module: requests and responses as text through its memory. */

interface Exports {
  memory: WebAssembly.Memory;
  request: (length: number) => number;
  answer: () => void;
  response: () => number;
  response_length: () => number;
}

export class CoreModule {
  readonly #exports: Exports;
  /** Called with what is found while a request is answered. */
  #onReport: (json: string) => void = () => undefined;

  constructor(module: WebAssembly.Module) {
    const host = {
      now: () => performance.now(),
      report: (at: number, length: number) => this.#onReport(this.#text(at, length)),
    };
    const instance = new WebAssembly.Instance(module, { host });
    // The module is built with the app: it has these functions.
    this.#exports = instance.exports as unknown as Exports;
  }

  /** Answers a request, as JSON. */
  handle(service: string, request: unknown, onReport: (json: string) => void): string {
    this.#onReport = onReport;
    return this.#answer(new TextEncoder().encode(`${service}\n${JSON.stringify(request)}`));
  }

  /** Gives a game's engine its network. */
  loadNetwork(game: string, network: Uint8Array): void {
    const head = new TextEncoder().encode(`load_network\n${game}\n`);
    const bytes = new Uint8Array(head.length + network.length);
    bytes.set(head);
    bytes.set(network, head.length);
    const answer = this.#answer(bytes);
    if (!answer.startsWith('{"ok"')) throw new Error(answer);
  }

  #answer(bytes: Uint8Array): string {
    const { request, answer, response, response_length: length } = this.#exports;
    const at = request(bytes.length);
    new Uint8Array(this.#exports.memory.buffer, at, bytes.length).set(bytes);
    answer();
    return this.#text(response(), length());
  }

  #text(at: number, length: number): string {
    return new TextDecoder().decode(new Uint8Array(this.#exports.memory.buffer, at, length));
  }
}
