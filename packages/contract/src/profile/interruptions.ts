import type { ProfileDefinition } from './definition.ts';
import { kioskReference } from './entries.ts';
import { type OpenableSession, openableSessions } from './openable.ts';

/** Why an open session closes when a profile is applied: its entry is gone, or kiosk mode begins, changes or ends. */
export const INTERRUPTIONS = ['removed', 'kiosk'] as const;
export type Interruption = { readonly session: OpenableSession; readonly why: (typeof INTERRUPTIONS)[number] };

/**
 * The sessions of a profile that close, where they are open, when another definition is applied: what the agent's
 * sessions do when they follow a profile. All others stay open. Takes complete definitions.
 */
export function interruptions(before: ProfileDefinition, after: ProfileDefinition): Interruption[] {
  const sessions = openableSessions(before);
  const staying = new Set(openableSessions(after).map(({ identity }) => identity));
  const kioskBefore = kioskIdentity(before);
  const kioskAfter = kioskIdentity(after);
  const possible = kioskBefore === undefined ? sessions : sessions.filter(({ identity }) => identity === kioskBefore);
  return possible.flatMap((session): Interruption[] => {
    if (!staying.has(session.identity)) return [{ session, why: 'removed' }];
    return kioskBefore === kioskAfter ? [] : [{ session, why: 'kiosk' }];
  });
}

/** Which session kiosk mode shows; undefined where it is off. */
function kioskIdentity(definition: ProfileDefinition): string | undefined {
  const reference = kioskReference(definition);
  if (!reference) return undefined;
  const app = reference.app_instance || null;
  return openableSessions(definition).find(
    ({ type, index, appInstance }) =>
      type === reference.session_type && index === reference.session_index && appInstance === app,
  )?.identity;
}
