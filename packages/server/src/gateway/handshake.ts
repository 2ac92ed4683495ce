import { randomBytes } from 'node:crypto';
import { CLOSE, type FromMachine, GATEWAY_PROTOCOL, type Reported } from '@berth/contract/device/messages';
import { network } from '../platform/addresses.ts';
import type { ConnectionPoolBudget } from './connection-pool-budget.ts';
import type { MachineKey } from './ports.ts';
import { verifyMachineToken } from './token.ts';

/** A nonce for one connection only. */
export function challengeNonce(): string {
  return randomBytes(24).toString('base64url');
}

/** The authenticated machine, or the close code. */
type Admission = { readonly key: MachineKey; readonly reported: Reported } | { readonly refusal: number };

/** Checks a connection's first message: protocol, token over the nonce, and the machine's organization. */
export async function admit(
  message: FromMachine | undefined,
  expected: { readonly nonce: string; readonly audience: string },
  ports: Pick<ConnectionPoolBudget, 'homeOf'>,
): Promise<Admission> {
  if (message?.type !== 'authenticate' || message.protocol !== GATEWAY_PROTOCOL) return { refusal: CLOSE.badMessage };
  const proven = await verifyMachineToken(message.machineToken, message.id, {
    audience: expected.audience,
    accepts: (given) => given === expected.nonce,
  });
  if (!proven) return { refusal: CLOSE.badToken };
  const organizationId = await ports.homeOf(proven.id);
  if (!organizationId) return { refusal: CLOSE.notRegistered };
  return { key: { organizationId, machineId: proven.id }, reported: message.reported };
}

/**
 * Counts unauthenticated connections, in total and by address. A whole fleet may reconnect from behind one router, so
 * one address can use free slots; once half of all slots are in use, an address with more than a quarter of them gets
 * no more.
 */
export class UnauthenticatedConnections {
  readonly #max: number;
  readonly #byAddress = new Map<string, number>();
  #all = 0;

  constructor(max: number) {
    this.#max = max;
  }

  /** Takes a slot and returns the key for `leave`; undefined if there is none. */
  enter(address: string | undefined): string | undefined {
    const from = network(address ?? '');
    const held = this.#byAddress.get(from) ?? 0;
    const isGreedy = this.#all >= this.#max / 2 && held >= this.#max / 4;
    if (this.#all >= this.#max || isGreedy) return undefined;
    this.#all += 1;
    this.#byAddress.set(from, held + 1);
    return from;
  }

  leave(from: string): void {
    this.#all -= 1;
    const held = (this.#byAddress.get(from) ?? 0) - 1;
    if (held > 0) this.#byAddress.set(from, held);
    else this.#byAddress.delete(from);
  }
}
