import { createHash } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { verifyCommitment } from './commitment';

const hash = (text: string) => createHash('sha256').update(text, 'utf8').digest('hex');

describe('a commitment', () => {
  test('holds for its secret and no other', () => {
    const commitment = hash('00ff:c1 b5');
    expect(verifyCommitment(commitment, '00ff', 'c1 b5')).toBe(true);
    expect(verifyCommitment(commitment.toUpperCase(), '00ff', 'c1 b5')).toBe(true);
    expect(verifyCommitment(commitment, '00ff', 'd1 b5')).toBe(false);
    expect(verifyCommitment(commitment, '00fe', 'c1 b5')).toBe(false);
    expect(verifyCommitment('', '00ff', 'c1 b5')).toBe(false);
  });

  test('agrees with another implementation at every length around the block size', () => {
    for (let length = 0; length < 200; length++) {
      const secret = 'é'.repeat(length % 7) + 'x'.repeat(length);
      expect(verifyCommitment(hash(`:${secret}`), '', secret)).toBe(true);
    }
  });
});
