import { describe, expect, it } from 'vitest';
import { blame, entryPaths, keyedPath, kindAt, pathIn, pathNamed, pointerAt, valueAt } from './paths.ts';
import { resolveLayers } from './resolve.ts';
import { layerSettings } from './settings.ts';

const list = '/thinhoc/sessions/webapp';
const sessionNamed = (name: string) => ({
  display_name: name,
  window_title: name,
  url: `https://${name.toLowerCase()}.example/`,
});
const webapps = (...webapp: unknown[]) => ({ thinhoc: { sessions: { webapp } } });
const layer = (source: string, definition: object, locks: string[] = []) => ({
  source,
  settings: layerSettings({ definition, off: [], locks }),
  locks,
});

describe('the kind of a place', () => {
  it.each([
    ['/system', 'section'],
    [list, 'list'],
    [`${list}/mail`, 'entry'],
    [`${list}/mail/url`, 'field'],
    [`${list}/mail/icon`, 'section'],
    ['/thinhoc/kiosk', 'field'],
    ['/thinhoc/apps/installed', 'field'],
    ['/thinhoc/apps/instances', 'field'],
    ['/thinhoc/customization/dashboard/layouts/lobby/layout/a/widget', 'field'],
  ])('at %s is %s', (path, kind) => {
    expect(kindAt(path)).toBe(kind);
  });

  it.each([
    ['the definition itself', ''],
    ['a path without its first slash', 'thinhoc/sessions'],
    ['a word', 'thinhoc'],
    ['an unknown field', `${list}/mail/other`],
    ['a field of a text', '/thinhoc/customization/keyboard_layouts/de/name'],
    ['a field of a reference', '/thinhoc/autostart/mail/session_type'],
    ['a field of a value', `${list}/mail/url/0`],
  ])('is unknown for %s', (_name, path) => {
    expect(kindAt(path)).toBeUndefined();
  });
});

describe('a path by its name', () => {
  it('has the capital letters of fields, and small ones in keys', () => {
    expect(pathNamed('customization.audioControllersInStatusBar')).toBe(
      '/thinhoc/customization/audioControllersInStatusBar',
    );
    expect(pathNamed('Customization.color_primary')).toBeUndefined();
    expect(pathNamed('network.search-domains.Example')).toBe('/system/network/search-domains/example');
    expect(pathNamed('thinhoc')).toBe('/thinhoc');
    expect(pathNamed('/sessions/webapp/A~1B')).toBe(`${list}/a~1b`);
    expect(pathNamed('')).toBeUndefined();
  });
});

describe('a place in a resolved definition', () => {
  const resolved = resolveLayers([layer('a', webapps(sessionNamed('Mail'), sessionNamed('A/B')))]);

  it('is counted by pointers and named by paths', () => {
    for (const [pointer, path] of [
      ['', ''],
      [list, list],
      [`${list}/0`, `${list}/mail`],
      [`${list}/1/url`, `${list}/a~1b/url`],
      ['/system/clock/time_zone', '/system/clock/time_zone'],
    ] as const) {
      expect(keyedPath(resolved, pointer)).toBe(path);
      expect(pointerAt(resolved, path)).toBe(pointer);
    }
    expect(keyedPath(resolved, `${list}/2`)).toBe(`${list}/2`);
  });

  it('is counted and named in a list of the product’s defaults as in one that a layer sets', () => {
    const keyboards = '/thinhoc/customization/keyboard_layouts';
    expect(keyedPath(resolved, `${keyboards}/0`)).toBe(`${keyboards}/de`);
    expect(entryPaths(resolved, keyboards)).toEqual([`${keyboards}/de`]);
    expect(pointerAt(resolved, `${keyboards}/de`)).toBe(`${keyboards}/0`);
    expect(valueAt(resolved, `${keyboards}/de`)).toBe('DE');
    expect(pointerAt(resolved, `${keyboards}/us`)).toBeUndefined();
    expect(valueAt(resolved, `${keyboards}/us`)).toBeUndefined();
    expect(pointerAt(resolved, '/thinhoc/sip/accounts/lobby')).toBeUndefined();
    expect(keyedPath(resolved, '/thinhoc/apps/enabled/0')).toBe('/thinhoc/apps/enabled/0');
  });

  it('has no pointer if its entry is missing', () => {
    expect(pointerAt(resolved, `${list}/time`)).toBeUndefined();
    expect(pointerAt(resolved, `${list}/time/url`)).toBeUndefined();
  });

  it('has its value', () => {
    expect(valueAt(resolved, '')).toBe(resolved.definition);
    expect(valueAt(resolved, `${list}/mail`)).toBe(resolved.definition.thinhoc.sessions.webapp[0]);
    expect(valueAt(resolved, `${list}/a~1b/display_name`)).toBe('A/B');
    expect(valueAt(resolved, '/thinhoc/sip/enabled')).toBe(false);
  });

  it('has none where nothing is', () => {
    for (const path of [`${list}/time`, `${list}/time/url`, `${list}/mail/url/length`, '/thinhoc/toString', '/x/y'])
      expect(valueAt(resolved, path)).toBeUndefined();
  });
});

describe('a place in a part of a definition', () => {
  const part = webapps(sessionNamed('Mail'), { display_name: 'MAIL' }, { url: 'https://mail.example/' });

  it('has the names that its lists give to entries', () => {
    expect(pathIn(part, `${list}/0/url`)).toBe(`${list}/mail/url`);
    expect(pathIn(part, `${list}/1`)).toBe(`${list}/mail#2`);
    expect(pathIn(part, `${list}/2/url`)).toMatch(/\/webapp\/=[0-9a-f]{8}\/url$/);
    const layout = [{ id: 'A', x: 0 }];
    const layouts = [{ name: 'Lobby', layout }];
    const dashboard = '/thinhoc/customization/dashboard/layouts';
    expect(pathIn({ thinhoc: { customization: { dashboard: { layouts } } } }, `${dashboard}/0/layout/0/x`)).toBe(
      `${dashboard}/lobby/layout/a/x`,
    );
  });

  it('is as the pointer says where the part has nothing', () => {
    expect(pathIn(part, '')).toBe('');
    expect(pathIn(part, `${list}/3/url`)).toBe(`${list}/3/url`);
    expect(pathIn({}, `${list}/0`)).toBe(`${list}/0`);
    expect(pathIn({ other: ['One'] }, '/other/0')).toBe('/other/one');
    expect(pathIn({ other: { inner: ['One'] } }, '/other/inner/0')).toBe('/other/inner/one');
  });
});

describe('the layer to blame', () => {
  const color = (color_primary: string) => ({ thinhoc: { customization: { color_primary } } });
  const clock = { system: { clock: { time_zone: 'Europe/Zurich' } } };

  it('is the one that says something nearest to the place', () => {
    const blamed = blame(resolveLayers([layer('below', clock), layer('above', color('#111111'))]), 'ground');
    expect(blamed('/system/clock/time_zone')).toBe('below');
    expect(blamed('/system/network')).toBe('below');
    expect(blamed('/thinhoc/customization/color_primary')).toBe('above');
    expect(blamed('')).toBe('above');
  });

  it('is not one whose values are locked', () => {
    const locking = layer('below', { thinhoc: { customization: { show_linkup: false } } }, [
      '/thinhoc/customization/color_primary',
    ]);
    const blamed = blame(resolveLayers([locking, layer('above', color('#111111'))]), 'ground');
    expect(blamed('/thinhoc/customization/color_primary')).toBe('below');
  });

  it('is none where only the ground says something, whatever layers there are', () => {
    const resolved = resolveLayers([layer('ground', clock), layer('empty', {})]);
    expect(blame(resolved, 'ground')('/system/clock/time_zone')).toBeUndefined();
  });
});
