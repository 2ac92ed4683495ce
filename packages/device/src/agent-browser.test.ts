import { readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { applyDefaults } from '@berth/contract/profile/defaults';
import { WebbrowserSession } from '@berth/contract/profile/sessions';
import { expect, test } from 'vitest';
import { webbrowserPolicies } from './features/session/browser-policies.ts';
import { testAgent } from './testing/agents.ts';
import { appWindow, openDesktop } from './testing/desktops.ts';
import { testFolder } from './testing/folders.ts';
import { desiredWith, TestGateway } from './testing/gateway.ts';
import { testPages } from './testing/pages.ts';
import { screenOf } from './testing/screen.ts';
import { eventually } from './testing/wait.ts';

const REFERENCE = { session_type: 'webbrowser', session_index: 0 } as const;
// A list blocks the page's first request; the page reports whether its context menu was prevented.
const PAGES = {
  '/': `<title>Start</title><img src="/ads/banner"><script>
    fetch('/ads/banner').catch(() => {});
    addEventListener('contextmenu', (event) => setTimeout(() => fetch('/menu/' + event.defaultPrevented)));
    addEventListener('load', () => fetch('/content'));
  </script>`,
  '/list.txt': '! Our list\n/ads/*\n',
  '/ads/banner': '',
  '/content': '',
};

test('no page of the free browser loads before its rules apply, or after a logout', async () => {
  const { url, visits } = await testPages(PAGES);
  const browser = {
    display_name: 'Web',
    url: `${url}/`,
    custom_user_agent: 'Company/1.0',
    content_filter_lists: [`${url}/list.txt`],
    disable_context_menu: true,
  };
  const gateway = await TestGateway.start({
    desired: desiredWith({ thinhoc: { sessions: { webbrowser: [browser] } } }),
  });
  const { call, events } = await testAgent({ folder: await testFolder(), gateway: gateway.address, screen: true });
  const paths = () => visits.map(({ path }) => path);
  const screen = async () =>
    screenOf((await eventually(() => events.find((event) => event.event === 'display')))?.name ?? '');
  const openAndLook = async (languages: RegExp) => {
    visits.length = 0;
    await eventually(() => call('open_session', REFERENCE));
    await eventually(() => expect(paths()).toContain('/content'));
    const { press, windows } = await screen();
    await eventually(() => expect(windows()).toHaveLength(2));
    await eventually(() => {
      press('Menu');
      expect(paths().find((path) => path.startsWith('/menu/'))).toBe('/menu/true');
    });
    const start = visits.filter(({ path }) => path === '/');
    expect(start).toMatchObject([{ userAgent: 'Company/1.0', headers: { dnt: '1', 'sec-gpc': '1' } }]);
    expect(start[0]?.headers['accept-language']).toMatch(languages);
    expect(paths()).not.toContain('/ads/banner');
  };
  await openAndLook(/^de-DE,de;/);

  // The next user starts with an empty folder.
  (await screen()).press('ctrl+alt+BackSpace');
  await eventually(async () => expect(await call('list_sessions', {})).toEqual([]));
  await eventually(async () => expect((await call('get_login', {})).user).toBeNull());
  await call('speak_language', { tag: 'ru-RU' });
  await call('log_in_automatically', {});
  await openAndLook(/^ru-RU,ru;/);
});

test('a free browser without these rules blocks nothing, has a context menu, sends no privacy headers', async () => {
  const { url, visits } = await testPages(PAGES);
  const browser = {
    display_name: 'Web',
    url: `${url}/`,
    content_filter_lists: [`${url}/list.txt`],
    enable_adblock: false,
    disable_context_menu: false,
    enable_tracking_prevention: false,
  };
  const gateway = await TestGateway.start({
    desired: desiredWith({ thinhoc: { sessions: { webbrowser: [browser] } } }),
  });
  const { call, events } = await testAgent({ folder: await testFolder(), gateway: gateway.address, screen: true });
  const paths = () => visits.map(({ path }) => path);
  await eventually(() => call('open_session', REFERENCE));
  await eventually(() => expect(paths()).toContain('/content'));
  const { press, windows } = screenOf(events.find((event) => event.event === 'display')?.name ?? '');
  await eventually(() => expect(windows()).toHaveLength(2));
  await eventually(() => {
    press('Menu');
    expect(paths().find((path) => path.startsWith('/menu/'))).toBe('/menu/false');
  });
  expect(paths()).toContain('/ads/banner');
  const start = visits.find(({ path }) => path === '/');
  expect(start?.headers).not.toHaveProperty('dnt');
  expect(start?.headers).not.toHaveProperty('sec-gpc');
});

test('prepares first sessions once the home screen has loaded: they start as quickly as later ones', async () => {
  const { url, visits } = await testPages(PAGES);
  const folder = await testFolder();
  const site = { display_name: 'Site', window_title: 'Site', url: `${url}/` };
  const sessions = { webapp: [site], webbrowser: [{ ...site, enable_adblock: false }] };
  const gateway = await TestGateway.start({ desired: desiredWith({ thinhoc: { sessions } }) });
  const { call } = await testAgent({ folder, gateway: gateway.address, screen: true });
  const browsers = join(folder, 'browsers');
  const readyAt = async (parent: string, name: RegExp) => {
    const found = (await readdir(join(browsers, parent))).find((each) => name.test(each)) ?? expect.unreachable();
    const mark = join(browsers, parent, found, 'berth-extension');
    return { id: await readFile(mark, 'utf8'), at: (await stat(mark)).mtimeMs };
  };
  const ready = {
    webapp: await eventually(() => readyAt('templates/app', /^[a-p]+$/)),
    webbrowser: await eventually(() => readyAt('templates/browser', /^[a-p]+$/)),
  };
  await eventually(async () => expect(await readdir(join(browsers, 'prepared'))).toEqual([]));
  expect(visits).toEqual([]);
  for (const type of ['webapp', 'webbrowser'] as const) {
    visits.length = 0;
    await call('open_session', { session_type: type, session_index: 0 });
    await eventually(() => expect(visits.map(({ path }) => path)).toContain('/content'));
    // Copied from the template: the extension is not installed again while the user waits.
    expect(await readyAt('', new RegExp(`^${type}-`))).toEqual(ready[type]);
  }
});

test.each([true, false])(
  'search suggestions switched to %s: what is typed is completed, or stays here; a bang searches elsewhere',
  async (use) => {
    const { url, visits } = await testPages({ '/': '<title>Start</title>' });
    const search_engine_providers = [
      { name: 'Main', bang: 'm', url: `${url}/search?q={searchTerms}` },
      { name: 'Index', bang: 'x', url: `${url}/index?q={searchTerms}` },
    ];
    const engines = { search_engine_providers, default_search_engine: 'Main' };
    const fields = { display_name: 'Web', url: `${url}/`, use_google_search_suggestions: use, ...engines };
    const session = applyDefaults(WebbrowserSession, fields);
    const policies = webbrowserPolicies(session, { bridge: '', language: 'de-DE' }, null);
    // A server of this test stands in for Google's suggestions.
    const suggest = use && { DefaultSearchProviderSuggestURL: `${url}/suggest?q={searchTerms}` };
    const { desktop } = await openDesktop({ size: '800x600' });
    const own = { kind: 'browser', policies: { ...policies, ...suggest } } as const;
    await desktop.openBrowser(appWindow('browser', `${url}/`, own));
    await eventually(() => expect(visits.map(({ path }) => path)).toContain('/'));
    const { press, type } = screenOf(desktop.name);
    const asked = () => visits.some(({ path }) => path.startsWith('/suggest?q=c'));
    await eventually(() => {
      press('Escape', 'ctrl+l');
      type('company printers');
      expect(use ? asked() : true).toBe(true);
    });
    press('Return');
    await eventually(() => expect(visits.some(({ path }) => path.startsWith('/search?q='))).toBe(true));
    expect(asked()).toBe(use);
    await eventually(() => {
      press('Escape', 'ctrl+l');
      type('x printers\n');
      expect(visits.map(({ path }) => path)).toContain('/index?q=printers');
    });
  },
);
