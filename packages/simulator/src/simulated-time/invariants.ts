import type { MachineId } from '@berth/contract/ids';
import { COMMANDS, type CommandType } from '@berth/contract/rules/commands';
import type { CloudNode } from './cloud-node.ts';
import type { Ledger } from './ledger.ts';
import type { SimulatedMachine } from './machine.ts';

export interface StoredCommand {
  readonly id: string;
  readonly machine: MachineId;
  readonly type: CommandType;
  readonly state: string;
  readonly batch: string | null;
  readonly message: string | null;
}

export interface StoredMachine {
  readonly id: MachineId;
  readonly name: string;
  readonly revision: number;
  readonly online: boolean | null;
  readonly applied: number | null;
}

export const STORED_COMMANDS = `
  select command_id as id, machine_id as machine, type, state, batch_id as batch,
    payload ->> 'msg' as message
  from commands order by command_id`;
export const STORED_MACHINES = `
  select m.machine_id as id, m.name, p.revision, s.online, s.applied_revision as applied
  from machines m join profiles p using (organization_id, profile_id)
  left join machine_states s using (organization_id, machine_id) order by m.machine_id`;

/** Begins the message of every scheduled command: each reaches a machine once on its date. */
export const SCHEDULED = 'Schedule ';

/** What must hold at any time: breaches, in words. */
export function findBroken(ledger: Ledger, commands: readonly StoredCommand[]): string[] {
  const stored = new Map(commands.map((command) => [command.id, command]));
  const batches = new Set(commands.map(({ batch }) => batch));
  const scheduled = commands.filter(({ message }) => message?.startsWith(SCHEDULED));
  const repeated = Map.groupBy(scheduled, ({ message, machine }) => `${message} for ${machine}`);
  return [
    ...[...repeated].filter(([, all]) => all.length > 1).map(([name]) => `scheduled twice: ${name}`),
    ...[...ledger.runs]
      .filter(([, times]) => times > 1)
      .map(([id, times]) => `run twice: command ${id}, ${times} times`),
    ...[...ledger.acknowledged.keys()].filter((id) => !stored.has(id)).map((id) => `lost: command ${id}`),
    ...[...ledger.batches].filter((id) => !batches.has(id)).map((id) => `lost: batch ${id}`),
    ...[...ledger.runs.keys()].filter((id) => !stored.has(id)).map((id) => `run, but not stored: command ${id}`),
    ...[...ledger.cancelled].filter((id) => ledger.runs.has(id)).map((id) => `run although cancelled: command ${id}`),
  ];
}

/** What must hold once nothing fails any more: what is not there yet, in words. */
export function findUnsettled(
  ledger: Ledger,
  stored: {
    readonly commands: readonly StoredCommand[];
    readonly machines: readonly StoredMachine[];
    /** Whether the stored states of machines may be older than what nodes know. */
    readonly isStoredLate: boolean;
  },
  world: { readonly machines: readonly SimulatedMachine[]; readonly nodes: readonly CloudNode[] },
): string[] {
  const ran = (id: string) => ledger.runs.has(id);
  // A reboot that a machine has accepted is done after any restart, such as a power cut (device/features/commands).
  const isRestart = ({ type, machine }: StoredCommand) =>
    COMMANDS[type].endsBoot && world.machines.some(({ id, hasRestarted }) => id === machine && hasRestarted);
  const wrong = (command: StoredCommand): string | undefined => {
    const { id, type, state } = command;
    if (state === 'queued' || state === 'delivered') return 'not finished';
    if (state === 'succeeded' && !ran(id) && !isRestart(command)) return 'succeeded without a run';
    if (state === 'cancelled' && ran(id)) return 'run';
    if (state === 'expired' && ran(id)) return 'run';
    return state === 'expired' && COMMANDS[type].waits ? 'lost: it waits for its machine' : undefined;
  };
  const commands = stored.commands.flatMap((command) => {
    const fault = wrong(command);
    return fault ? [`command ${command.id} (${command.type}, ${command.state}): ${fault}`] : [];
  });
  const { revision } = ledger;
  const machines = world.machines.flatMap((machine) => {
    const row = stored.machines.find(({ id }) => id === machine.id);
    if (!row) return [`lost: machine ${machine.name}`];
    const shown = machine.agent && machine.options.disk.written.desired;
    const differences = {
      [`its link is ${machine.agent?.linkState}`]: machine.agent?.linkState !== 'online',
      [`lost: revision ${revision}, stored ${row.revision}`]: row.revision < revision,
      [`shows revision ${shown?.profile?.revision}, not ${row.revision}`]: shown?.profile?.revision !== row.revision,
      [`shows the name ${shown?.machineName}, not ${row.name}`]: shown?.machineName !== row.name,
      [`stored as showing ${row.applied}, not ${row.revision}`]: !stored.isStoredLate && row.applied !== row.revision,
      'stored as offline': !stored.isStoredLate && row.online !== true,
    };
    const offline = world.nodes.filter(({ running }) => !running?.presence.isOnline(machine.id));
    return [
      ...Object.entries(differences).flatMap(([text, isSo]) => (isSo ? [`${machine.name}: ${text}`] : [])),
      ...offline.map(({ host }) => `${machine.name}: offline for ${host.name}`),
    ];
  });
  return [...commands, ...machines];
}
