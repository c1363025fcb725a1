/**
 * The rules and the engine, wherever they are: in this browser (`device.ts`) or on the server
 * (`remote.ts`).
 */
import type {
  AnalysisRequest,
  AnalysisUpdate,
  ComposeDraftResponse,
  Draft,
  ParseDraftRequest,
  ParseDraftResponse,
  ParseRecordsResponse,
  PositionRequest,
  PositionResponse,
  PremovesResponse,
  WriteRecordRequest,
  WriteRecordResponse,
} from '../api/types';

/** An analysis that has been started. */
export interface RunningAnalysis {
  /** Settles when it has ended; fails if it was rejected. */
  done: Promise<void>;
  /** Ends it at once: nothing is reported afterwards. */
  stop: () => void;
}

export interface Core {
  positions(request: PositionRequest): Promise<PositionResponse>;
  premoves(request: PositionRequest): Promise<PremovesResponse>;
  parseDraft(request: ParseDraftRequest): Promise<ParseDraftResponse>;
  composeDraft(game: string, draft: Draft): Promise<ComposeDraftResponse>;
  parseRecords(text: string, format: string | null): Promise<ParseRecordsResponse>;
  writeRecord(request: WriteRecordRequest): Promise<WriteRecordResponse>;
  analyse(request: AnalysisRequest, onUpdate: (update: AnalysisUpdate) => void): RunningAnalysis;
}
