import { AUDIT_HEADS_KEPT, type AuditHead } from '@berth/contract/device/messages';
import type { OrganizationId } from '@berth/contract/ids';
import type { Store } from '../state/store.ts';
import type { Log } from '../system/log.ts';

type Kept = Store['state']['auditHeads'];

/**
 * Stores the head of the organization's audit log from each welcome, the last one of each day. Sends the stored heads
 * to the cloud at the next welcome, so that a truncated log is detected.
 */
export function followAuditHead(options: {
  readonly store: Store;
  readonly show: (heads: readonly AuditHead[]) => void;
  readonly log: Log;
  readonly today?: () => string;
}): (organizationId: OrganizationId, head: AuditHead) => void {
  const { store, show, log, today = () => new Date().toISOString().slice(0, 'YYYY-MM-DD'.length) } = options;
  return (organizationId, head) => {
    const kept = store.state.auditHeads.filter((each) => each.organizationId === organizationId);
    if (kept.length > 0) show(kept.map(({ sequence, hash }) => ({ sequence, hash })));
    const newest = kept.at(-1);
    const isContradicted =
      newest !== undefined &&
      (head.sequence < newest.sequence || (head.sequence === newest.sequence && head.hash !== newest.hash));
    if (isContradicted) {
      log.error({ kept: newest, named: head }, 'the audit log of the organization lacks an entry that it had');
      return;
    }
    if (newest?.sequence === head.sequence) return;
    store
      .update((state) => ({ ...state, auditHeads: next(kept, { organizationId, ...head, day: today() }) }))
      .catch((error: unknown) => log.error({ error: String(error) }, 'the head of the audit log is not kept'));
  };
}

function next(kept: Kept, head: Kept[number]): Kept {
  const before = kept.at(-1)?.day === head.day ? kept.slice(0, -1) : kept;
  return [...before, head].slice(-AUDIT_HEADS_KEPT);
}
