import { activeApps, appSessions } from '@berth/contract/apps/usable';
import type { ProfileDefinition } from '@berth/contract/profile/definition';
import { SESSION_TYPES, type SessionReference, type SessionType } from '@berth/contract/profile/sessions';

/** A session that can be chosen. */
export interface SessionOption {
  readonly key: string;
  readonly name: string;
  readonly reference: SessionReference;
}

/** Sessions of one type: the profile's own by type, then those of apps. */
export interface SessionGroup {
  readonly kind: SessionType | 'app';
  readonly options: readonly SessionOption[];
}

/** Every session of the definition that autostart and kiosk mode can reference, without empty groups. */
export function sessionGroups(definition: ProfileDefinition): SessionGroup[] {
  const own = SESSION_TYPES.map((type) => ({
    kind: type,
    options: definition.thinhoc.sessions[type].map(({ display_name }, session_index) =>
      optionOf(display_name ?? '', { session_type: type, session_index }),
    ),
  }));
  const ofApps = activeApps(definition).flatMap((app_instance) =>
    appSessions(definition, app_instance).flatMap((session, session_index) =>
      session ? [optionOf(session.display_name, { session_type: 'webapp', session_index, app_instance })] : [],
    ),
  );
  const groups: SessionGroup[] = [...own, { kind: 'app', options: ofApps }];
  return groups.filter(({ options }) => options.length > 0);
}

/** The same text for the same session. */
export function keyOfReference(reference: Omit<SessionReference, 'session_type'> & { session_type: string }): string {
  const { session_type, session_index, app_instance = '' } = reference;
  return `${session_type}/${session_index}/${app_instance}`;
}

function optionOf(name: string, reference: SessionReference): SessionOption {
  return { key: keyOfReference(reference), name, reference };
}
