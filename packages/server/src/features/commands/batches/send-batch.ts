import { randomUUID } from 'node:crypto';
import { BATCH_MACHINES_MAX, sendBatch } from '@berth/contract/api/command-batches';
import type { BatchId, CommandId } from '@berth/contract/ids';
import type { MgmtTier } from '@berth/contract/limits';
import { type BatchCommand, COMMANDS } from '@berth/contract/rules/commands';
import { COMMAND_QUEUED, type CommandQueued } from '../../../gateway/topics.ts';
import { ApiError } from '../../../http/api-error.ts';
import { type Route, route } from '../../../http/route.ts';
import type { CommandDeps, SelectedMachine, Selector } from '../deps.ts';
import { expiryOf, mayManagePower } from '../rules.ts';
import { loadBatch } from './present.ts';
import { insertBatch } from './store.ts';

export function sendBatchRoute(deps: CommandDeps): Route {
  return route(sendBatch, async ({ body, caller, tx, organizationId, afterCommit, audit }) => {
    const { type, msg, emergency = false, ...selector } = body;
    requireOneSelector(selector);
    if ((type === 'notify') !== (msg !== undefined)) throw invalid('/msg', 'belongs to notify, which needs it');
    if (emergency && type !== 'notify') throw invalid('/emergency', 'belongs to notify');

    const machines = await deps.selectMachines(tx, organizationId, selector, BATCH_MACHINES_MAX + 1);
    if (machines.length > BATCH_MACHINES_MAX) throw invalid('', `means more than ${BATCH_MACHINES_MAX} machines`);
    const licensed = withLicense(machines, type, await deps.tierOf(tx, organizationId));
    const ready = licensed.filter(({ machineId }) => COMMANDS[type].waits || deps.presence.isOnline(machineId));

    const id = randomUUID() as BatchId;
    const commands = ready.map(({ machineId }) => ({ id: randomUUID() as CommandId, machineId }));
    await insertBatch(tx, organizationId, {
      id,
      type,
      payload: msg === undefined ? {} : { msg, ...(emergency ? { emergency } : {}) },
      authorId: caller.userId,
      author: caller.email,
      total: machines.length,
      expiresInMs: expiryOf(type),
      commands,
    });
    afterCommit(() => {
      for (const { id: commandId, machineId } of commands) {
        deps.bus.publish(COMMAND_QUEUED, { organizationId, machineId, commandId } satisfies CommandQueued);
      }
    });
    audit({ target: { kind: 'batch', id }, after: { ...body, machines: commands.length } });
    return loadBatch(tx, organizationId, id);
  });
}

// "All machines" has to be said: a forgotten field must not reboot a fleet.
function requireOneSelector(selector: Selector): void {
  const given = Object.values(selector).filter((value) => value !== undefined);
  if (given.length !== 1) throw invalid('', 'needs machineIds, tag or filter, and only one of them');
}

function withLicense(
  machines: readonly SelectedMachine[],
  type: BatchCommand,
  tier: MgmtTier,
): readonly SelectedMachine[] {
  if (!COMMANDS[type].needsPro) return machines;
  const licensed = machines.filter(({ deployment }) => mayManagePower(tier, deployment));
  if (licensed.length === 0 && machines.length > 0) {
    throw new ApiError('upgrade-required', 'Power management and remote control need Pro.');
  }
  return licensed;
}

function invalid(path: string, message: string): ApiError {
  return new ApiError('invalid-input', `The request ${message}.`, [{ path, rule: 'batch', message }]);
}
