import type { MachineId } from '@berth/contract/ids';
import { COMMAND_FINISHED_EVENT } from '@berth/contract/rules/webhooks';
import type { Database } from '../../db/connection.ts';
import { asSystem, inTenant } from '../../db/transaction.ts';
import type { GatewayPorts, OutgoingCommand } from '../../gateway/ports.ts';
import type { RemoteRelayDeps } from '../../gateway/remote-relay.ts';
import { COMMAND_FINISHED, type CommandFinished } from '../../gateway/topics.ts';
import type { RecordWork, Work } from '../../http/audit.ts';
import type { Bus } from '../../platform/bus.ts';
import { startJob } from '../../platform/jobs.ts';
import type { Logger } from '../../platform/logger.ts';
import { count } from '../../platform/measures.ts';
import type { CommandDeps } from './deps.ts';
import { findDeployment } from './store.ts';
import {
  acceptCommands,
  claimCommands,
  expireCommands,
  type FinishedRow,
  finishCommands,
  markRead,
  queuedMachines,
} from './store-delivery.ts';

type CommandPorts = Pick<
  GatewayPorts,
  'claimCommands' | 'machinesWithQueued' | 'acceptCommands' | 'finishCommands' | 'messageRead'
>;

interface CommandPortDeps {
  readonly db: Database;
  readonly bus: Bus;
  readonly recordWork: RecordWork;
  /** Queues events for webhooks that are not in the audit log. */
  readonly queueWork: RecordWork;
}

/** Whether a session of remote control may go on after a change of its machine or organization. */
export function remotePermission({
  db,
  shellAllowed,
}: Pick<CommandDeps, 'db' | 'shellAllowed'>): RemoteRelayDeps['mayGoOn'] {
  return ({ organizationId, machineId, withShell }) =>
    inTenant(db, { organizationId }, async (tx) => {
      const isThere = (await findDeployment(tx, { organizationId, machineId })) !== undefined;
      return isThere && (!withShell || (await shellAllowed(tx, organizationId)));
    });
}

/** The gateway's ports for commands. */
export function commandPorts({ db, bus, recordWork, queueWork }: CommandPortDeps): CommandPorts {
  return {
    claimCommands: (organizationId, claims) =>
      inTenant(db, { organizationId }, async (tx) => {
        const claimed = await claimCommands(tx, organizationId, claims);
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
      const finished = await inTenant(db, { organizationId }, async (tx) => {
        const finished = await finishCommands(tx, organizationId, results);
        // A batch has one entry in the log, but webhooks get an event per machine.
        for (const [isOfBatch, some] of Map.groupBy(finished, ({ batchId }) => batchId !== null)) {
          await (isOfBatch ? queueWork : recordWork)(tx, organizationId, ...some.map(workOf));
        }
        return finished;
      });
      const succeeded = finished.filter(({ ok }) => ok).length;
      count('commands_finished', 'succeeded', succeeded);
      count('commands_finished', 'failed', finished.length - succeeded);
      const outputs = new Map(results.map(({ commandId, output }) => [commandId, output]));
      for (const { commandId, type, ok, finishedAt } of finished) {
        // Only callers of shell commands wait.
        if (type !== 'shell') continue;
        const stored = {
          state: ok ? 'succeeded' : 'failed',
          result: outputs.get(commandId) ?? null,
          finishedAt,
        } as const;
        bus.publish(COMMAND_FINISHED, { organizationId, commandId, stored } satisfies CommandFinished);
      }
    },
  };
}

/** The result of a command in the log and in webhooks. */
function workOf({ machineId, commandId, batchId, ok, type }: FinishedRow): Work {
  return {
    action: COMMAND_FINISHED_EVENT,
    actor: { kind: 'machine', name: machineId },
    target: { kind: 'command', id: commandId },
    after: { ok, type, ...(batchId && { batchId }) },
  };
}

const EVERY_MS = 5_000;

/** Ends expired commands in all tenants. Safe to run on several servers at once. */
export function startCommandExpiry(db: Database, logger: Logger): { stop(): Promise<void> } {
  const expire = async () => count('commands_finished', 'expired', await asSystem(db, expireCommands));
  return startJob('commands.expire', EVERY_MS, expire, logger);
}
