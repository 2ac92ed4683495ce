import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { applyDefaults, defaultDefinition } from '../profile/defaults.ts';
import { ProfileDefinition } from '../profile/definition.ts';
import { isObject, nodeOf, type SchemaNode } from '../profile/nodes.ts';
import { FULL_DEFINITION } from '../testing/full-definition.ts';
import { hasFields, keyField, type Place, placeBelow } from './lists.ts';
import { alone, covers, effective, type LayerSettings, type Merged, mergeLayers, stack } from './merge.ts';
import { blame, kindAt, pathNamed, valueAt } from './paths.ts';
import { resolveLayers } from './resolve.ts';
import { root } from './root.ts';
import { type LayerContent, layerSettings, profileSettings } from './settings.ts';

const RUNS = 10_000;

const name = fc.constantFrom('Mail', 'Wiki', 'MAIL', 'Time');
const color = fc.constantFrom('#111111', '#222222', '#333333');
const webapp = fc.record(
  { display_name: name, url: fc.constantFrom('https://a.example/', 'https://b.example/'), window_title: name },
  { requiredKeys: ['display_name'] },
);
const part = fc.record(
  {
    system: fc.record({ auth: fc.record({ closeSessionsOnLogout: fc.boolean() }, { requiredKeys: [] }) }),
    thinhoc: fc.record(
      {
        customization: fc.record(
          {
            color_primary: color,
            keyboard_layouts: fc.uniqueArray(fc.constantFrom('DE', 'FR', 'IT'), { minLength: 1 }),
          },
          { requiredKeys: [] },
        ),
        sessions: fc.record({ webapp: fc.array(webapp, { maxLength: 3 }) }, { requiredKeys: [] }),
        kiosk: fc.record({ session_type: fc.constant('webapp'), session: name }),
      },
      { requiredKeys: [] },
    ),
  },
  { requiredKeys: [] },
);
const places = [
  '/thinhoc/customization/color_primary',
  '/thinhoc/customization',
  '/thinhoc/sessions/webapp',
  '/thinhoc/sessions/webapp/mail',
  '/thinhoc/sessions/webapp/mail/url',
  '/thinhoc/customization/keyboard_layouts/fr',
  '/system',
];
const content: fc.Arbitrary<LayerContent> = fc.record({
  definition: part,
  off: fc.subarray(['/thinhoc/sessions/webapp/mail', '/thinhoc/customization/keyboard_layouts/de']),
  locks: fc.subarray(places, { maxLength: 2 }),
});

function layer(source: string, { definition, off, locks }: LayerContent): LayerSettings<string> {
  return { source, settings: layerSettings({ definition, off, locks }), locks };
}
const layers = fc
  .array(content, { minLength: 1, maxLength: 6 })
  .map((contents) => contents.map((each, at) => layer(`layer ${at}`, each)));
const plain = ({ chains, locks }: Merged<string>) => ({ chains: [...chains], locks });

describe('merging layers', () => {
  it('is deterministic and associative', () => {
    fc.assert(
      fc.property(layers, fc.nat(5), (all, cut) => {
        const [lower, upper] = [all.slice(0, cut), all.slice(cut)];
        const parts = stack(
          mergeLayers(lower),
          upper.map(alone).reduceRight((above, below) => stack(below, above), mergeLayers([])),
        );
        return JSON.stringify(plain(parts)) === JSON.stringify(plain(mergeLayers(all)));
      }),
      { numRuns: RUNS },
    );
    fc.assert(
      fc.property(layers, (all) => {
        expect(resolveLayers(all)).toEqual(resolveLayers(structuredClone(all)));
      }),
      { numRuns: 100 },
    );
  });

  it('gives every field exactly one source, and its chain says why', () => {
    // The rule, written another way: from the top down, the first layer that says something and that no lower one locks.
    const sourceAt = (all: readonly LayerSettings<string>[], path: string) =>
      all.findLast(
        ({ settings }, at) =>
          settings.some((each) => each.path === path) &&
          !all.slice(0, at).some(({ locks }) => locks.some((lock) => covers(lock, path))),
      )?.source;
    fc.assert(
      fc.property(layers, (all) =>
        [...mergeLayers(all).chains].every(([path, chain]) => effective(chain)?.source === sourceAt(all, path)),
      ),
      { numRuns: RUNS },
    );
    fc.assert(
      fc.property(layers, (all) => {
        const resolved = resolveLayers(all);
        for (const [path, chain] of resolved.merged.chains) {
          const link = effective(chain);
          const value = valueAt(resolved, path);
          if (link?.kind === 'off') expect(value).toBeUndefined();
          if (link?.kind === 'value' && value !== undefined && !path.endsWith('/kiosk'))
            expect(value).toEqual(link.value);
        }
      }),
      { numRuns: 300 },
    );
  });

  it('keeps a locked value in whatever order other layers follow', () => {
    const path = '/thinhoc/customization/color_primary';
    const definition = { thinhoc: { customization: { color_primary: '#abcdef' } } };
    const locked = layer('locked', { definition, off: [], locks: [path] });
    fc.assert(
      fc.property(layers, fc.nat(6), (all, at) => {
        const others = all.map((each) => ({ ...each, locks: [] }));
        const { chains } = mergeLayers([...others.slice(0, at), locked, ...others.slice(at)]);
        return effective(chains.get(path))?.value === '#abcdef';
      }),
      { numRuns: RUNS },
    );
  });
});

describe('the definition of a machine', () => {
  const profileOf = (definition: object) => ({
    source: 'profile',
    settings: profileSettings(applyDefaults(ProfileDefinition, definition)),
    locks: [],
  });
  const mail = { display_name: 'Mail', window_title: 'Mail', url: 'https://mail.example/' };
  const of = (source: string, definition: object, more: Partial<LayerContent> = {}) =>
    layer(source, { definition, off: [], locks: [], ...more });
  const sessionsOf = (...all: LayerSettings<string>[]) =>
    resolveLayers(all).definition.thinhoc.sessions.webapp.map(({ display_name, url }) => [display_name, url]);

  it('is the profile where no layer says anything', () => {
    const { thinhoc } = FULL_DEFINITION;
    const kiosk = { session_type: 'rdp', session_index: 0 };
    for (const definition of [{ ...FULL_DEFINITION, thinhoc: { ...thinhoc, kiosk } }, defaultDefinition()]) {
      const complete = applyDefaults(ProfileDefinition, definition);
      expect(resolveLayers([profileOf(complete)]).definition).toEqual(complete);
    }
  });

  it('keeps an icon of which nothing differs from the default', () => {
    const rdp = [{ display_name: 'Office', icon: {} }];
    const profile = applyDefaults(ProfileDefinition, { thinhoc: { sessions: { rdp } } });
    expect(resolveLayers([profileOf(profile)]).definition).toEqual(profile);
  });

  it('has the organization below the profile, and tags above it', () => {
    const color = (color_primary: string) => ({ thinhoc: { customization: { color_primary } } });
    const shown = (...all: LayerSettings<string>[]) =>
      resolveLayers(all).definition.thinhoc.customization.color_primary;
    const [organization, tag] = [of('organization', color('#111111')), of('tag', color('#333333'))];
    expect(shown(organization, profileOf({}))).toBe('#111111');
    expect(shown(organization, profileOf(color('#222222')))).toBe('#222222');
    expect(shown(organization, profileOf(color('#222222')), tag)).toBe('#333333');
    const locking = of('organization', color('#111111'), { locks: ['/thinhoc/customization'] });
    expect(shown(locking, profileOf(color('#222222')), tag)).toBe('#111111');
    const all = of('organization', {}, { locks: ['/thinhoc'] });
    const apps = { enabled: ['thinhoc::dashboard'] };
    expect(resolveLayers([all, profileOf({ thinhoc: { apps } })]).definition.thinhoc.apps).toMatchObject(apps);
  });

  it('merges sessions by name: a layer changes one, adds one, or switches one off', () => {
    const wiki = { display_name: 'Wiki', window_title: 'Wiki', url: 'https://wiki.example/' };
    const profile = profileOf({ thinhoc: { sessions: { webapp: [mail, wiki] } } });
    const webapp = (...entries: object[]) => ({ thinhoc: { sessions: { webapp: entries } } });
    const changed = of('tag', webapp({ display_name: 'MAIL', url: 'https://other.example/' }));
    expect(sessionsOf(profile, changed)).toEqual([
      ['MAIL', 'https://other.example/'],
      ['Wiki', wiki.url],
    ]);
    expect(sessionsOf(profile, of('tag', webapp({ ...mail, display_name: 'Time' }))).map(([name]) => name)).toEqual([
      'Mail',
      'Wiki',
      'Time',
    ]);
    expect(sessionsOf(profile, of('tag', {}, { off: ['/thinhoc/sessions/webapp/mail'] }))).toEqual([
      ['Wiki', wiki.url],
    ]);
    expect(sessionsOf(profileOf({}), changed)).toEqual([]);
  });

  it('follows sessions that move: kiosk mode and autostart name them', () => {
    const wiki = { display_name: 'Wiki', window_title: 'Wiki', url: 'https://wiki.example/' };
    const autostart = [{ session_type: 'webapp', session_index: 0 }];
    const profile = profileOf({ thinhoc: { sessions: { webapp: [mail] }, autostart } });
    const organization = of('organization', { thinhoc: { sessions: { webapp: [wiki] } } });
    const kiosk = of('tag', { thinhoc: { kiosk: { session_type: 'webapp', session: 'Wiki' } } });
    const { thinhoc } = resolveLayers([organization, profile, kiosk]).definition;
    expect(thinhoc.autostart).toEqual([{ session_type: 'webapp', session_index: 1 }]);
    expect(thinhoc.kiosk).toEqual({ session_type: 'webapp', session_index: 0 });
  });

  it('leaves out a secret that another layer would send elsewhere', () => {
    const accounts = [{ user: 'anna', auth_pass: 'secret', gateway: 'sip.example' }];
    const profile = profileOf({ thinhoc: { sip: { enabled: true, accounts } } });
    const elsewhere = of('tag', { thinhoc: { sip: { accounts: [{ user: 'anna', gateway: 'evil.example' }] } } });
    const { definition, withheld } = resolveLayers([profile, elsewhere]);
    expect(definition.thinhoc.sip.accounts[0]).not.toHaveProperty('auth_pass');
    expect(withheld).toMatchObject([{ path: '/thinhoc/sip/accounts/anna/auth_pass', destination: { source: 'tag' } }]);
  });

  it('blames the layer that broke a rule', () => {
    const profile = profileOf({ thinhoc: { sip: { accounts: [{ user: 'anna' }] } } });
    const enabling = of('tag', { thinhoc: { sip: { enabled: true } } });
    const resolved = resolveLayers([profile, enabling]);
    const blamed = blame(resolved, 'profile');
    expect(blamed('/thinhoc/sip/accounts/0/auth_pass')).toBe('tag');
    expect(blamed('/thinhoc/mirror')).toBe('tag');
    expect(blame(resolveLayers([profile]), 'profile')('/thinhoc/sip')).toBeUndefined();
    // The higher one, whichever of them spoke of a place first.
    const color = of('below', { thinhoc: { customization: { color_primary: '#111111', scaling_factors: {} } } });
    const above = of('above', { thinhoc: { customization: { color_primary: '#222222' } } });
    const size = of('below', { thinhoc: { customization: { scaling_factors: { ui_scaling_factor: 2 } } } });
    const both = resolveLayers([profile, { ...color, settings: [...color.settings, ...size.settings] }, above]);
    expect(blame(both, 'profile')('/thinhoc/customization')).toBe('above');
  });

  it('is made in moments, however much is said and locked', () => {
    const many = Array.from({ length: 50 }, (_, at) => {
      const webapp = Array.from({ length: 64 }, (__, entry) => ({ ...mail, display_name: `${at} ${entry}` }));
      const locks = Array.from({ length: 200 }, (__, lock) => `/thinhoc/sessions/webapp/other ${at} ${lock}`);
      return of(`layer ${at}`, { thinhoc: { sessions: { webapp } } }, { locks });
    });
    const before = process.cpuUsage();
    const { sources } = resolveLayers(many);
    expect(sources).toHaveLength(50);
    // Seconds of the processor: half a second. Asking each lock about each path took over ten.
    expect(process.cpuUsage(before).user / 1e6).toBeLessThan(5);
  });

  it('has entries of its own for each of a list, whatever they are called', () => {
    const accounts = [
      { user: 'ANNA', gateway: 'a.example' },
      { user: 'anna', gateway: 'b.example', auth_pass: 'secret' },
      { user: 'anna#2', gateway: 'c.example' },
    ];
    expect(
      resolveLayers([profileOf({ thinhoc: { sip: { accounts } } })]).definition.thinhoc.sip.accounts,
    ).toMatchObject(accounts);
  });
});

describe('paths', () => {
  it('are found by the names that people use', () => {
    expect(pathNamed('sessions.webapp.Mail.url')).toBe('/thinhoc/sessions/webapp/mail/url');
    expect(pathNamed('auth.mode')).toBe('/system/auth/mode');
    expect(pathNamed('/thinhoc/sessions/webapp/MAIL')).toBe('/thinhoc/sessions/webapp/mail');
    expect(pathNamed('sessions.nothing')).toBeUndefined();
    expect(kindAt('/thinhoc/sessions/webapp')).toBe('list');
    expect(kindAt('/thinhoc/kiosk/session_type')).toBeUndefined();
  });

  it('have a key field for every list of objects', () => {
    const without: string[] = [];
    const visit = (place: Place): void => {
      const { schema, pattern, kind } = place;
      if (kind === 'list') {
        const entry = placeBelow(place, '');
        if (!entry) return;
        const isKnown = keyField(pattern) !== undefined || schema.maxItems === 1;
        if (hasFields(entry.schema, entry.pattern) && !isKnown) without.push(pattern);
        visit(entry);
      } else if (kind !== 'field') {
        for (const key of Object.keys(fields(schema))) {
          const inner = placeBelow(place, key);
          if (inner) visit(inner);
        }
      }
    };
    visit({ ...root(), schema: nodeOf(ProfileDefinition) });
    expect(without).toEqual([]);
  });
});

function fields({ properties }: SchemaNode): SchemaNode {
  return isObject(properties) ? properties : {};
}
