import { createHmac, createSecretKey, timingSafeEqual } from 'node:crypto';
import { type FromMachine, type Ticket, ticketMessage } from '@berth/contract/device/messages';
import type { MachineId } from '@berth/contract/ids';

type Given = NonNullable<Extract<FromMachine, { type: 'authenticate' }>['ticket']>;

const DAY_MS = 86_400_000;

/** Tickets for reconnecting machines (contract device/messages.ts). Stateless and valid on all nodes. */
export interface Tickets {
  /** The current day, in days since 1970. */
  day(): number;
  issue(machine: MachineId): Ticket;
  /** Whether the machine proves its ticket of today or yesterday over this connection's nonce. */
  accepts(machine: MachineId, given: Given, nonce: string): boolean;
}

/**
 * @param key 32 bytes for this purpose only.
 * @param audience The server's public URL: proofs for another server are refused.
 * @param now The clock, in milliseconds.
 */
export function createTickets(key: Buffer, audience: string, now: () => number): Tickets {
  const ownKey = createSecretKey(key);
  const secretOf = (machine: MachineId, day: number) =>
    createHmac('sha256', ownKey).update(`${machine}.${day}`).digest();
  const today = () => Math.floor(now() / DAY_MS);
  return {
    day: today,
    issue(machine) {
      const day = today();
      return { day, secret: secretOf(machine, day).toString('base64url') };
    },
    accepts(machine, { day, proof }, nonce) {
      if (day !== today() && day !== today() - 1) return false;
      // Bytes as a key take Node twice as long: it first tries them as other kinds of keys.
      const secret = createSecretKey(secretOf(machine, day));
      const expected = createHmac('sha256', secret).update(ticketMessage(audience, nonce)).digest();
      const actual = Buffer.from(proof, 'base64url');
      return actual.length === expected.length && timingSafeEqual(actual, expected);
    },
  };
}
