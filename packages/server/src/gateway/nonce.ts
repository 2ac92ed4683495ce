import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import type { MachineId } from '@berth/contract/ids';
import { MACHINE_NONCE_TTL_MS } from '@berth/contract/limits';

/**
 * Nonces for machines that authenticate over HTTP. A MAC over machine and expiry identifies them, so any node accepts
 * the nonces of another. Only used ones are stored, because each is valid once.
 */
export interface Nonces {
  /** The server's public URL: tokens over its nonces are valid only for it. */
  readonly audience: string;
  issue(machine: MachineId): string;
  /** Whether this server issued the nonce to this machine and it is neither expired nor used. It is used afterward. */
  accepts(nonce: string, machine: MachineId): Promise<boolean>;
}

/**
 * @param key 32 bytes for this purpose only.
 * @param now The clock, in milliseconds.
 */
export function createNonces(key: Buffer, audience: string, use: UseNonce, now: () => number = Date.now): Nonces {
  const mac = (machine: MachineId, random: string, expires: string) =>
    createHmac('sha256', key).update(`${machine}.${random}.${expires}`).digest('base64url');
  return {
    audience,
    issue(machine) {
      const random = randomBytes(16).toString('base64url');
      const expires = (now() + MACHINE_NONCE_TTL_MS).toString(36);
      return `${random}.${expires}.${mac(machine, random, expires)}`;
    },
    async accepts(nonce, machine) {
      const [random, expires, given, ...rest] = nonce.split('.');
      if (random === undefined || expires === undefined || given === undefined || rest.length > 0) return false;
      const expected = Buffer.from(mac(machine, random, expires));
      const actual = Buffer.from(given);
      const authentic = actual.length === expected.length && timingSafeEqual(actual, expected);
      const expiresAt = Number.parseInt(expires, 36);
      return authentic && expiresAt > now() && use(nonce, expiresAt);
    },
  };
}

/** Marks a nonce as used; returns false if it was used already. Deletes expired ones. */
export type UseNonce = (nonce: string, expiresAtMs: number) => Promise<boolean>;
