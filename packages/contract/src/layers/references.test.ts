import { describe, expect, it } from 'vitest';
import { applyDefaults } from '../profile/defaults.ts';
import { ProfileDefinition } from '../profile/definition.ts';
import { keyedReference, withPositions } from './references.ts';
import { resolveLayers } from './resolve.ts';
import { layerSettings, profileSettings } from './settings.ts';

const KIOSK = '/thinhoc/kiosk';
const ENTRY = '/thinhoc/autostart/*';
const OFF = { session_type: 'none', session_index: 0 };
const webapp = ['Mail', 'Wiki'].map((name) => ({
  display_name: name,
  window_title: name,
  url: 'https://sessions.example/',
}));
const definition = { thinhoc: { sessions: { webapp } } };

describe('a reference to merge', () => {
  it.each([KIOSK, ENTRY])('names the session at its position: %s', (pattern) => {
    const reference = { session_type: 'webapp', session_index: 1 };
    expect(keyedReference(pattern, reference, definition)).toEqual({ session_type: 'webapp', session: 'wiki' });
  });

  it('may name the session itself, in any capital letters', () => {
    const reference = { session_type: 'webapp', session: ' WIKI', session_index: 0 };
    expect(keyedReference(KIOSK, reference, {})).toEqual({ session_type: 'webapp', session: 'wiki' });
  });

  it('keeps a position without a session, so that two are told apart', () => {
    for (const without of [{}, { thinhoc: {} }, { thinhoc: { sessions: {} } }, definition])
      for (const session_index of [2, 3])
        expect(keyedReference(ENTRY, { session_type: 'webapp', session_index }, without)).toEqual({
          session_type: 'webapp',
          session: `#${session_index}`,
        });
  });

  it('is off whatever session it names', () => {
    expect(keyedReference(KIOSK, { session_type: 'none', session_index: 1, session: 'Mail' }, definition)).toEqual(OFF);
  });

  it('stays as it is if it is of an app, or no reference', () => {
    const app = { session_type: 'webapp', session_index: 0, app_instance: 'a::b' };
    expect(keyedReference(KIOSK, app, definition)).toBe(app);
    expect(keyedReference(KIOSK, 'text', definition)).toBe('text');
    const other = { session_type: 'webapp', session_index: 0 };
    expect(keyedReference('/thinhoc/other', other, definition)).toBe(other);
  });
});

describe('merged references', () => {
  const keys = new Map([['/thinhoc/sessions/webapp', ['mail', 'wiki']]]);
  const positions = (thinhoc: unknown) => {
    const merged: Record<string, unknown> = { thinhoc };
    withPositions(merged, keys);
    return merged.thinhoc;
  };

  it('have the positions of their sessions', () => {
    const kiosk = { session_type: 'webapp', session: 'wiki' };
    const autostart = [kiosk, { session_type: 'webapp', session: 'mail' }];
    expect(positions({ kiosk, autostart })).toEqual({
      kiosk: { session_type: 'webapp', session_index: 1 },
      autostart: [1, 0].map((session_index) => ({ session_type: 'webapp', session_index })),
    });
  });

  it('are omitted where the session is missing, or there is none of its type', () => {
    const missing = { session_type: 'webapp', session: 'time' };
    const ofNoList = { session_type: 'rdp', session: 'mail' };
    expect(positions({ kiosk: missing, autostart: [missing, ofNoList] })).toEqual({ kiosk: OFF, autostart: [] });
    expect(positions({ kiosk: ofNoList })).toEqual({ kiosk: OFF });
  });

  it('of apps stay as they are', () => {
    const app = { session_type: 'webapp', session_index: 4, app_instance: 'a::b' };
    expect(positions({ kiosk: app, autostart: [app] })).toEqual({ kiosk: app, autostart: [app] });
  });

  it('stay absent where no layer names a session', () => {
    expect(Object.keys(positions({ sip: {} }) as object)).toEqual(['sip']);
    expect(positions(undefined)).toBeUndefined();
  });
});

describe('the references of a machine', () => {
  const profile = (thinhoc: object) => ({
    source: 'profile',
    settings: profileSettings(applyDefaults(ProfileDefinition, { thinhoc: { sessions: { webapp }, ...thinhoc } })),
    locks: [],
  });
  const layer = (thinhoc: object, off: string[] = []) => ({
    source: 'layer',
    settings: layerSettings({ definition: { thinhoc }, off, locks: [] }),
    locks: [],
  });
  const at = (session_index: number) => ({ session_type: 'webapp', session_index });

  it('are off and empty once their session is switched off', () => {
    const off = layer({}, ['/thinhoc/sessions/webapp/mail']);
    const { thinhoc } = resolveLayers([profile({ kiosk: at(0), autostart: [at(0), at(1)] }), off]).definition;
    expect(thinhoc.kiosk).toEqual(OFF);
    expect(thinhoc.autostart).toEqual([at(0)]);
    expect(thinhoc.sessions.webapp).toMatchObject([{ display_name: 'Wiki' }]);
  });

  it('are of each layer: kiosk mode of the highest, and autostart of all, each session once', () => {
    const autostart = [{ session_type: 'webapp', session: 'Mail' }];
    const none = layer({ kiosk: { session_type: 'none' }, autostart });
    const { thinhoc } = resolveLayers([profile({ kiosk: at(1), autostart: [at(1), at(0)] }), none]).definition;
    expect(thinhoc.kiosk).toEqual(OFF);
    expect(thinhoc.autostart).toEqual([at(1), at(0)]);
    const below = resolveLayers([layer({ kiosk: { session_type: 'webapp', session: 'Wiki' } }), profile({})]);
    expect(below.definition.thinhoc.kiosk).toEqual(at(1));
  });
});
