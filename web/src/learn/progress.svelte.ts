/** Which exercises were solved in this browser. */
const KEY = 'quintain.solved';

function load(): string[] {
  try {
    const found: unknown = JSON.parse(localStorage.getItem(KEY) ?? '[]');
    return Array.isArray(found) ? found.filter((one) => typeof one === 'string') : [];
  } catch {
    return []; // Nothing stored, or not by us.
  }
}

let solved = $state.raw<readonly string[]>(load());

export const progress = {
  has: (game: string, title: string): boolean => solved.includes(`${game}/${title}`),
  add(game: string, title: string): void {
    solved = [...new Set([...solved, `${game}/${title}`])];
    try {
      localStorage.setItem(KEY, JSON.stringify(solved));
    } catch {
      // Storage can be forbidden; then it lasts as long as the page.
    }
  },
};
