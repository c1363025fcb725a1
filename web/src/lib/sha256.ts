/**
 * SHA-256 (FIPS 180-4). Browsers offer it only on secure pages (`crypto.subtle`), and a game on a
 * local network over plain http has to be checkable too.
 */

/** The first 32 bits of the fractional parts of the cube roots of the first 64 primes. */
const K = primes(64).map((p) => fraction(Math.cbrt(p)));

function primes(count: number): number[] {
  const found: number[] = [];
  for (let n = 2; found.length < count; n++) if (found.every((p) => n % p !== 0)) found.push(n);
  return found;
}

function fraction(x: number): number {
  return ((x - Math.floor(x)) * 2 ** 32) | 0;
}

const rotate = (x: number, by: number): number => (x >>> by) | (x << (32 - by));

/** The message with its end mark and length, in whole blocks of 64 bytes. */
function padded(message: Uint8Array): DataView {
  const blocks = Math.ceil((message.length + 9) / 64);
  const bytes = new Uint8Array(blocks * 64);
  bytes.set(message);
  bytes[message.length] = 0x80;
  const view = new DataView(bytes.buffer);
  view.setBigUint64(bytes.length - 8, BigInt(message.length) * 8n);
  return view;
}

/** The 64 words that a block is spread into. */
function schedule(block: DataView, at: number): Int32Array {
  const w = new Int32Array(64);
  const word = (i: number): number => w[i] ?? 0;
  for (let i = 0; i < 16; i++) w[i] = block.getInt32(at + i * 4);
  for (let i = 16; i < 64; i++) {
    const [a, b] = [word(i - 15), word(i - 2)];
    const s0 = rotate(a, 7) ^ rotate(a, 18) ^ (a >>> 3);
    const s1 = rotate(b, 17) ^ rotate(b, 19) ^ (b >>> 10);
    w[i] = word(i - 16) + s0 + word(i - 7) + s1;
  }
  return w;
}

type State = [number, number, number, number, number, number, number, number];

function compress(state: State, w: Int32Array): State {
  let [a, b, c, d, e, f, g, h] = state;
  for (let i = 0; i < 64; i++) {
    const s1 = rotate(e, 6) ^ rotate(e, 11) ^ rotate(e, 25);
    const t1 = h + s1 + ((e & f) ^ (~e & g)) + (K[i] ?? 0) + (w[i] ?? 0);
    const s0 = rotate(a, 2) ^ rotate(a, 13) ^ rotate(a, 22);
    const t2 = s0 + ((a & b) ^ (a & c) ^ (b & c));
    [h, g, f, e, d, c, b, a] = [g, f, e, (d + t1) | 0, c, b, a, (t1 + t2) | 0];
  }
  const after: State = [a, b, c, d, e, f, g, h];
  return after.map((x, i) => (x + (state[i] ?? 0)) | 0) as State;
}

/** The hash of a text's UTF-8, in lowercase hex. */
export function sha256(text: string): string {
  const message = padded(new TextEncoder().encode(text));
  let state = primes(8).map((p) => fraction(Math.sqrt(p))) as State;
  for (let at = 0; at < message.byteLength; at += 64)
    state = compress(state, schedule(message, at));
  return state.map((x) => (x >>> 0).toString(16).padStart(8, '0')).join('');
}

/** Whether a revealed secret is what was committed to. */
export function commits(commitment: string, salt: string, secret: string): boolean {
  return sha256(`${salt}:${secret}`) === commitment.toLowerCase();
}
