import type { ListedAuditEntry } from '@berth/contract/api/audit';
import type { MachineId, OrganizationId, ProfileId, WebhookId } from '@berth/contract/ids';
import { paths } from '@berth/web/paths/paths.ts';

/** Entries that differ only in their target: one expandable line. */
export interface AuditGroup {
  /** Newest first, at least one. */
  readonly entries: readonly [ListedAuditEntry, ...ListedAuditEntry[]];
}

/** Longest pause between two entries of a group. */
const PAUSE_MS = 10 * 60_000;

/** Groups consecutive entries with the same actor and action, such as a profile assigned to 20 machines. */
export function groupEntries(entries: readonly ListedAuditEntry[]): readonly AuditGroup[] {
  const groups: [ListedAuditEntry, ...ListedAuditEntry[]][] = [];
  for (const entry of entries) {
    const group = groups.at(-1);
    const before = group?.at(-1);
    if (group && before && isAlike(entry, before)) group.push(entry);
    else groups.push([entry]);
  }
  return groups.map((group) => ({ entries: group }));
}

function isAlike(one: ListedAuditEntry, other: ListedAuditEntry): boolean {
  return (
    one.action === other.action &&
    one.actorKind === other.actorKind &&
    one.actor === other.actor &&
    one.targetKind === other.targetKind &&
    commandOf(one) === commandOf(other) &&
    Math.abs(Date.parse(one.time) - Date.parse(other.time)) <= PAUSE_MS
  );
}

function commandOf({ after }: ListedAuditEntry): unknown {
  return typeof after === 'object' && after !== null && 'type' in after ? after.type : undefined;
}

/** The page of an entry's target; undefined if it has none, or is deleted. */
export function targetPath({ targetKind, targetId, targetName, action }: ListedAuditEntry): string | undefined {
  if (targetId === null || targetName === null || GONE.test(action)) return undefined;
  switch (targetKind) {
    case 'machine':
      return paths.machine(targetId as MachineId);
    case 'profile':
      return paths.profile(targetId as ProfileId);
    case 'webhook':
      return paths.webhook(targetId as WebhookId);
    case 'organization':
      return paths.organization(targetId as OrganizationId);
    case 'layer':
      return paths.layers();
    case 'tag-rule':
      return paths.enrollment();
    case 'schedule':
      return paths.schedules();
    case 'api-key':
      return paths.apiKeys();
    default:
      return undefined;
  }
}

/** Actions after which the target has no page. */
const GONE = /\.(?:delete|remove)$/;
