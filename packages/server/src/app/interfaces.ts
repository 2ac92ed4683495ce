import { ENDPOINTS } from '@berth/contract/api/all';
import { changesSomething } from '@berth/contract/api/endpoint';
import { WORK_ACTIONS } from '@berth/contract/rules/audit';
import type { Database } from '../db/connection.ts';
import { apiKeyRoutes } from '../features/api-keys/routes.ts';
import type { WebhookDeps } from '../features/webhooks/deps.ts';
import { type BusEvent, queueFromBus } from '../features/webhooks/events.ts';
import { startDeliveries } from '../features/webhooks/job.ts';
import { webhookRoutes } from '../features/webhooks/routes.ts';
import { MACHINE_CLONED, MACHINE_PRESENCE, type MachineCloned, type MachinePresence } from '../gateway/topics.ts';
import type { Route } from '../http/route.ts';
import type { Bus } from '../platform/bus.ts';
import type { Clock } from '../platform/clock.ts';
import type { Logger } from '../platform/logger.ts';
import { type MayReach, publicOr } from '../platform/outbound/addresses.ts';
import { createOutbound, type Resolve } from '../platform/outbound/post.ts';
import { createSealer } from '../platform/seal.ts';
import type { Stops } from './stops.ts';

export interface InterfaceDeps {
  readonly db: Database;
  readonly bus: Bus;
  readonly clock: Clock;
  readonly logger: Logger;
  readonly serverKey: Buffer;
  /** Networks of the operator's own that webhooks may reach. */
  readonly webhookNetworks: readonly string[];
  /** Another way to resolve names than the system's: for tests. */
  readonly resolve: Resolve | undefined;
  /** Other addresses than the public ones and those networks. */
  readonly mayReach: MayReach | undefined;
  readonly jobs: boolean;
  readonly stops: Stops;
}

/** What other programs work with: keys to call us, and webhooks that call them. */
export function createInterfaces(deps: InterfaceDeps): { readonly routes: readonly Route[] } {
  const { db, bus, clock, logger, serverKey, webhookNetworks, stops } = deps;
  const webhooks: WebhookDeps = {
    db,
    clock,
    sealer: createSealer(serverKey),
    outbound: createOutbound(deps.mayReach ?? publicOr(webhookNetworks), deps.resolve),
    plainHttp: webhookNetworks.length > 0,
    areas: eventAreas(),
  };
  if (deps.jobs) {
    const deliveries = startDeliveries(webhooks, logger);
    stops.add(() => deliveries.stop());
  }
  const told = queueFromBus(db, bus, () => clock.now(), [presenceEvent, clonedEvent]);
  stops.add(() => told.stop());
  return { routes: [...apiKeyRoutes({ clock }), ...webhookRoutes(webhooks)] };
}

/** Areas of calls that change something in an organization, and of what jobs and machines do. */
function eventAreas(): ReadonlySet<string> {
  const called = ENDPOINTS.filter(
    (endpoint) => changesSomething(endpoint) && endpoint.authentication === 'user' && endpoint.permission !== null,
  );
  const actions = [...called.map(({ id }) => id), ...WORK_ACTIONS];
  return new Set(actions.map((action) => action.split('.')[0] ?? ''));
}

const presenceEvent: BusEvent = {
  topic: MACHINE_PRESENCE,
  read: (message) => {
    const { organizationId, machineId, online } = message as MachinePresence;
    const event = online ? 'machines.online' : 'machines.offline';
    return { organizationId, event, target: { kind: 'machine', id: machineId } };
  },
};

const clonedEvent: BusEvent = {
  topic: MACHINE_CLONED,
  read: (message) => {
    const { organizationId, machineId } = message as MachineCloned;
    return { organizationId, event: 'machines.cloned', target: { kind: 'machine', id: machineId } };
  },
};
