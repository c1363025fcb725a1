/** What the page and its workers say to each other. */

/** From the page. */
export type ToWorker =
  /** First of all: the compiled module. */
  | { kind: 'module'; module: WebAssembly.Module }
  /** The network of a game, for its engine. */
  | { kind: 'network'; game: string; bytes: ArrayBuffer }
  | { kind: 'request'; id: number; service: string; request: unknown };

/** From a worker. */
export type FromWorker =
  /** Something found on the way to an answer, as JSON. */
  | { kind: 'report'; id: number; json: string }
  /** The answer, as JSON. */
  | { kind: 'answer'; id: number; json: string }
  /** The module has failed, and with it the worker. */
  | { kind: 'failure'; id: number; reason: string };
