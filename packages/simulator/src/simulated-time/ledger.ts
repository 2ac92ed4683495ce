import type { CommandId, MachineId } from '@berth/contract/ids';
import type { CommandType } from '@berth/contract/rules/commands';

/** What the cloud acknowledged, and what machines did. */
export class Ledger {
  readonly acknowledged = new Map<CommandId, { readonly type: CommandType; readonly machineId: MachineId }>();
  readonly batches = new Set<string>();
  readonly cancelled = new Set<CommandId>();
  readonly runs = new Map<string, number>();
  /** The newest acknowledged revision of the profile. */
  revision = 1;
  readonly names = new Map<MachineId, string>();
  readonly lines: string[] = [];

  ran(id: string): void {
    this.runs.set(id, (this.runs.get(id) ?? 0) + 1);
  }
}
