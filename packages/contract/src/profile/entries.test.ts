import { describe, expect, it } from 'vitest';
import { applyDefaults } from './defaults.ts';
import { ProfileDefinition } from './definition.ts';
import { appScreenEntries, appScreenSets, autostartReferences, kioskReference, sessionAt } from './entries.ts';

const app = (display_name: string, more: object = {}) => ({
  display_name,
  window_title: `${display_name} window`,
  url: `https://${display_name.toLowerCase()}.example/`,
  ...more,
});

const meeting = {
  build: 1,
  template: {
    thinhoc: { sessions: { webapp: [{ ...app('Meeting'), url: '{{PROTOCOL}}://{{SERVER_NAME}}/{{ROOM}}' }] } },
  },
};

function definition(thinhoc: object): ProfileDefinition {
  return applyDefaults(ProfileDefinition, { thinhoc });
}

const office = definition({
  sessions: {
    webapp: [app('Wiki'), app('Secret', { hide_app_item_icon: true }), app('Mail')],
    webbrowser: [{ display_name: 'Browser', url: 'https://start.example/' }],
    rdp: [{ display_name: 'Desktop', icon: {} }],
  },
  apps: {
    enabled: ['thinhoc::whiteboard', 'thinhoc::video-conference', 'thinhoc::dashboard', 'thinhoc::off'],
    installed: { 'thinhoc::video-conference': meeting, 'thinhoc::off': meeting },
    instances: { 'thinhoc::off': { enabled: false, settings: { PROTOCOL: 'https', SERVER_NAME: 'x', ROOM: '' } } },
  },
});

describe('the App Screen', () => {
  it('shows sessions by type, then apps, without hidden ones', () => {
    expect(appScreenSets(office).map((set) => set.map((entry) => entry.display_name || entry.app_instance))).toEqual([
      ['Desktop'],
      ['Browser'],
      ['Wiki', 'Mail'],
      ['thinhoc::whiteboard', 'Meeting'],
    ]);
  });

  it('counts hidden sessions in the index of each tile', () => {
    const mail = appScreenEntries(office).find((entry) => entry.display_name === 'Mail');
    expect(mail).toMatchObject({
      type: 'webapp',
      index: 2,
      app_instance: null,
      window_title: 'Mail window',
      url: 'https://mail.example/',
      icon: { symbol_color: '#FFFFFF', background_color: '#171799' },
    });
  });

  it('fills the URL of an app without settings with its defaults', () => {
    const tile = appScreenEntries(office).find((entry) => entry.app_instance === 'thinhoc::video-conference');
    expect(tile).toMatchObject({ type: 'webapp', index: 0, url: 'https://meet.jit.si/' });
  });

  it('uses the name as window title where none is set', () => {
    expect(appScreenEntries(office)[0]).toMatchObject({ type: 'rdp', window_title: 'Desktop' });
  });

  it('is empty for an untouched profile', () => {
    expect(appScreenEntries(definition({}))).toEqual([]);
  });
});

describe('a session reference', () => {
  it('finds every tile that opens a window', () => {
    const windows = appScreenEntries(office).filter((entry) => entry.type !== 'app');
    const found = windows.map(({ type, index, app_instance }) =>
      sessionAt(office, {
        session_type: type === 'app' ? 'webapp' : type,
        session_index: index,
        app_instance,
      }),
    );
    expect(found.map((each) => each?.session.display_name)).toEqual(['Desktop', 'Browser', 'Wiki', 'Mail', 'Meeting']);
  });

  it('finds hidden sessions, and nothing for a missing one', () => {
    expect(sessionAt(office, { session_type: 'webapp', session_index: 1 })?.session.display_name).toBe('Secret');
    expect(sessionAt(office, { session_type: 'webapp', session_index: 9 })).toBeUndefined();
    const off = { session_type: 'webapp', session_index: 0, app_instance: 'thinhoc::off' } as const;
    expect(sessionAt(office, off)).toBeUndefined();
  });
});

describe('kiosk and autostart', () => {
  const sessions = { webapp: [app('Wiki')] };
  const wiki = { session_type: 'webapp', session_index: 0 };

  it('autostart opens existing entries, and nothing in kiosk mode', () => {
    const autostart = [wiki, { session_type: 'rdp', session_index: 0 }];
    expect(autostartReferences(definition({ sessions, autostart }))).toEqual([wiki]);
    expect(autostartReferences(definition({ sessions, autostart, kiosk: wiki }))).toEqual([]);
  });

  it('kiosk mode is off if its session is missing', () => {
    expect(kioskReference(definition({ sessions, kiosk: wiki }))).toEqual(wiki);
    expect(kioskReference(definition({ sessions: {}, kiosk: wiki }))).toBeUndefined();
    expect(kioskReference(definition({ sessions }))).toBeUndefined();
  });
});
