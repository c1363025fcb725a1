/** Actions that can fail, and what to say about the last failure. */
import { describeError } from '../api/http';
import type { LazyText } from '../texts';

export class Attempt {
  /** Why the last action failed; `null` if it did not. */
  error = $state.raw<LazyText | null>(null);
  busy = $state(false);

  /** Runs an action. Returns whether it succeeded. */
  async run(action: () => Promise<void>): Promise<boolean> {
    this.error = null;
    this.busy = true;
    try {
      await action();
      return true;
    } catch (error) {
      this.error = describeError(error);
      return false;
    } finally {
      this.busy = false;
    }
  }
}
