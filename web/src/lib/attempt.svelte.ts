/** Actions that can fail, and the message about the last failure. */
import { errorText } from '../api/http';

export class Attempt {
  /** Why the last action failed; `null` if it did not. */
  error = $state<string | null>(null);
  busy = $state(false);

  /** Runs an action. Returns whether it succeeded. */
  async run(action: () => Promise<void>): Promise<boolean> {
    this.error = null;
    this.busy = true;
    try {
      await action();
      return true;
    } catch (error) {
      this.error = errorText(error);
      return false;
    } finally {
      this.busy = false;
    }
  }
}
