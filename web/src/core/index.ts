/**
 * The rules and the engine. They come to this browser after the page is there; until then, and
 * where they cannot come, the server answers. Without a network everyone waits for them.
 */
import { ApiError } from '../api/http';
import type {
  AnalysisRequest,
  AnalysisUpdate,
  PositionRequest,
  PositionResponse,
} from '../api/types';
import { settings } from '../lib/settings.svelte';
import { texts } from '../texts';
import { expectKeysOnly } from '../texts/language.svelte';
import type { Core, RunningAnalysis } from './core';
import type { DeviceCore } from './device';
import { remoteCore } from './remote';

/** The addresses of the module and of the games' networks; `null` if the app was built without. */
declare const CORE_FILES: { module: string; networks: Record<string, string> } | null;

let device: DeviceCore | null = null;
let loading: Promise<DeviceCore | null> | undefined;

const spawn = (): Worker =>
  new Worker(new URL('./core.worker.ts', import.meta.url), { type: 'module' });

/** Whether this browser can have the rules and the engine. */
export const canHaveCore = CORE_FILES !== null && typeof WebAssembly === 'object';

/** Loads the module; `null` if there is none, or if it cannot be loaded now. */
export function loadCore(): Promise<DeviceCore | null> {
  loading ??= fetchCore().catch(() => {
    loading = undefined;
    return null;
  });
  return loading;
}

async function fetchCore(): Promise<DeviceCore | null> {
  if (!canHaveCore || CORE_FILES === null) return null;
  const [module, { DeviceCore: Device }] = await Promise.all([
    WebAssembly.compileStreaming(fetch(CORE_FILES.module)),
    import('./device'),
    // The module has no texts.
    expectKeysOnly(),
  ]);
  device = new Device(module, fetchNetwork, spawn);
  return device;
}

const networks = new Map<string, Promise<ArrayBuffer>>();

/** The bytes of a game's network, fetched once; `undefined` if the game has none. */
function fetchNetwork(game: string): Promise<ArrayBuffer> | undefined {
  const url = CORE_FILES?.networks[game];
  if (url === undefined) return undefined;
  const request = networks.get(game) ?? fetchBytes(url);
  networks.set(game, request);
  request.catch(() => networks.delete(game));
  return request;
}

async function fetchBytes(url: string): Promise<ArrayBuffer> {
  try {
    const response = await fetch(url);
    if (response.ok) return await response.arrayBuffer();
  } catch {
    // There is no network.
  }
  throw new ApiError('network', () => texts().errors.network);
}

/** Asks whoever can answer first. */
async function ask<T>(question: (core: Core) => Promise<T>): Promise<T> {
  if (device) return question(device);
  try {
    return await question(remoteCore);
  } catch (error) {
    const isOffline = error instanceof ApiError && error.code === 'network';
    const loaded = isOffline ? await loadCore() : null;
    if (!loaded) throw error;
    return question(loaded);
  }
}

/** All positions of a line. They come some at a time, and say how many by doing so. */
async function allPositions(request: PositionRequest): Promise<PositionResponse> {
  const found = await core.positions({ ...request, all: true });
  const pageLength = Math.max(found.views.length, 1);
  const missing: Promise<PositionResponse>[] = [];
  for (let from = pageLength; from <= found.steps.length; from += pageLength)
    missing.push(core.positions({ ...request, all: true, from }));
  const pages = await Promise.all(missing);
  return { ...found, views: [...found.views, ...pages.flatMap(({ views }) => views)] };
}

/** Analyses where the settings say: in this browser, unless it has no engine. */
function analyse(
  request: AnalysisRequest,
  onUpdate: (update: AnalysisUpdate) => void,
): RunningAnalysis {
  if (settings.engine === 'server' || !canHaveCore) return remoteCore.analyse(request, onUpdate);
  let stopped = false;
  let running: RunningAnalysis | undefined;
  const start = async (): Promise<void> => {
    const loaded = await loadCore();
    if (stopped) return;
    running = (loaded ?? remoteCore).analyse(request, onUpdate);
    await running.done;
  };
  return {
    done: start(),
    stop: () => {
      stopped = true;
      running?.stop();
    },
  };
}

export const core: Core & { allPositions: typeof allPositions } = {
  positions: (request) => ask((one) => one.positions(request)),
  premoves: (request) => ask((one) => one.premoves(request)),
  parseDraft: (request) => ask((one) => one.parseDraft(request)),
  composeDraft: (game, draft) => ask((one) => one.composeDraft(game, draft)),
  parseRecords: (text, format) => ask((one) => one.parseRecords(text, format)),
  writeRecord: (request) => ask((one) => one.writeRecord(request)),
  allPositions,
  analyse,
};

/** The position after a move, as the rules have it; `null` if that takes chance or the server. */
export async function positionAfter(
  game: string,
  position: string,
  move: string,
): Promise<PositionResponse | null> {
  if (!device) return null;
  const found = await device.positions({ game, start: position, steps: [move] });
  return found.error === null ? found : null;
}
