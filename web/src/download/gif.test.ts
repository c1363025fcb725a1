import { expect, test } from 'vitest';
import { compress, encodeGif } from './gif';

/** Reads what `compress` writes, as the format's specification has it. */
function decompress(bytes: readonly number[]): number[] {
  const [CLEAR, END] = [256, 257];
  let bits = 0;
  let count = 0;
  let at = 0;
  let width = 9;
  let table: number[][] = [];
  let previous: number[] | undefined;
  const out: number[] = [];
  const reset = (): void => {
    table = Array.from({ length: 258 }, (_, i) => [i]);
    width = 9;
    previous = undefined;
  };
  for (;;) {
    while (count < width) {
      bits |= (bytes[at++] ?? 0) << count;
      count += 8;
    }
    const code = bits & ((1 << width) - 1);
    bits >>>= width;
    count -= width;
    if (code === CLEAR) {
      reset();
      continue;
    }
    if (code === END) return out;
    const found = table[code] ?? [...(previous ?? []), previous?.[0] ?? 0];
    out.push(...found);
    if (previous && table.length < 4096) table.push([...previous, found[0] ?? 0]);
    if (table.length === 1 << width && width < 12) width++;
    previous = found;
  }
}

test('what is compressed can be read again, also when the table is full', () => {
  const cases = [
    [7],
    [1, 1, 1, 1, 1, 1, 1, 1],
    Array.from({ length: 50_000 }, (_, i) => (i * i + (i >> 3)) % 256),
    Array.from({ length: 20_000 }, (_, i) => (i % 97 < 50 ? 3 : 4)),
  ];
  for (const indices of cases)
    expect(decompress(compress(Uint8Array.from(indices)))).toEqual(indices);
});

const pixels = (r: number): Uint8ClampedArray =>
  new Uint8ClampedArray(Array.from({ length: 6 }, () => [r, 20, 30, 255]).flat());

test('a file has its size, its colors, its frames and its end', () => {
  const file = encodeGif(3, 2, [
    { pixels: pixels(200), delay: 80 },
    { pixels: pixels(10), delay: 300 },
  ]);
  expect(String.fromCodePoint(...file.subarray(0, 6))).toBe('GIF89a');
  expect([...file.subarray(6, 11)]).toEqual([3, 0, 2, 0, 0xf7]);
  const colors = [[...file.subarray(13, 16)], [...file.subarray(16, 19)]];
  expect(colors).toContainEqual([200, 20, 30]);
  expect(colors).toContainEqual([10, 20, 30]);
  expect(file.at(-1)).toBe(0x3b);
  const delays = [...file.keys()].filter(
    (i) => file[i] === 0x21 && file[i + 1] === 0xf9 && file[i + 2] === 4,
  );
  expect(delays.map((i) => (file[i + 4] ?? 0) + 256 * (file[i + 5] ?? 0))).toEqual([80, 300]);
});
