import { kioskReference } from '@berth/contract/profile/entries';
import { tunnelError } from '../features/network/plan.ts';
import type { AppliedProfile } from '../features/profile/shown.ts';
import type { LinkState } from '../link/link.ts';

/** Whether the cloud answers, also where it does not know the machine yet. */
export function isReached(state: LinkState): boolean {
  return state === 'online' || state === 'unregistered' || state === 'replaced';
}

/** Whether whoever sits at the machine is told of its live view: by the status bar, or no one sits there. */
export function isWarned(applied: AppliedProfile | null): boolean {
  if (!applied) return false;
  const { thinhoc, system } = applied.definition;
  const hasBar = !kioskReference(applied.definition) && !thinhoc.customization.disable_status_bar;
  return hasBar || system.remote.consent === 'unattended';
}

/** What of the profile this machine does not do, for its administrator; null where it does all. */
export function applyErrorOf(applied: AppliedProfile | null): string | null {
  if (!applied) return null;
  const parts = [applied.faults, tunnelError(applied.definition)].filter((each) => each !== null);
  return parts.length > 0 ? parts.join('; ') : null;
}
