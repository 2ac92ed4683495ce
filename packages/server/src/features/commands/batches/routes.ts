import { createHash, randomUUID } from 'node:crypto';
import {
  BATCH_MACHINES_MAX,
  type CommandBatch,
  cancelBatch,
  listBatchCommands,
  listBatches,
  readBatch,
  sendBatch,
} from '@berth/contract/api/command-batches';
import type { BatchId, CommandId, OrganizationId } from '@berth/contract/ids';
import { LIST_LIMIT_DEFAULT, type MgmtTier } from '@berth/contract/limits';
import { type BatchCommand, COMMAND_STATES, COMMANDS } from '@berth/contract/rules/commands';
import type { Tx } from '../../../db/connection.ts';
import { ApiError } from '../../../http/api-error.ts';
import { type Route, route } from '../../../http/route.ts';
import type { CommandDeps, SelectedMachine, Selector } from '../deps.ts';
import { expiryOf, mayManagePower } from '../policy.ts';
import { announce, presentCommand } from '../queue-command.ts';
import * as store from './store.ts';
import { type BatchCounts, type BatchRow, countCommands, findBatch, insertBatch } from './store.ts';

const BATCHES_SHOWN = 20;

export function batchRoutes(deps: CommandDeps): Route[] {
  return [sendBatchRoute(deps), readBatchRoute, listBatchesRoute, listBatchCommandsRoute, cancelBatchRoute];
}

const readBatchRoute = route(readBatch, async ({ params, tx, organizationId, setEtag }) => {
  const batch = await loadBatch(tx, organizationId, params.batchId);
  // The reply is small and contains everything that can change.
  setEtag(createHash('sha256').update(JSON.stringify(batch)).digest('base64url').slice(0, 16));
  return batch;
});

const listBatchesRoute = route(listBatches, async ({ query, tx, organizationId }) => {
  const rows = await store.listBatches(tx, organizationId, query.limit ?? BATCHES_SHOWN);
  const ids = rows.map(({ batch_id }) => batch_id);
  const counts = await store.countCommands(tx, organizationId, ids);
  return rows.map((row) => presentBatch(row, counts.get(row.batch_id)));
});

const listBatchCommandsRoute = route(listBatchCommands, async ({ params, query, tx, organizationId }) => {
  await loadBatch(tx, organizationId, params.batchId);
  const { state, limit = LIST_LIMIT_DEFAULT, skip = 0 } = query;
  const rows = await store.listBatchCommands(tx, organizationId, params.batchId, { state, limit, skip });
  return rows.map((row) => ({ ...presentCommand(row), machineName: row.machine_name }));
});

const cancelBatchRoute = route(cancelBatch, async ({ params, tx, organizationId, audit }) => {
  await loadBatch(tx, organizationId, params.batchId);
  const cancelled = await store.cancelQueued(tx, organizationId, params.batchId);
  audit({ target: { kind: 'batch', id: params.batchId }, after: { cancelled } });
  return loadBatch(tx, organizationId, params.batchId);
});

function sendBatchRoute(deps: CommandDeps): Route {
  return route(sendBatch, async ({ body, caller, tx, organizationId, afterCommit, audit }) => {
    const { key, type, msg, emergency = false, ...selector } = body;
    requireOneSelector(selector);
    if ((type === 'notify') !== (msg !== undefined))
      throw invalid('/msg', 'is required for notify and not allowed for other commands');
    if (emergency && type !== 'notify') throw invalid('/emergency', 'is allowed for notify only');
    const known = key && (await store.findUnderKey(tx, organizationId, key));
    if (known) {
      if (known.type !== type || known.author !== caller.email)
        throw invalid('/key', 'repeats the key of another call');
      audit({ target: { kind: 'batch', id: known.batch_id }, after: { repeated: true } });
      return loadBatch(tx, organizationId, known.batch_id);
    }

    const machines = await deps.selectMachines(tx, organizationId, selector, BATCH_MACHINES_MAX + 1);
    if (machines.length > BATCH_MACHINES_MAX) throw invalid('', `selects more than ${BATCH_MACHINES_MAX} machines`);
    const licensed = withLicense(machines, type, await deps.tierOf(tx, organizationId));
    const wake = type === 'wake' ? await deps.planWake(tx, organizationId, licensed.map(idOf)) : undefined;
    const ready = licensed.filter(({ machineId }) =>
      wake ? wake.reached.has(machineId) : COMMANDS[type].waits || deps.presence.isOnline(machineId),
    );

    const id = key ?? (randomUUID() as BatchId);
    const lines = new Map(ready.map(({ machineId }) => [machineId, deps.lineTo({ organizationId, machineId })]));
    const commands = ready.map(({ machineId }) => {
      return { id: randomUUID() as CommandId, machineId, atOnce: lines.get(machineId) !== undefined };
    });
    const payload = msg === undefined ? {} : { msg, ...(emergency ? { emergency } : {}) };
    const expiresInMs = expiryOf(type);
    const atOnce = await insertBatch(tx, organizationId, {
      id,
      type,
      payload,
      authorId: caller.userId,
      author: caller.email,
      total: machines.length,
      missing: body.machineIds ? body.machineIds.length - machines.length : 0,
      expiresInMs,
      commands,
    });
    const delivered = new Set(atOnce);
    afterCommit(() => {
      for (const { id, machineId } of commands) {
        const command = { id, command: type, payload, expiresInMs };
        announce(deps.bus, { organizationId, machineId }, command, delivered.has(id) ? lines.get(machineId) : 'queued');
      }
      wake?.send();
    });
    audit({ target: { kind: 'batch', id }, after: { ...body, machines: commands.length } });
    return loadBatch(tx, organizationId, id);
  });
}

// "All machines" must be explicit: a forgotten field must not reboot a fleet.
function requireOneSelector(selector: Selector): void {
  const given = Object.values(selector).filter((value) => value !== undefined);
  if (given.length !== 1) throw invalid('', 'needs exactly one of machineIds, tag, or filter');
}

const idOf = ({ machineId }: SelectedMachine) => machineId;

function withLicense(
  machines: readonly SelectedMachine[],
  type: BatchCommand,
  tier: MgmtTier,
): readonly SelectedMachine[] {
  if (!COMMANDS[type].needsPro) return machines;
  const licensed = machines.filter(({ deployment }) => mayManagePower(tier, deployment));
  if (licensed.length === 0 && machines.length > 0) {
    throw new ApiError('upgrade-required', 'Power management and remote control require Pro.');
  }
  return licensed;
}

function invalid(path: string, message: string): ApiError {
  return new ApiError('invalid-input', `The request ${message}.`, [{ path, rule: 'batch', message }]);
}

const NONE: BatchCounts = { states: new Map(), read: 0 };

/** A batch's current state. Throws 'not-found'. */
async function loadBatch(tx: Tx, organizationId: OrganizationId, id: BatchId): Promise<CommandBatch> {
  const row = await findBatch(tx, organizationId, id);
  if (!row) throw new ApiError('not-found', 'Batch command not found.');
  return presentBatch(row, (await countCommands(tx, organizationId, [id])).get(id));
}

function presentBatch(row: BatchRow, { states, read }: BatchCounts = NONE): CommandBatch {
  return {
    id: row.batch_id,
    type: row.type,
    author: row.author,
    createdAt: row.created_at,
    total: row.total,
    missing: row.missing,
    skipped: row.skipped,
    read,
    states: Object.fromEntries(
      COMMAND_STATES.map((state) => [state, states.get(state) ?? 0]),
    ) as CommandBatch['states'],
  };
}
