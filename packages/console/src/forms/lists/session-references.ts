import type { ProfileDefinition } from '@berth/contract/profile/definition';
import { SESSION_TYPES, type SessionType } from '@berth/contract/profile/sessions';
import type { Moves } from './entries.ts';

/** A list of the definition whose entries are sessions, which others reference by position. */
export interface SessionList {
  readonly type: SessionType;
  /** The app whose instances they are; null for the profile's own sessions. */
  readonly app: string | null;
  /** The position of the list's first entry among the sessions. */
  readonly first: number;
}

/** The session list of a form's list; undefined for other lists. */
export function sessionListAt(configptr: string, path: string): SessionList | undefined {
  const type = SESSION_TYPES.find((each) => configptr === `/thinhoc/sessions/${each}`);
  if (type && path === '') return { type, app: null, first: 0 };
  const [, app] = /^\/thinhoc\/apps\/instances\/([^/]+)$/.exec(configptr) ?? [];
  // After the app's first instance, which is not an entry of the list.
  return app !== undefined && path === 'further' ? { type: 'webapp', app, first: 1 } : undefined;
}

/**
 * The definition after sessions of a list moved: autostart and kiosk mode reference sessions by position and follow
 * them. References to a removed session are removed, and kiosk mode is then off.
 */
export function withMovedSessions(definition: ProfileDefinition, list: SessionList, moves: Moves): ProfileDefinition {
  const { autostart, kiosk } = definition.thinhoc;
  const followed = autostart.flatMap((reference) => {
    if (!isOf(list, reference)) return [reference];
    const position = positionAfter(reference.session_index);
    return position === undefined ? [] : [{ ...reference, session_index: position }];
  });
  return { ...definition, thinhoc: { ...definition.thinhoc, autostart: followed, kiosk: followedKiosk() } };

  function positionAfter(index: number): number | undefined {
    if (index < list.first) return index;
    const moved = moves(index - list.first);
    return moved === undefined ? undefined : moved + list.first;
  }

  function followedKiosk(): ProfileDefinition['thinhoc']['kiosk'] {
    if (!isOf(list, kiosk)) return kiosk;
    const position = positionAfter(kiosk.session_index);
    return position === undefined ? { session_type: 'none', session_index: 0 } : { ...kiosk, session_index: position };
  }
}

interface Reference {
  readonly session_type: string;
  readonly app_instance?: string | null | undefined;
}

function isOf({ type, app }: SessionList, { session_type, app_instance }: Reference): boolean {
  return session_type === type && (app_instance || null) === app;
}

/** The definition with autostart and kiosk mode of an earlier one. */
export function withReferencesOf(definition: ProfileDefinition, earlier: ProfileDefinition): ProfileDefinition {
  const { autostart, kiosk } = earlier.thinhoc;
  return { ...definition, thinhoc: { ...definition.thinhoc, autostart, kiosk } };
}
