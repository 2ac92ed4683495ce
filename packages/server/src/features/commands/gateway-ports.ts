import type { Database } from '../../db/connection.ts';
import { inTenant } from '../../db/transaction.ts';
import type { GatewayPorts } from '../../gateway/ports.ts';
import { acceptCommand, claimCommands, expireLate, finishCommand } from './store-delivery.ts';

type CommandPorts = Pick<GatewayPorts, 'claimCommands' | 'acceptCommand' | 'finishCommand'>;

/** What the gateway asks about commands. */
export function commandPorts(db: Database): CommandPorts {
  return {
    claimCommands: (machine, connectedAt) =>
      inTenant(db, machine, async (tx) => {
        if (connectedAt) await expireLate(tx, machine, connectedAt);
        return claimCommands(tx, machine, connectedAt !== undefined);
      }),
    acceptCommand: (machine, commandId) => inTenant(db, machine, (tx) => acceptCommand(tx, machine, commandId)),
    finishCommand: (machine, commandId, result) =>
      inTenant(db, machine, (tx) => finishCommand(tx, machine, commandId, result)),
  };
}
