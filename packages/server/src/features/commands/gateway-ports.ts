import type { MachineId } from '@berth/contract/ids';
import { COMMAND_FINISHED_EVENT } from '@berth/contract/rules/webhooks';
import type { Database } from '../../db/connection.ts';
import { asSystem, inTenant } from '../../db/transaction.ts';
import type { GatewayPorts, OutgoingCommand } from '../../gateway/ports.ts';
import { COMMAND_FINISHED, type CommandFinished } from '../../gateway/topics.ts';
import type { RecordWork, Work } from '../../http/audit.ts';
import type { Bus } from '../../platform/bus.ts';
import {
  acceptCommands,
  claimCommands,
  expireLate,
  finishCommands,
  markRead,
  queuedMachines,
} from './store-delivery.ts';

type CommandPorts = Pick<
  GatewayPorts,
  'claimCommands' | 'machinesWithQueued' | 'acceptCommands' | 'finishCommands' | 'messageRead'
>;

/** What the gateway asks about commands. */
export function commandPorts(db: Database, bus: Bus, recordWork: RecordWork): CommandPorts {
  return {
    claimCommands: (organizationId, claims) =>
      inTenant(db, { organizationId }, async (tx) => {
        const connected = claims.flatMap(({ machineId, connectedAt }) =>
          connectedAt ? [{ machineId, connectedAt }] : [],
        );
        if (connected.length > 0) await expireLate(tx, organizationId, connected);
        const asked = claims.map(({ machineId, connectedAt }) => ({ machineId, again: connectedAt !== undefined }));
        const claimed = await claimCommands(tx, organizationId, asked);
        const commands = new Map<MachineId, OutgoingCommand[]>();
        for (const { machineId, ...command } of claimed) {
          const before = commands.get(machineId);
          if (before) before.push(command);
          else commands.set(machineId, [command]);
        }
        return commands;
      }),
    machinesWithQueued: () => asSystem(db, queuedMachines),
    acceptCommands: (organizationId, accepted) =>
      inTenant(db, { organizationId }, (tx) => acceptCommands(tx, organizationId, accepted)),
    messageRead: (machine, commandId) => inTenant(db, machine, (tx) => markRead(tx, machine, commandId)),
    finishCommands: async (organizationId, results) => {
      await inTenant(db, { organizationId }, async (tx) => {
        const finished = await finishCommands(tx, organizationId, results);
        if (finished.length === 0) return;
        const works = finished.map(
          ({ machineId, commandId, ok, type }): Work => ({
            action: COMMAND_FINISHED_EVENT,
            actor: { kind: 'machine', name: machineId },
            target: { kind: 'command', id: commandId },
            after: { ok, type },
          }),
        );
        await recordWork(tx, organizationId, ...works);
      });
      for (const { commandId } of results) {
        bus.publish(COMMAND_FINISHED, { organizationId, commandId } satisfies CommandFinished);
      }
    },
  };
}
