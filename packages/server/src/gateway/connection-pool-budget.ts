import type { AuditHead } from '@berth/contract/device/messages';
import type { CommandId, MachineId, OrganizationId } from '@berth/contract/ids';
import { createBatcher } from '../platform/batcher.ts';
import { sharing } from './coalesce.ts';
import type { DesiredHead, GatewayPorts, MachineKey, OutgoingCommand, ProfileReference } from './ports.ts';

/** At most 8 of the 12 pool connections serve machines. */
const AT_ONCE = { heads: 2, references: 1, claims: 2, accepted: 1, results: 1, rest: 1 };
/** Lookups before the tenant is known use a separate pool. */
const HOMES_AT_ONCE = 2;
/** Machines per statement. */
const MACHINES_PER_STATEMENT = 200;
const REFERENCES_PER_STATEMENT = 1_000;
/** In a rush: where statistics are old, each statement reads all commands of the organization. */
const RESULTS_PER_STATEMENT = 1_000;
/** Time to collect requests of a reconnecting fleet into one batch, in milliseconds. */
const GATHER_MS = 30;
/** The same for the check of audit log heads, which no machine waits for. */
const GATHER_HEADS_MS = 100;

type Failed = (error: unknown) => void;

/** The gateway's queries, for one machine at a time. */
export interface ConnectionPoolBudget
  extends Pick<
    GatewayPorts,
    'loadProfile' | 'saveStates' | 'machinesWithQueued' | 'saveLogs' | 'recordClone' | 'messageRead' | 'pressButton'
  > {
  homeOf(machineId: MachineId): Promise<OrganizationId | undefined>;
  /** Undefined if the machine is not (or no longer) in that organization. */
  loadHead(machine: MachineKey): Promise<DesiredHead | undefined>;
  /** Null without a profile, undefined as for loadHead. */
  loadReference(machine: MachineKey): Promise<ProfileReference | null | undefined>;
  claimCommands(machine: MachineKey, connectedAt: Date | undefined): Promise<readonly OutgoingCommand[]>;
  checkAuditHeads(machine: MachineKey, heads: readonly AuditHead[]): Promise<void>;
  /** Recorded a moment later, unless the result arrives before. */
  acceptCommand(machine: MachineKey, commandId: CommandId): Promise<void>;
  finishCommand(machine: MachineKey, commandId: CommandId, result: { ok: boolean; output: string }): Promise<void>;
  /** Records what was accepted so far. */
  flush(): Promise<void>;
}

/**
 * The same ports for single machines, batched across concurrent requests. A reconnecting fleet, or one command for all,
 * causes thousands of requests: unbatched, they and people's calls behind them would time out in the database pool.
 */
export function budgetConnections(ports: GatewayPorts, failed: Failed): ConnectionPoolBudget {
  const groupOf = ({ machine }: { readonly machine: MachineKey }) => machine.organizationId;
  const byTenant = { groupOf, most: MACHINES_PER_STATEMENT };
  const turn = limitConcurrency(AT_ONCE.rest);
  // Shares one string per organization instead of one per machine.
  const share = sharing<OrganizationId | undefined>();

  const home = createBatcher({
    atOnce: HOMES_AT_ONCE,
    most: MACHINES_PER_STATEMENT,
    gatherMs: GATHER_MS,
    groupOf: () => '',
    work: async (machineIds: readonly MachineId[]) => {
      const homes = await ports.homesOf(machineIds);
      return machineIds.map((machineId) => share(homes.get(machineId)));
    },
  });
  const head = createBatcher({
    ...byTenant,
    atOnce: AT_ONCE.heads,
    gatherMs: GATHER_MS,
    work: async (asked: readonly { readonly machine: MachineKey }[]) => {
      const machineIds = asked.map(({ machine }) => machine.machineId);
      const heads = await ports.loadHeads(tenantOf(asked), machineIds);
      return machineIds.map((machineId) => heads.get(machineId));
    },
  });
  const reference = createBatcher({
    ...byTenant,
    most: REFERENCES_PER_STATEMENT,
    atOnce: AT_ONCE.references,
    work: async (asked: readonly { readonly machine: MachineKey }[]) => {
      const machineIds = asked.map(({ machine }) => machine.machineId);
      const references = await ports.loadReferences(tenantOf(asked), machineIds);
      return machineIds.map((machineId) => references.get(machineId));
    },
  });
  const claim = createBatcher({
    ...byTenant,
    atOnce: AT_ONCE.claims,
    work: async (asked: readonly { readonly machine: MachineKey; readonly connectedAt: Date | undefined }[]) => {
      const claims = asked.map(({ machine, connectedAt }) => ({ machineId: machine.machineId, connectedAt }));
      const claimed = await ports.claimCommands(tenantOf(asked), claims);
      return asked.map(({ machine }) => claimed.get(machine.machineId) ?? []);
    },
  });
  const accept = createBatcher({
    ...byTenant,
    atOnce: AT_ONCE.accepted,
    work: async (all: readonly { readonly machine: MachineKey; readonly commandId: CommandId }[]) => {
      const accepted = all.map(({ machine, commandId }) => ({ machineId: machine.machineId, commandId }));
      await ports.acceptCommands(tenantOf(all), accepted);
      return all.map(() => undefined);
    },
  });
  const accepted = deferAccepts((machine, commandId) => accept({ machine, commandId }), failed);
  const finish = createBatcher({
    ...byTenant,
    most: RESULTS_PER_STATEMENT,
    atOnce: AT_ONCE.results,
    work: async (all: readonly { machine: MachineKey; commandId: CommandId; ok: boolean; output: string }[]) => {
      const results = all.map(({ machine, ...result }) => ({ machineId: machine.machineId, ...result }));
      await ports.finishCommands(tenantOf(all), results);
      return all.map(() => undefined);
    },
  });

  const compare = createBatcher({
    ...byTenant,
    atOnce: 1,
    gatherMs: GATHER_HEADS_MS,
    work: async (all: readonly { readonly machine: MachineKey; readonly heads: readonly AuditHead[] }[]) => {
      const kept = all.map(({ machine, heads }) => ({ machineId: machine.machineId, heads }));
      await ports.checkAuditHeads(tenantOf(all), kept);
      return all.map(() => undefined);
    },
  });

  return {
    loadProfile: (...profile) => ports.loadProfile(...profile),
    saveStates: (states) => ports.saveStates(states),
    machinesWithQueued: () => ports.machinesWithQueued(),
    saveLogs: (machine, lines) => turn(() => ports.saveLogs(machine, lines)),
    recordClone: (machine, addresses) => turn(() => ports.recordClone(machine, addresses)),
    messageRead: (machine, commandId) => turn(() => ports.messageRead(machine, commandId)),
    pressButton: (machine, press) => turn(() => ports.pressButton(machine, press)),
    homeOf: home,
    checkAuditHeads: (machine, heads) => compare({ machine, heads }),
    loadHead: (machine) => head({ machine }),
    loadReference: (machine) => reference({ machine }),
    claimCommands: (machine, connectedAt) => claim({ machine, connectedAt }),
    acceptCommand: accepted.add,
    finishCommand: (machine, commandId, result) => {
      accepted.drop(machine, commandId);
      return finish({ machine, commandId, ...result });
    },
    flush: accepted.flush,
  };
}

/** Most commands finish within this time. */
const ACCEPT_MS = 50;

/**
 * Records accepted commands later than their result, which mostly follows at once and makes the record unnecessary. If
 * one is lost with this node, the machine gets the command again and refuses it, because it keeps the IDs.
 */
function deferAccepts(accept: (machine: MachineKey, commandId: CommandId) => Promise<void>, failed: Failed) {
  interface Due {
    readonly machine: MachineKey;
    readonly commandId: CommandId;
    readonly timer: NodeJS.Timeout;
  }
  // One per machine: a second accepted command waits until the first one is recorded.
  const waiting = new Map<MachineId, Due>();
  const take = (machineId: MachineId) => {
    const due = waiting.get(machineId);
    clearTimeout(due?.timer);
    waiting.delete(machineId);
    return due;
  };
  const record = async (machineId: MachineId) => {
    const due = take(machineId);
    if (due) await accept(due.machine, due.commandId).catch(failed);
  };
  return {
    async add(machine: MachineKey, commandId: CommandId): Promise<void> {
      const { machineId } = machine;
      while (waiting.has(machineId)) await record(machineId);
      const timer = setTimeout(() => void record(machineId), ACCEPT_MS);
      waiting.set(machineId, { machine, commandId, timer });
    },
    /** Call when the machine's result has arrived. */
    drop({ machineId }: MachineKey, commandId: CommandId): void {
      if (waiting.get(machineId)?.commandId === commandId) take(machineId);
    },
    async flush(): Promise<void> {
      await Promise.all([...waiting.keys()].map(record));
    },
  };
}

/** All items of a batch have the same kind. */
function tenantOf([first]: readonly { readonly machine: MachineKey }[]): OrganizationId {
  if (!first) throw new Error('a batch holds something');
  return first.machine.organizationId;
}

/** Runs functions in order, with limited concurrency. */
export function limitConcurrency(atOnce: number): <Result>(work: () => Promise<Result>) => Promise<Result> {
  const waiting: (() => void)[] = [];
  let running = 0;
  return async (work) => {
    if (running < atOnce) running += 1;
    else await new Promise<void>((resolve) => waiting.push(resolve));
    try {
      return await work();
    } finally {
      const next = waiting.shift();
      // The next function takes the slot.
      if (next) next();
      else running -= 1;
    }
  };
}
