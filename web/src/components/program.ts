/** Marking an account as a program's. */
import type { Me } from '../api/types';

/**
 * Asks the server for what was just clicked. Until it has agreed, and also if it does not, the box
 * shows what the account is.
 */
export async function setProgram(
  box: { checked: boolean },
  ask: (wanted: boolean) => Promise<Me>,
): Promise<Me> {
  const wanted = box.checked;
  box.checked = !wanted;
  const me = await ask(wanted);
  box.checked = me.program;
  return me;
}
