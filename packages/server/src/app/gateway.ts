import { randomUUID } from 'node:crypto';
import { GATEWAY_PATH } from '@berth/contract/device/messages';
import { REMOTE_PATH } from '@berth/contract/device/remote';
import { headChecker } from '../features/audit/heads.ts';
import { recordWork } from '../features/audit/record.ts';
import { commandPorts, remotePermission } from '../features/commands/gateway-ports.ts';
import { type PressDeps, pressPort } from '../features/commands/press-button.ts';
import { machinePorts } from '../features/machines/gateway-ports.ts';
import { findMachine } from '../features/machines/store.ts';
import { findShellCommands } from '../features/organizations/settings/store.ts';
import { definitionReader, profileLoader } from '../features/profiles/ports.ts';
import { isRollingOut } from '../features/rollouts/store.ts';
import { queueWork } from '../features/webhooks/events.ts';
import { createGateway, type Gateway } from '../gateway/gateway.ts';
import { createLiveViews, type LiveViews } from '../gateway/live-views.ts';
import { NODE_TIMING, sharePresence } from '../gateway/nodes/share-presence.ts';
import { createNonces, type Nonces } from '../gateway/nonce.ts';
import { createPresence, type PresenceKeeper, publishPresence } from '../gateway/presence.ts';
import { createRemoteRelay, type RemoteRelay } from '../gateway/remote-relay.ts';
import { createTickets } from '../gateway/tickets.ts';
import { usedNonces } from '../gateway/used-nonces.ts';
import type { Upgrade } from '../http/upgrades.ts';
import { forwardedFor } from '../platform/addresses.ts';
import { createSealer, deriveKey, type Sealer } from '../platform/seal.ts';
import type { Base } from './base.ts';

/** The connections to machines. */
export interface MachineGateway {
  readonly presence: PresenceKeeper;
  /** The machine's connection to this node, for commands that are sent right after their commit. */
  readonly lineTo: Gateway['lineTo'];
  /** Number of machines connected to this node. */
  readonly machinesConnected: () => number;
  /** Nonces for machines that authenticate over HTTP. */
  readonly nonces: Nonces;
  readonly relay: RemoteRelay;
  readonly liveViews: LiveViews;
  /** WebSockets of machines and of remote control viewers. */
  readonly upgrades: readonly Upgrade[];
}

/** Connects machines to stored profiles, commands, states and logs. */
export function createMachineGateway(base: Base): MachineGateway {
  const { config, db, bus, clock, logger, publicUrl, serverKey, isShared, stops } = base;
  const sealer = createSealer(serverKey);
  const shellAllowed = findShellCommands;
  const presence = publishPresence(presenceOf(base), bus);
  const lineTo: Gateway['lineTo'] = (machine) => gateway.lineTo(machine);
  const gateway: Gateway = stops.use(
    createGateway({
      ports: {
        ...machinePorts(db, sealer),
        checkAuditHeads: headChecker(db, logger),
        ...commandPorts({ db, bus, recordWork, queueWork: queueWork(() => clock.now()) }),
        pressButton: pressPort({
          db,
          bus,
          presence,
          lineTo,
          recordWork,
          shellAllowed,
          shownProfile: shownProfile(sealer),
        }),
        loadProfile: profileLoader(db, sealer, isRollingOut),
      },
      presence,
      bus,
      clock,
      logger,
      audience: publicUrl,
      tickets: createTickets(deriveKey(serverKey, 'machine tickets'), publicUrl, () => clock.now()),
      forwardedFor: forwardedFor(config.trustedProxies),
      timing: base.tuning.gatewayTiming,
      isShared,
    }),
  );
  const relay = stops.use(
    createRemoteRelay({ bus, logger, isShared, mayGoOn: remotePermission({ db, shellAllowed }) }),
  );
  const liveViews = stops.use(createLiveViews(bus, () => clock.now()));
  return {
    presence,
    lineTo,
    machinesConnected: gateway.machinesConnected,
    nonces: createNonces(deriveKey(serverKey, 'machine nonces'), publicUrl, usedNonces(db), () => clock.now()),
    relay,
    liveViews,
    upgrades: [
      { path: GATEWAY_PATH, openTo: 'no page', take: (...call) => gateway.upgrade(...call) },
      { path: REMOTE_PATH, openTo: 'own pages', take: (...call) => relay.upgrade(...call) },
    ],
  };
}

/** The profile that a machine should show, with its definition. */
function shownProfile(sealer: Sealer): PressDeps['shownProfile'] {
  const readDefinition = definitionReader(sealer);
  return async (tx, key) => {
    const machine = await findMachine(tx, key);
    const shown = await readDefinition(tx, key);
    return machine && shown && { ...shown, machineName: machine.name };
  };
}

/** Presence of the machines on this node, merged with that of the other nodes. */
function presenceOf({ bus, clock, isShared, stops }: Base): PresenceKeeper {
  const own = createPresence(() => clock.now());
  if (!isShared) return own;
  return stops.use(sharePresence(own, bus, randomUUID(), NODE_TIMING));
}
