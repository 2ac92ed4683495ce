import { challengeMachine } from '@berth/contract/api/machines';
import { MACHINE_NONCE_TTL_MS } from '@berth/contract/limits';
import { type Route, route } from '../../http/route.ts';
import type { MachineDeps } from './deps.ts';

export function challengeMachineRoute({ nonces }: MachineDeps): Route {
  return route(challengeMachine, ({ params }) => ({
    nonce: nonces.issue(params.id),
    expiresInSeconds: MACHINE_NONCE_TTL_MS / 1_000,
  }));
}
