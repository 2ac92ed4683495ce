import { randomBytes } from 'node:crypto';
import { CLOSE, type FromMachine, GATEWAY_PROTOCOL, type Reported } from '@berth/contract/device/messages';
import type { ConnectionPoolBudget } from './connection-pool-budget.ts';
import type { MachineKey } from './ports.ts';
import { verifyMachineToken } from './token.ts';

/** A nonce for one connection; it is good for that connection alone. */
export function challengeNonce(): string {
  return randomBytes(24).toString('base64url');
}

/** Who connected, or the code to close with. */
export type Admission = { readonly key: MachineKey; readonly reported: Reported } | { readonly refusal: number };

/** Checks a connection's first message: protocol, token over our nonce, and where the machine belongs. */
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
