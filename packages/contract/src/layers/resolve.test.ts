import { describe, expect, it } from 'vitest';
import { defaultDefinition } from '../profile/defaults.ts';
import { resolveLayers } from './resolve.ts';
import { layerSettings } from './settings.ts';

const list = '/thinhoc/sessions/webapp';
const mail = { display_name: 'Mail', window_title: 'Mail', url: 'https://mail.example/' };
const webapps = (...webapp: object[]) => ({ thinhoc: { sessions: { webapp } } });
const layer = (source: string, definition: object, { off = [] as string[], locks = [] as string[] } = {}) => ({
  source,
  settings: layerSettings({ definition, off, locks }),
  locks,
});

describe('what a machine gets from its layers', () => {
  it('are the defaults of the product where there are none', () => {
    expect(resolveLayers([])).toMatchObject({ sources: [], withheld: [] });
    expect(resolveLayers([]).definition).toStrictEqual(defaultDefinition());
    expect(resolveLayers([layer('a', { system: {} })]).definition).toStrictEqual(defaultDefinition());
  });

  it('has an empty list where a layer empties one and no other has entries', () => {
    const browser = { display_name: 'Internet', url: 'https://start.example/' };
    const shown = (part: object) => {
      const [session] = resolveLayers([
        layer('a', { thinhoc: { sessions: { webbrowser: [{ ...browser, ...part }] } } }),
      ]).definition.thinhoc.sessions.webbrowser;
      return session;
    };
    expect(shown({})?.search_engine_providers).toHaveLength(5);
    expect(shown({ search_engine_providers: [] })?.search_engine_providers).toEqual([]);
    const layouts = { thinhoc: { customization: { keyboard_layouts: ['FR'] } } };
    const emptied = { thinhoc: { customization: { keyboard_layouts: [] } } };
    const { definition } = resolveLayers([layer('a', layouts), layer('b', emptied)]);
    expect(definition.thinhoc.customization.keyboard_layouts).toEqual(['FR']);
  });

  it('has the keys of entries in their order', () => {
    const { keys, sources } = resolveLayers([
      layer('a', webapps({ ...mail, display_name: 'Wiki' })),
      layer('b', webapps(mail, { display_name: 'Wiki', disablePinchToZoom: true })),
    ]);
    expect(keys.get(list)).toEqual(['wiki', 'mail']);
    expect(sources).toEqual(['a', 'b']);
  });

  it('has no entry that is switched off, or of which there is only a part', () => {
    const off = layer('a', {}, { off: [`${list}/mail`, `${list}/time`] });
    expect(resolveLayers([off]).definition.thinhoc.sessions.webapp).toEqual([]);
    const icon = { display_name: 'Mail', icon: { symbol: 'star' } };
    for (const layers of [[layer('a', webapps(icon))], [layer('a', webapps({ ...mail, ...icon })), off]]) {
      const { definition, keys } = resolveLayers(layers);
      expect(definition.thinhoc.sessions.webapp).toEqual([]);
      expect(keys.get(list)).toEqual([]);
    }
    const layouts = (layout: object[]) => ({
      thinhoc: { customization: { dashboard: { layouts: [{ name: 'Lobby', layout }] } } },
    });
    const tile = { id: 'a', x: 0, y: 0, w: 1, h: 1, widget: { type: 'text', text: { text: 'Hello' } } };
    const path = '/thinhoc/customization/dashboard/layouts/lobby';
    const { definition } = resolveLayers([layer('a', layouts([tile])), layer('b', {}, { off: [path] })]);
    expect(definition.thinhoc.customization.dashboard.layouts).toEqual([]);
  });

  it('has parts of an entry from a layer below the one that brings it', () => {
    const part = webapps({ display_name: 'Mail', icon: { symbol: 'star' }, disablePinchToZoom: true });
    const { definition } = resolveLayers([layer('a', part), layer('b', webapps(mail))]);
    expect(definition.thinhoc.sessions.webapp).toMatchObject([
      { ...mail, icon: { symbol: 'star' }, disablePinchToZoom: true },
    ]);
  });

  it('lacks what a locked entry requires and nobody may set, for the validation to report', () => {
    const locking = layer('a', {}, { locks: [`${list}/mail/url`, '/thinhoc/sessions/rdp/office/display_name'] });
    const rdp = [{ display_name: 'Office', icon: {} }];
    const { sessions } = resolveLayers([locking, layer('b', { thinhoc: { sessions: { webapp: [mail], rdp } } })])
      .definition.thinhoc;
    expect(sessions.webapp[0]).not.toHaveProperty('url');
    expect(sessions.rdp[0]).not.toHaveProperty('display_name');
    expect(sessions.rdp[0]?.icon.symbol).toBe('device-desktop');
  });

  it('does not share values with the layers', () => {
    const tile = { id: 'a', x: 0, y: 0, w: 1, h: 1, widget: { type: 'text', text: { text: 'Hello' } } };
    const dashboard = { layouts: [{ name: 'Lobby', layout: [tile] }] };
    const { definition } = resolveLayers([layer('a', { thinhoc: { customization: { dashboard } } })]);
    const [shown] = definition.thinhoc.customization.dashboard.layouts[0]?.layout ?? [];
    expect(shown?.widget).toEqual(tile.widget);
    expect(shown?.widget).not.toBe(tile.widget);
  });
});

describe('a secret', () => {
  const path = '/thinhoc/sip/accounts/anna/auth_pass';
  const sip = (account: object, more: object = {}) => ({
    thinhoc: { sip: { ...more, accounts: [{ user: 'anna', ...account }] } },
  });
  const withheldBy = (...layers: Parameters<typeof resolveLayers<string>>[0]) =>
    resolveLayers(layers).withheld.map((each) => [each.path, each.destination.path, each.destination.source]);
  const secret = { auth_pass: 'secret' };

  it('is kept if the same layer says where it is sent, or no layer does', () => {
    for (const account of [secret, { ...secret, gateway: 'a.example' }]) {
      const { definition, withheld } = resolveLayers([layer('a', sip(account))]);
      expect(withheld).toEqual([]);
      expect(definition.thinhoc.sip.accounts).toMatchObject([account]);
    }
  });

  it('is left out if another layer says where all of the section are sent, and the entry does not', () => {
    const gateway = layer('b', { thinhoc: { sip: { gateway: 'b.example' } } });
    const of = '/thinhoc/sip/gateway';
    expect(withheldBy(layer('a', sip(secret)), gateway)).toEqual([[path, of, 'b']]);
    expect(withheldBy(layer('a', sip({ ...secret, gateway: '' })), gateway)).toEqual([[path, of, 'b']]);
    expect(withheldBy(layer('a', sip({ ...secret, gateway: 'a.example' })), gateway)).toEqual([]);
    expect(withheldBy(layer('a', sip(secret, { gateway: 'a.example' })))).toEqual([]);
  });

  it('is kept if the other destination is empty or locked', () => {
    const owner = layer('a', sip(secret));
    expect(withheldBy(owner, layer('b', sip({ gateway: '' }, { gateway: '' })))).toEqual([]);
    const locked = layer('a', sip({ ...secret, gateway: 'a.example' }), { locks: ['/thinhoc/sip'] });
    expect(withheldBy(locked, layer('b', sip({ gateway: 'b.example' })))).toEqual([]);
  });

  it('is not withheld if it is empty, or locked', () => {
    const gateway = layer('b', sip({ gateway: 'b.example' }));
    expect(withheldBy(gateway, layer('a', sip({ auth_pass: '' })))).toEqual([]);
    const locking = layer('c', {}, { locks: [path] });
    expect(withheldBy(locking, gateway, layer('a', sip(secret)))).toEqual([]);
  });

  it('is kept if it is sent nowhere else', () => {
    const wifi = (hotspot: object) => ({ system: { network: { wifi: { hotspot } } } });
    const hotspot = [layer('a', wifi({ password: 'battery staple' })), layer('b', wifi({ ssid: 'lobby' }))];
    expect(withheldBy(...hotspot)).toEqual([]);
    expect(resolveLayers(hotspot).definition.system.network.wifi.hotspot.password).toBe('battery staple');
  });

  it('is left out if it would be sent to another network', () => {
    const wifi = (client: object) => ({ system: { network: { wifi: { client } } } });
    const network = '/system/network/wifi/client';
    expect(withheldBy(layer('a', wifi({ password: 'battery staple' })), layer('b', wifi({ ssid: 'evil' })))).toEqual([
      [`${network}/password`, `${network}/ssid`, 'b'],
    ]);
  });
});
