import type { MachineId, OrganizationId } from '@berth/contract/ids';
import type { Connection } from './connection.ts';
import type { MachineKey, OutgoingCommand } from './ports.ts';

/** Sends a command that is stored as delivered. Returns false if the connection no longer takes it. */
export type CommandLine = (command: OutgoingCommand) => boolean;

/** The current connection of each machine: the newest one. */
export interface Registry {
  /** Returns the connection to close: the earlier one, or this one if a newer was admitted meanwhile. */
  add(connection: Connection): Connection | undefined;
  /** Returns false if a newer connection already replaced it. */
  remove(connection: Connection): boolean;
  find(machineId: MachineId): Connection | undefined;
  /** The machine's connection to this node, if a new command would be its next one. */
  lineTo(machine: MachineKey): CommandLine | undefined;
  ofOrganization(organizationId: OrganizationId): Connection[];
  all(): Iterable<Connection>;
  size(): number;
}

export function createRegistry(): Registry {
  const connections = new Map<MachineId, Connection>();
  const byOrganization = new Map<OrganizationId, Set<Connection>>();

  function unlist(connection: Connection): void {
    const { organizationId } = connection.key;
    const members = byOrganization.get(organizationId);
    members?.delete(connection);
    if (members?.size === 0) byOrganization.delete(organizationId);
  }

  return {
    add(connection) {
      const { machineId, organizationId } = connection.key;
      const before = connections.get(machineId);
      if (before && before.openedElapsed > connection.openedElapsed) return connection;
      if (before) unlist(before);
      connections.set(machineId, connection);
      byOrganization.set(organizationId, (byOrganization.get(organizationId) ?? new Set()).add(connection));
      return before;
    },
    remove(connection) {
      if (connections.get(connection.key.machineId) !== connection) return false;
      connections.delete(connection.key.machineId);
      unlist(connection);
      return true;
    },
    find: (machineId) => connections.get(machineId),
    lineTo({ organizationId, machineId }) {
      const connection = connections.get(machineId);
      // After a move to another organization, the old connection is open for a moment.
      if (!connection?.takesCommands || connection.key.organizationId !== organizationId) return undefined;
      return (command) => connections.get(machineId) === connection && connection.sendStored(command);
    },
    ofOrganization: (organizationId) => [...(byOrganization.get(organizationId) ?? [])],
    all: () => connections.values(),
    size: () => connections.size,
  };
}
