/** What a person chose last in this browser, as the next suggestion. */
const STORAGE_KEY = 'quintain.level';
const LEVELS = 8;

/** The engine level that was played last; `null` if none was. */
export function lastLevel(): number | null {
  try {
    const level = Number(localStorage.getItem(STORAGE_KEY));
    return Number.isInteger(level) && level >= 1 && level <= LEVELS ? level : null;
  } catch {
    return null; // Storage can be forbidden.
  }
}

export function rememberLevel(level: number): void {
  try {
    localStorage.setItem(STORAGE_KEY, String(level));
  } catch {
    // See `lastLevel`.
  }
}
