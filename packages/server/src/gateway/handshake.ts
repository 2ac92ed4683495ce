import { randomBytes } from 'node:crypto';
import { CLOSE, type FromMachine, GATEWAY_PROTOCOL, type Reported } from '@berth/contract/device/messages';
import type { MachineId } from '@berth/contract/ids';
import type { ConnectionPoolBudget } from './connection-pool-budget.ts';
import type { MachineKey } from './ports.ts';
import type { Tickets } from './tickets.ts';
import { verifyMachineToken } from './token.ts';

/** A nonce for one connection only. */
export function challengeNonce(): string {
  return randomBytes(24).toString('base64url');
}

/** The authenticated machine, or the close code. */
type Admission = { readonly key: MachineKey; readonly reported: Reported } | { readonly refusal: number };

interface Expected {
  readonly nonce: string;
  readonly audience: string;
  readonly tickets: Tickets;
}

/** Checks a connection's first message: protocol, token or ticket over the nonce, and the machine's organization. */
export async function admit(
  message: FromMachine | undefined,
  expected: Expected,
  ports: Pick<ConnectionPoolBudget, 'homeOf'>,
): Promise<Admission> {
  if (message?.type !== 'authenticate' || message.protocol !== GATEWAY_PROTOCOL) return { refusal: CLOSE.badMessage };
  const machineId = message.id as MachineId;
  if (!(await proves(message, machineId, expected))) return { refusal: CLOSE.badToken };
  const organizationId = await ports.homeOf(machineId);
  if (!organizationId) return { refusal: CLOSE.notRegistered };
  return { key: { organizationId, machineId }, reported: message.reported };
}

async function proves(
  { machineToken, ticket }: Extract<FromMachine, { type: 'authenticate' }>,
  machineId: MachineId,
  { nonce, audience, tickets }: Expected,
): Promise<boolean> {
  if (machineToken === undefined) return ticket !== undefined && tickets.accepts(machineId, ticket, nonce);
  const proven = await verifyMachineToken(machineToken, machineId, { audience, accepts: (given) => given === nonce });
  return proven !== undefined;
}
