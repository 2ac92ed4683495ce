import { COMMAND_FINISHED_EVENT } from '@berth/contract/rules/webhooks';
import type { Database } from '../../db/connection.ts';
import { asSystem, inTenant } from '../../db/transaction.ts';
import type { GatewayPorts } from '../../gateway/ports.ts';
import { COMMAND_FINISHED, type CommandFinished } from '../../gateway/topics.ts';
import type { RecordWork } from '../../http/audit.ts';
import type { Bus } from '../../platform/bus.ts';
import { acceptCommand, claimCommands, expireLate, finishCommand, queuedMachines } from './store-delivery.ts';

type CommandPorts = Pick<GatewayPorts, 'claimCommands' | 'machinesWithQueued' | 'acceptCommand' | 'finishCommand'>;

/** What the gateway asks about commands. */
export function commandPorts(db: Database, bus: Bus, recordWork: RecordWork): CommandPorts {
  return {
    claimCommands: (machine, connectedAt) =>
      inTenant(db, machine, async (tx) => {
        if (connectedAt) await expireLate(tx, machine, connectedAt);
        return claimCommands(tx, machine, connectedAt !== undefined);
      }),
    machinesWithQueued: () => asSystem(db, queuedMachines),
    acceptCommand: (machine, commandId) => inTenant(db, machine, (tx) => acceptCommand(tx, machine, commandId)),
    finishCommand: async (machine, commandId, result) => {
      await inTenant(db, machine, async (tx) => {
        const type = await finishCommand(tx, machine, commandId, result);
        if (type === undefined) return;
        await recordWork(tx, machine.organizationId, {
          action: COMMAND_FINISHED_EVENT,
          actor: { kind: 'machine', name: machine.machineId },
          target: { kind: 'command', id: commandId },
          after: { ok: result.ok, type },
        });
      });
      const news: CommandFinished = { organizationId: machine.organizationId, commandId };
      bus.publish(COMMAND_FINISHED, news);
    },
  };
}
