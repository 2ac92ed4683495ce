import { ENDPOINTS, WORK_ACTIONS } from '@berth/contract/api/all';
import { changesSomething } from '@berth/contract/api/endpoint';
import { apiKeyRoutes } from '../features/api-keys/routes.ts';
import { readWebPageRoute } from '../features/profiles/web-page/read-web-page.ts';
import { startDeliveries } from '../features/webhooks/deliver-due.ts';
import { type BusEvent, queueFromBus } from '../features/webhooks/events.ts';
import { webhookRoutes } from '../features/webhooks/routes.ts';
import type { WebhookDeps } from '../features/webhooks/rules.ts';
import { MACHINE_CLONED, MACHINE_PRESENCE, type MachineCloned, type MachinePresence } from '../gateway/topics.ts';
import type { Route } from '../http/route.ts';
import { publicOr } from '../platform/addresses.ts';
import { createOutbound } from '../platform/outbound/post.ts';
import { createSealer } from '../platform/seal.ts';
import type { Base } from './base.ts';

/** Composes the interfaces for other programs: API keys, webhooks, and web pages that are read for a tile. */
export function createInterfaces(base: Base): { readonly routes: readonly Route[] } {
  const { config, tuning, db, bus, clock, logger, serverKey, stops } = base;
  const { webhookNetworks } = config;
  const webhooks: WebhookDeps = {
    db,
    clock,
    sealer: createSealer(serverKey),
    outbound: createOutbound(tuning.mayReach ?? publicOr(webhookNetworks), tuning.resolve),
    plainHttp: webhookNetworks.length > 0,
    areas: eventAreas(),
  };
  if (base.jobs) stops.use(startDeliveries(webhooks, logger));
  stops.use(queueFromBus(db, bus, () => clock.now(), [presenceEvent, clonedEvent]));
  return { routes: [...apiKeyRoutes({ bus, clock }), ...webhookRoutes(webhooks), readWebPageRoute(webhooks)] };
}

/** Event areas: those of changing calls in an organization, and those of jobs and machines. */
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
