/** The rules and the engine in this browser: a worker for questions, and one for each analysis. */
import { ApiError, serverError } from '../api/http';
import type {
  AnalysisRequest,
  AnalysisUpdate,
  ComposeDraftResponse,
  Draft,
  ErrorBody,
  ParseDraftRequest,
  ParseDraftResponse,
  ParseRecordsResponse,
  PositionRequest,
  PositionResponse,
  PremovesResponse,
  WriteRecordRequest,
  WriteRecordResponse,
} from '../api/types';
import { texts } from '../texts';
import type { Core, RunningAnalysis } from './core';
import type { FromWorker, ToWorker } from './protocol';

type Answer = { ok: unknown } | { error: ErrorBody };

interface Waiting {
  resolve: (answer: unknown) => void;
  reject: (error: ApiError) => void;
  onReport: (json: string) => void;
}

/** Nobody answers anymore. */
const stoppedError = (): ApiError => new ApiError('internal', () => texts().errors.unexpected);

/** A worker and the requests that it has not answered. */
class Connection {
  readonly #worker: Worker;
  readonly #waiting = new Map<number, Waiting>();
  #ids = 0;
  /** Whether it has failed: then it answers nothing more. */
  broken = false;

  constructor(worker: Worker, module: WebAssembly.Module) {
    this.#worker = worker;
    worker.addEventListener('message', ({ data }: MessageEvent<FromWorker>) => this.#receive(data));
    worker.addEventListener('error', () => this.close());
    this.#send({ kind: 'module', module });
  }

  /** Gives the worker's engine its network. */
  loadNetwork(game: string, bytes: ArrayBuffer): void {
    this.#send({ kind: 'network', game, bytes });
  }

  request(service: string, request: unknown, onReport: Waiting['onReport']): Promise<unknown> {
    const id = ++this.#ids;
    if (this.broken) return Promise.reject(stoppedError());
    return new Promise((resolve, reject) => {
      this.#waiting.set(id, { resolve, reject, onReport });
      this.#send({ kind: 'request', id, service, request });
    });
  }

  #send(message: ToWorker): void {
    // Unlike a window, a worker has no origin to name.
    this.#worker.postMessage(message, []);
  }

  /** Ends the worker; what it has not answered is given up. */
  close(): void {
    this.broken = true;
    for (const { reject } of this.#waiting.values()) reject(stoppedError());
    this.#waiting.clear();
    this.#worker.terminate();
  }

  #receive(message: FromWorker): void {
    const waiting = this.#waiting.get(message.id);
    if (message.kind === 'failure') this.close();
    else if (message.kind === 'report') waiting?.onReport(message.json);
    else {
      this.#waiting.delete(message.id);
      const answer = JSON.parse(message.json) as Answer;
      if ('ok' in answer) waiting?.resolve(answer.ok);
      else waiting?.reject(serverError(answer.error));
    }
  }
}

export class DeviceCore implements Core {
  readonly #module: WebAssembly.Module;
  readonly #fetchNetwork: (game: string) => Promise<ArrayBuffer> | undefined;
  readonly #spawn: () => Worker;
  #connection: Connection | undefined;

  constructor(
    module: WebAssembly.Module,
    fetchNetwork: (game: string) => Promise<ArrayBuffer> | undefined,
    spawn: () => Worker,
  ) {
    this.#module = module;
    this.#fetchNetwork = fetchNetwork;
    this.#spawn = spawn;
  }

  /** Asks one of the services; see the crate `wasm` for their names. */
  async call<T>(service: string, request: unknown): Promise<T> {
    if (!this.#connection || this.#connection.broken) this.#connection = this.#connect();
    return (await this.#connection.request(service, request, () => undefined)) as T;
  }

  #connect(): Connection {
    return new Connection(this.#spawn(), this.#module);
  }

  positions(request: PositionRequest): Promise<PositionResponse> {
    return this.call('positions', request);
  }

  premoves(request: PositionRequest): Promise<PremovesResponse> {
    return this.call('premoves', request);
  }

  parseDraft(request: ParseDraftRequest): Promise<ParseDraftResponse> {
    return this.call('parse_draft', request);
  }

  composeDraft(game: string, draft: Draft): Promise<ComposeDraftResponse> {
    return this.call('compose_draft', { game, draft });
  }

  parseRecords(text: string, format: string | null): Promise<ParseRecordsResponse> {
    return this.call('parse_records', { text, format });
  }

  writeRecord(request: WriteRecordRequest): Promise<WriteRecordResponse> {
    return this.call('write_record', request);
  }

  analyse(request: AnalysisRequest, onUpdate: (update: AnalysisUpdate) => void): RunningAnalysis {
    const { result, stop } = this.#run(request.position.game, 'analyse', request, (json) =>
      onUpdate(JSON.parse(json) as AnalysisUpdate),
    );
    return { done: result.then(() => undefined), stop };
  }

  /** The engine's move in a game of this device; `null` if it is not its turn. */
  engineMove(id: string, game: unknown): { move: Promise<string | null>; stop: () => void } {
    const seed = crypto.getRandomValues(new Uint32Array(1))[0] ?? 0;
    const { result, stop } = this.#run(id, 'engine_move', { game, seed }, () => undefined);
    return { move: result as Promise<string | null>, stop };
  }

  /**
   * Has a game's engine work in a worker of its own, so that stopping it stops the work; then the
   * result is `null`.
   */
  #run(
    game: string,
    service: string,
    request: unknown,
    onReport: (json: string) => void,
  ): { result: Promise<unknown>; stop: () => void } {
    const connection = this.#connect();
    let stopped = false;
    const work = async (): Promise<unknown> => {
      try {
        const network = await this.#fetchNetwork(game);
        if (network) connection.loadNetwork(game, network);
        return await connection.request(service, request, onReport);
      } catch (error) {
        if (stopped) return null;
        throw error;
      } finally {
        connection.close();
      }
    };
    const stop = (): void => {
      stopped = true;
      connection.close();
    };
    return { result: work(), stop };
  }
}
