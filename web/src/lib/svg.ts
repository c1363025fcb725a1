/** The path of a line through some points. */
export function polyline(points: readonly { x: number; y: number | null }[]): string {
  return points.map(({ x, y }, i) => `${i === 0 ? 'M' : 'L'}${x} ${y ?? 0}`).join('');
}
