import { createHash } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { commits, sha256 } from './sha256';

describe('sha256', () => {
  test('gives the hashes of the standard’s examples', () => {
    expect(sha256('')).toBe('e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855');
    expect(sha256('abc')).toBe('ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad');
    expect(sha256('abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq')).toBe(
      '248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1',
    );
  });

  test('agrees with another implementation at every length around the block size', () => {
    for (let length = 0; length < 200; length++) {
      const text = 'é'.repeat(length % 7) + 'x'.repeat(length);
      expect(sha256(text)).toBe(createHash('sha256').update(text, 'utf8').digest('hex'));
    }
  });

  test('a commitment holds for its secret and no other', () => {
    const commitment = createHash('sha256').update('00ff:c1 b5').digest('hex');
    expect(commits(commitment, '00ff', 'c1 b5')).toBe(true);
    expect(commits(commitment, '00ff', 'd1 b5')).toBe(false);
    expect(commits(commitment, '00fe', 'c1 b5')).toBe(false);
  });
});
