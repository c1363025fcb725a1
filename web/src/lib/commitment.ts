/**
 * Commitments to secrets. Browsers offer SHA-256 only on secure pages (`crypto.subtle`), and a game
 * on a local network over plain HTTP has to be verifiable too, hence a library.
 */
import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js';

/** Whether a disclosed secret is the one committed to: the SHA-256 of `salt:secret`, in hex. */
export function verifyCommitment(commitment: string, salt: string, secret: string): boolean {
  return bytesToHex(sha256(utf8ToBytes(`${salt}:${secret}`))) === commitment.toLowerCase();
}
