import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import type { MachineId } from '@berth/contract/ids';
import { MACHINE_NONCE_TTL_MS } from '@berth/contract/limits';

/**
 * Nonces for machines that ask over HTTP. They are kept nowhere: the server recognises its own by their MAC, which
 * covers the machine and the end of their time, so any node accepts what another gave out.
 */
export interface Nonces {
  /** The server's public address: tokens over its nonces are for it alone. */
  readonly audience: string;
  issue(machine: MachineId): string;
  /** Whether this server gave the nonce to this machine, and its time is not over. */
  accepts(nonce: string, machine: MachineId): boolean;
}

/** @param key 32 bytes for this purpose alone. @param now the clock, in milliseconds. */
export function createNonces(key: Buffer, audience: string, now: () => number = Date.now): Nonces {
  const mac = (machine: MachineId, random: string, expires: string) =>
    createHmac('sha256', key).update(`${machine}.${random}.${expires}`).digest('base64url');
  return {
    audience,
    issue(machine) {
      const random = randomBytes(16).toString('base64url');
      const expires = (now() + MACHINE_NONCE_TTL_MS).toString(36);
      return `${random}.${expires}.${mac(machine, random, expires)}`;
    },
    accepts(nonce, machine) {
      const [random, expires, given, ...rest] = nonce.split('.');
      if (random === undefined || expires === undefined || given === undefined || rest.length > 0) return false;
      const expected = Buffer.from(mac(machine, random, expires));
      const actual = Buffer.from(given);
      const authentic = actual.length === expected.length && timingSafeEqual(actual, expected);
      return authentic && Number.parseInt(expires, 36) > now();
    },
  };
}
