/** The rules and the engine on the server. */
import { api, streamLines } from '../api/http';
import type { AnalysisRequest, AnalysisUpdate } from '../api/types';
import type { Core, RunningAnalysis } from './core';

export const remoteCore: Core = {
  positions: (request) => api.positions(request),
  premoves: (request) => api.premoves(request),
  parseDraft: (request) => api.parseDraft(request),
  composeDraft: (game, draft) => api.composeDraft(game, draft),
  parseRecords: (text, format) => api.parseRecords(text, format),
  writeRecord: (request) => api.writeRecord(request),

  analyse(request: AnalysisRequest, onUpdate: (update: AnalysisUpdate) => void): RunningAnalysis {
    const controller = new AbortController();
    let stopped = false;
    const done = streamLines('/api/analysis', request, controller.signal, (line) => {
      if (!stopped) onUpdate(JSON.parse(line) as AnalysisUpdate);
    }).catch((error: unknown) => {
      if (!stopped) throw error;
    });
    return {
      done,
      stop: () => {
        stopped = true;
        controller.abort();
      },
    };
  },
};
