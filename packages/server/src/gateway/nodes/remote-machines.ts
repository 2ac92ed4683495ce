import type { MachineId, OrganizationId } from '@berth/contract/ids';
import type { HeldState } from '../topics.ts';

/** Machines connected to other nodes. */
interface RemoteMachines {
  /** Adds a node's update. */
  put(node: string, states: readonly HeldState[]): void;
  /** Removes a node with its machines. */
  drop(node: string): void;
  find(machineId: MachineId): HeldState | undefined;
  list(organizationId: OrganizationId): HeldState[];
  /** IDs of the machines of one organization or of all. */
  ids(organizationId: OrganizationId | undefined): Iterable<MachineId>;
  countOf(node: string): number;
}

interface Held {
  readonly node: string;
  readonly state: HeldState;
}

/** @param changed Called with each machine that has changed. */
export function createRemoteMachines(changed: (state: HeldState) => void): RemoteMachines {
  const machines = new Map<MachineId, Held>();
  const byOrganization = new Map<OrganizationId, Set<MachineId>>();
  const counts = new Map<string, number>();

  const count = (node: string, by: number) => counts.set(node, (counts.get(node) ?? 0) + by);

  function remove(machineId: MachineId, { node, state }: Held): void {
    machines.delete(machineId);
    count(node, -1);
    const members = byOrganization.get(state.organizationId);
    members?.delete(machineId);
    if (members?.size === 0) byOrganization.delete(state.organizationId);
    changed(state);
  }

  function add(node: string, state: HeldState): void {
    const { machineId, organizationId } = state;
    machines.set(machineId, { node, state });
    count(node, 1);
    byOrganization.set(organizationId, (byOrganization.get(organizationId) ?? new Set()).add(machineId));
    changed(state);
  }

  return {
    put(node, states) {
      for (const state of states) {
        const before = machines.get(state.machineId);
        // Nodes send at their own pace: the old node's update may arrive after the new node's.
        if (before && before.node !== node && before.state.connectedAt > state.connectedAt) continue;
        if (before && before.node !== node && !state.online) continue;
        if (before) remove(state.machineId, before);
        if (state.online) add(node, state);
      }
    },
    drop(node) {
      for (const [machineId, held] of machines) if (held.node === node) remove(machineId, held);
      counts.delete(node);
    },
    find: (machineId) => machines.get(machineId)?.state,
    list: (organizationId) =>
      [...(byOrganization.get(organizationId) ?? [])].flatMap((machineId) => machines.get(machineId)?.state ?? []),
    ids: (organizationId) => (organizationId ? (byOrganization.get(organizationId) ?? []) : machines.keys()),
    countOf: (node) => counts.get(node) ?? 0,
  };
}
