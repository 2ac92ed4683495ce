import type { Bus } from '../../platform/bus.ts';
import type { Logger } from '../../platform/logger.ts';
import type { Connection } from '../connection.ts';
import type { GatewayPorts, MachineKey } from '../ports.ts';
import type { PresenceKeeper } from '../presence.ts';
import type { Registry } from '../registry.ts';
import { MACHINE_CLONED, type MachineCloned, NODE_STATES, type NodeStates } from '../topics.ts';

/** How often nodes look for commands whose hint was lost. */
const POLL_MS = 15_000;
/** Machines handled concurrently when everything is read again. */
const AT_ONCE = 8;

/**
 * Keeps a gateway in sync with the other nodes: releases machines that connected to another node later, and reads again
 * what it may have missed. Returns a function that stops it.
 */
export function syncWithNodes(options: {
  readonly bus: Bus;
  readonly registry: Registry;
  readonly presence: Pick<PresenceKeeper, 'moved'>;
  readonly ports: Pick<GatewayPorts, 'machinesWithQueued'>;
  /** Records that one of two computers with this machine's key is connected here. */
  readonly recordClone: (machine: MachineKey, addresses: readonly (string | undefined)[]) => void;
  readonly logger: Logger;
}): () => void {
  const { bus, registry, presence, ports, recordClone, logger } = options;
  let isRunning = false;

  async function catchUp(
    connections: Iterable<Connection>,
    handle: (each: Connection) => Promise<void>,
  ): Promise<void> {
    const waiting = [...connections];
    const work = async () => {
      for (let next = waiting.pop(); next; next = waiting.pop()) await handle(next);
    };
    await Promise.all(Array.from({ length: AT_ONCE }, work));
  }

  async function deliverQueued(): Promise<void> {
    const machines = await ports.machinesWithQueued();
    await catchUp(
      machines.flatMap(({ machineId }) => registry.find(machineId) ?? []),
      (connection) => connection.deliver(),
    );
  }

  // One run at a time; the next run covers changes during it, and an unavailable database does not queue up runs.
  async function once(work: () => Promise<void>): Promise<void> {
    if (isRunning) return;
    isRunning = true;
    await work().catch((error: unknown) => logger.warn({ err: error }, 'Changes of other nodes could not be read yet'));
    isRunning = false;
  }

  const ends = [
    bus.subscribe(
      NODE_STATES,
      (message) => {
        for (const { machineId, online, connectedAt } of (message as NodeStates).states) {
          const ours = online ? registry.find(machineId) : undefined;
          if (!ours || connectedAt < ours.openedAt) continue;
          if (registry.remove(ours)) presence.moved(machineId);
          ours.socket.giveWay();
        }
      },
      'other-nodes',
    ),
    bus.subscribe(
      MACHINE_CLONED,
      (message) => {
        const { machineId } = message as MachineCloned;
        const ours = registry.find(machineId);
        if (ours) recordClone(ours.key, [ours.socket.address]);
      },
      'other-nodes',
    ),
    bus.onGap(
      () =>
        void once(() =>
          catchUp(registry.all(), async (connection) => {
            await connection.catchUp();
            // Also delivers what another node could not send: that was announced only on the bus.
            await connection.deliverAgain();
          }),
        ),
    ),
  ];
  const timer = setInterval(() => void once(deliverQueued), POLL_MS);
  return () => {
    clearInterval(timer);
    for (const end of ends) end();
  };
}
