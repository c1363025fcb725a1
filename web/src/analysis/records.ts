/** Reading recorded games into the analysis. */
import type { ParseRecordsResponse, PositionRequest } from '../api/types';
import { sentence, type LazyText } from '../texts';

/**
 * Opens the first game of a text. Returns what was skipped in it, for people; `null` if nothing
 * was.
 */
export async function openRecord(
  { records, warnings }: ParseRecordsResponse,
  open: (request: PositionRequest) => Promise<void>,
): Promise<LazyText | null> {
  const record = records[0];
  if (!record) return null;
  await open({ game: record.game, start: record.start, steps: record.steps });
  return warnings.length > 0 ? () => warnings.map(sentence).join(' ') : null;
}
