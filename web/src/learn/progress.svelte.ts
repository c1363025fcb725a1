/** The exercises solved in this browser. */
const STORAGE_KEY = 'quintain.solved';

function load(): string[] {
  try {
    const found: unknown = JSON.parse(localStorage.getItem(STORAGE_KEY) ?? '[]');
    return Array.isArray(found) ? found.filter((one) => typeof one === 'string') : [];
  } catch {
    return []; // Nothing is stored, or not by us.
  }
}

let solved = $state.raw<readonly string[]>(load());

export const progress = {
  has: (game: string, id: string): boolean => solved.includes(`${game}/${id}`),
  add(game: string, id: string): void {
    solved = [...new Set([...solved, `${game}/${id}`])];
    try {
      localStorage.setItem(STORAGE_KEY, JSON.stringify(solved));
    } catch {
      // Storage can be forbidden; then progress lasts as long as the page.
    }
  },
};
