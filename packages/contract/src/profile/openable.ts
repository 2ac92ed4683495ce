import { activeApps, appSessions } from '../apps/usable.ts';
import type { ProfileDefinition } from './definition.ts';
import { kioskReference } from './entries.ts';
import { type ConfiguredSession, SESSION_TYPES } from './sessions.ts';

type Found = ConfiguredSession & { readonly index: number; readonly appInstance: string | null };

/** A session of a profile, and its identity. */
export type OpenableSession = Found & {
  readonly title: string;
  /** Stays the same while the session opens the same target, with any name and list position. */
  readonly identity: string;
};

/** Every session of the profile: its own and those of its apps. Takes a complete definition. */
export function openableSessions(definition: ProfileDefinition): OpenableSession[] {
  const { sessions } = definition.thinhoc;
  const found: Found[] = [
    // A list's sessions have its type.
    ...SESSION_TYPES.flatMap((type) =>
      sessions[type].map((session, index) => ({ type, session, index, appInstance: null }) as Found),
    ),
    ...activeApps(definition).flatMap((app) =>
      appSessions(definition, app).flatMap((session, index): Found[] =>
        session ? [{ type: 'webapp', session, index, appInstance: app }] : [],
      ),
    ),
  ];
  const twins = new Map<string, number>();
  return found.map((each) => {
    const target = [each.type, each.appInstance ?? '', targetOf(each)].join('\n');
    const twin = twins.get(target) ?? 0;
    twins.set(target, twin + 1);
    return { ...each, title: titleOf(each), identity: `${target}\n${twin}` };
  });
}

// There is only one free browser; its start page may change.
function targetOf({ type, session }: ConfiguredSession): string {
  if (type === 'webbrowser') return '';
  return type === 'rdp' ? session.default_host : session.url;
}

function titleOf({ type, session }: ConfiguredSession): string {
  return (type === 'webbrowser' ? '' : session.window_title) || session.display_name;
}

/** Why an open session closes when a profile is applied: its entry is gone, or kiosk mode starts, changes or ends. */
export const INTERRUPTIONS = ['removed', 'kiosk'] as const;
export type Interruption = { readonly session: OpenableSession; readonly why: (typeof INTERRUPTIONS)[number] };

/**
 * The sessions of a profile that the agent closes, if open, when another definition is applied. All others stay open.
 * Takes complete definitions.
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

/** The session of kiosk mode; undefined if it is off. */
function kioskIdentity(definition: ProfileDefinition): string | undefined {
  const reference = kioskReference(definition);
  if (!reference) return undefined;
  const app = reference.app_instance || null;
  return openableSessions(definition).find(
    ({ type, index, appInstance }) =>
      type === reference.session_type && index === reference.session_index && appInstance === app,
  )?.identity;
}
