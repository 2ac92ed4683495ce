import type { ProfileDefinition } from '@berth/contract/profile/definition';
import { SESSION_TYPES, type SessionType } from '@berth/contract/profile/sessions';
import type { Moves } from './entries.ts';

/** Which list of sessions a part of the definition is; undefined for other parts. */
export function sessionTypeAt(configptr: string): SessionType | undefined {
  return SESSION_TYPES.find((type) => configptr === `/thinhoc/sessions/${type}`);
}

/**
 * The definition after sessions of a type changed their positions: autostart and kiosk mode name sessions by position
 * and follow them. What named a session that is gone goes too, and kiosk mode is then off.
 */
export function withMovedSessions(definition: ProfileDefinition, type: SessionType, moves: Moves): ProfileDefinition {
  const { autostart, kiosk } = definition.thinhoc;
  const followed = autostart.flatMap((reference) => {
    if (reference.session_type !== type || reference.app_instance) return [reference];
    const position = moves(reference.session_index);
    return position === undefined ? [] : [{ ...reference, session_index: position }];
  });
  return { ...definition, thinhoc: { ...definition.thinhoc, autostart: followed, kiosk: followedKiosk() } };

  function followedKiosk(): ProfileDefinition['thinhoc']['kiosk'] {
    if (kiosk.session_type !== type || kiosk.app_instance) return kiosk;
    const position = moves(kiosk.session_index);
    return position === undefined ? { session_type: 'none', session_index: 0 } : { ...kiosk, session_index: position };
  }
}

/** The definition with what an earlier one had as autostart and kiosk mode. */
export function withReferencesOf(definition: ProfileDefinition, earlier: ProfileDefinition): ProfileDefinition {
  const { autostart, kiosk } = earlier.thinhoc;
  return { ...definition, thinhoc: { ...definition.thinhoc, autostart, kiosk } };
}
