import type { ProfileDefinition } from '@berth/contract/profile/definition';
import { describe, expect, it } from 'vitest';
import { movesOfMove, movesOfRemoval } from './entries.ts';
import { sessionTypeAt, withMovedSessions, withReferencesOf } from './session-references.ts';

const before = {
  thinhoc: {
    autostart: [
      { session_type: 'webapp', session_index: 0 },
      { session_type: 'rdp', session_index: 0 },
      { session_type: 'webapp', session_index: 2 },
      { session_type: 'webapp', session_index: 0, app_instance: 'thinhoc::dashboard' },
    ],
    kiosk: { session_type: 'webapp', session_index: 2 },
  },
} as unknown as ProfileDefinition;

describe('autostart and kiosk mode', () => {
  it('follow a session to its new position; other kinds and apps’ sessions stay', () => {
    const { autostart, kiosk } = withMovedSessions(before, 'webapp', movesOfMove(2, 0)).thinhoc;
    expect(autostart.map(({ session_index }) => session_index)).toEqual([1, 0, 0, 0]);
    expect(kiosk).toEqual({ session_type: 'webapp', session_index: 0 });
  });

  it('let go of a session that is removed, which switches kiosk mode off', () => {
    const { autostart, kiosk } = withMovedSessions(before, 'webapp', movesOfRemoval(2)).thinhoc;
    expect(autostart).toHaveLength(3);
    expect(kiosk).toEqual({ session_type: 'none', session_index: 0 });
  });

  it('come back when the removal is undone', () => {
    const after = withMovedSessions(before, 'webapp', movesOfRemoval(2));
    expect(withReferencesOf(after, before)).toEqual(before);
  });
});

it('knows the lists of sessions among the parts of a definition', () => {
  expect(sessionTypeAt('/thinhoc/sessions/rdp')).toBe('rdp');
  expect(sessionTypeAt('/thinhoc/autostart')).toBeUndefined();
});
