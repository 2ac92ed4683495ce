import type { ProfileDefinition } from '@berth/contract/profile/definition';
import { describe, expect, it } from 'vitest';
import { movesOfMove, movesOfRemoval } from './entries.ts';
import { sessionListAt, withMovedSessions, withReferencesOf } from './session-references.ts';

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

const WEBAPPS = { type: 'webapp', app: null, first: 0 } as const;

describe('autostart and kiosk mode', () => {
  it('follow a session to its new position; other types and apps’ sessions stay', () => {
    const { autostart, kiosk } = withMovedSessions(before, WEBAPPS, movesOfMove(2, 0)).thinhoc;
    expect(autostart.map(({ session_index }) => session_index)).toEqual([1, 0, 0, 0]);
    expect(kiosk).toEqual({ session_type: 'webapp', session_index: 0 });
  });

  it('drop a removed session, which turns kiosk mode off', () => {
    const { autostart, kiosk } = withMovedSessions(before, WEBAPPS, movesOfRemoval(2)).thinhoc;
    expect(autostart).toHaveLength(3);
    expect(kiosk).toEqual({ session_type: 'none', session_index: 0 });
  });

  it('are restored when the removal is undone', () => {
    const after = withMovedSessions(before, WEBAPPS, movesOfRemoval(2));
    expect(withReferencesOf(after, before)).toEqual(before);
  });
});

it('follow an app’s additional instances, after its first one', () => {
  const app = 'thinhoc::video-conference';
  const reference = (session_index: number) => ({ session_type: 'webapp', session_index, app_instance: app });
  const definition = {
    thinhoc: { autostart: [reference(0), reference(1), reference(2)], kiosk: reference(2) },
  } as unknown as ProfileDefinition;
  const { autostart, kiosk } = withMovedSessions(
    definition,
    { type: 'webapp', app, first: 1 },
    movesOfRemoval(0),
  ).thinhoc;
  expect(autostart).toEqual([reference(0), reference(1)]);
  expect(kiosk).toEqual(reference(1));
});

it('recognize the lists of sessions in a definition', () => {
  expect(sessionListAt('/thinhoc/sessions/rdp', '')).toEqual({ type: 'rdp', app: null, first: 0 });
  expect(sessionListAt('/thinhoc/apps/instances/thinhoc::nextcloud', 'further')).toEqual({
    type: 'webapp',
    app: 'thinhoc::nextcloud',
    first: 1,
  });
  expect(sessionListAt('/thinhoc/autostart', '')).toBeUndefined();
  expect(sessionListAt('/thinhoc/apps/instances/thinhoc::nextcloud', 'settings')).toBeUndefined();
});
