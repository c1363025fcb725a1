/** Animated GIF files: frames of up to 256 colors, compressed as the format wants (LZW). */

export interface Frame {
  /** The pixels, row by row: red, green, blue and alpha of each. */
  pixels: Uint8ClampedArray;
  /** How long it is shown, in hundredths of a second. */
  delay: number;
}

const MAX_COLORS = 256;
/** Bits per pixel before compression. */
const COLOR_BITS = 8;
/** Codes have at most this many bits. */
const MAX_CODE_BITS = 12;
/** Data comes in blocks of at most this many bytes. */
const MAX_BLOCK = 255;

const text = (value: string): number[] => [...value].map((char) => char.codePointAt(0) ?? 0);
const word = (value: number): number[] => [value & 0xff, value >> 8];

/** A color with four bits for each part, which is close enough for boards. */
const rough = (r: number, g: number, b: number): number =>
  ((r >> 4) << 8) | ((g >> 4) << 4) | (b >> 4);

/** The most frequent colors of all frames, and which of them stands for a rough color. */
function palette(frames: readonly Frame[]): { colors: number[][]; indexOf: Uint8Array } {
  const counts = new Map<number, { count: number; sum: [number, number, number] }>();
  for (const { pixels } of frames) {
    for (let i = 0; i < pixels.length; i += 4) {
      const [r = 0, g = 0, b = 0] = [pixels[i], pixels[i + 1], pixels[i + 2]];
      const key = rough(r, g, b);
      const known = counts.get(key) ?? { count: 0, sum: [0, 0, 0] };
      known.count++;
      known.sum[0] += r;
      known.sum[1] += g;
      known.sum[2] += b;
      counts.set(key, known);
    }
  }
  const frequent = [...counts.values()].toSorted((a, b) => b.count - a.count).slice(0, MAX_COLORS);
  const colors = frequent.map(({ count, sum }) => sum.map((part) => Math.round(part / count)));
  const indexOf = new Uint8Array(1 << 12);
  for (const [key, { count, sum }] of counts) {
    const wanted = sum.map((part) => part / count);
    indexOf[key] = nearest(colors, wanted);
  }
  return { colors, indexOf };
}

function nearest(colors: readonly number[][], wanted: readonly number[]): number {
  let best = 0;
  let least = Infinity;
  for (const [index, color] of colors.entries()) {
    const distance = color.reduce((sum, part, i) => sum + (part - (wanted[i] ?? 0)) ** 2, 0);
    if (distance < least) [best, least] = [index, distance];
  }
  return best;
}

/** Codes of growing width, lowest bits first. */
class BitWriter {
  readonly bytes: number[] = [];
  #pending = 0;
  #count = 0;

  write(code: number, width: number): void {
    this.#pending |= code << this.#count;
    this.#count += width;
    while (this.#count >= 8) {
      this.bytes.push(this.#pending & 0xff);
      this.#pending >>>= 8;
      this.#count -= 8;
    }
  }

  finish(): number[] {
    if (this.#count > 0) this.bytes.push(this.#pending & 0xff);
    return this.bytes;
  }
}

/** Compresses indices into the palette. */
export function compress(indices: Uint8Array): number[] {
  const CLEAR = 1 << COLOR_BITS;
  const END = CLEAR + 1;
  const out = new BitWriter();
  let width = COLOR_BITS + 1;
  let next = END + 1;
  // A sequence that is known, followed by one more index, by both.
  let known = new Map<number, number>();
  out.write(CLEAR, width);
  let code = indices[0] ?? 0;
  for (const index of indices.subarray(1)) {
    const key = (code << COLOR_BITS) | index;
    const longer = known.get(key);
    if (longer !== undefined) {
      code = longer;
      continue;
    }
    out.write(code, width);
    if (next === 1 << MAX_CODE_BITS) {
      out.write(CLEAR, width);
      known = new Map();
      width = COLOR_BITS + 1;
      next = END + 1;
    } else {
      // The reader is one code behind.
      if (next === 1 << width) width++;
      known.set(key, next++);
    }
    code = index;
  }
  out.write(code, width);
  out.write(END, width);
  return out.finish();
}

/** A file of frames that repeats forever. */
export function encodeGif(width: number, height: number, frames: readonly Frame[]): Uint8Array {
  const { colors, indexOf } = palette(frames);
  const table = new Uint8Array(MAX_COLORS * 3);
  table.set(colors.flat());
  const parts: (readonly number[] | Uint8Array)[] = [
    text('GIF89a'),
    [...word(width), ...word(height), 0xf7, 0, 0],
    table,
    [0x21, 0xff, 11, ...text('NETSCAPE2.0'), 3, 1, 0, 0, 0],
  ];
  for (const { pixels, delay } of frames) {
    const indices = new Uint8Array(width * height);
    for (let i = 0; i < indices.length; i++) {
      const [r = 0, g = 0, b = 0] = pixels.subarray(i * 4, i * 4 + 3);
      indices[i] = indexOf[rough(r, g, b)] ?? 0;
    }
    parts.push([0x21, 0xf9, 4, 4, ...word(delay), 0, 0]);
    parts.push([0x2c, 0, 0, 0, 0, ...word(width), ...word(height), 0, COLOR_BITS]);
    const packed = compress(indices);
    for (let at = 0; at < packed.length; at += MAX_BLOCK) {
      const block = packed.slice(at, at + MAX_BLOCK);
      parts.push([block.length, ...block]);
    }
    parts.push([0]);
  }
  parts.push([0x3b]);
  const bytes = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) {
    bytes.set(part, at);
    at += part.length;
  }
  return bytes;
}
