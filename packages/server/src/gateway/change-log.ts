import type { MachineId, OrganizationId } from '@berth/contract/ids';

/** Changes of single machines that are remembered for each organization. */
const KEPT = 2_000;

interface Changes {
  version: number;
  /** The machines of the last versions, one for each, the newest last. */
  machines: MachineId[];
}

/** Which machines of an organization have changed since a version of its list. */
export class ChangeLog {
  readonly #all = new Map<OrganizationId, Changes>();

  /** Notes a change of one machine, or of any of them. */
  add(organizationId: OrganizationId, machineId: MachineId | undefined): void {
    const changes = this.#all.get(organizationId) ?? { version: 0, machines: [] };
    this.#all.set(organizationId, changes);
    changes.version += 1;
    if (machineId === undefined) changes.machines = [];
    else changes.machines.push(machineId);
    // Not at each change: that would copy the list each time.
    if (changes.machines.length > 2 * KEPT) changes.machines = changes.machines.slice(-KEPT);
  }

  /** Increases with every change. */
  version(organizationId: OrganizationId): number {
    return this.#all.get(organizationId)?.version ?? 0;
  }

  /** The machines that have changed since then; undefined if it may be any. */
  since(organizationId: OrganizationId, version: number): ReadonlySet<MachineId> | undefined {
    const { version: newest, machines } = this.#all.get(organizationId) ?? { version: 0, machines: [] };
    const count = newest - version;
    if (count < 0 || count > machines.length) return undefined;
    return new Set(machines.slice(machines.length - count));
  }
}
