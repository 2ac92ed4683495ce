// @vitest-environment happy-dom
import type { SettingsAccessState } from '@berth/contract/bridge/settings';
import { storeAccessToken } from '@berth/web/data/access-token.ts';
import { beforeEach, expect, test, vi } from 'vitest';
import { App, CurrentScreen } from './app.tsx';
import { navigate } from './navigation.ts';
import Overlays from './overlays.tsx';
import { useSession } from './state/session.ts';
import { showSession } from './testing/session-page.tsx';

const CLOSED: SettingsAccessState = { open: false, ways: [] };

beforeEach(() => {
  sessionStorage.clear();
  localStorage.clear();
});

/** Renders the screen of a path, once everything has loaded. */
async function open(path: string, environment: 'web' | 'center', access: SettingsAccessState = CLOSED) {
  const replace = vi.fn();
  vi.stubGlobal('location', { pathname: path, origin: location.origin, host: location.host, replace });
  const { page } = await showSession(<CurrentScreen />, {
    state: { load: 'LOADED' as const },
    environment,
    bridge: { get_settings_access: () => access },
  });
  const seen = () => page.querySelector('main, h1');
  // Chunks load asynchronously.
  Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: false });
  await vi.waitFor(() => expect(seen() ?? replace.mock.calls[0]).toBeTruthy(), { timeout: 60_000 });
  Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true });
  return { leadsTo: replace.mock.calls[0]?.[0], isShown: seen() !== null, text: page.textContent ?? '' };
}

test.each(['/session/local/settings', '/session/7a/settings', '/session/7a'])(
  '%s needs a login on the web',
  async (path) => {
    const login = `/session/login?redirectUrl=${encodeURIComponent(path)}`;
    expect(await open(path, 'web')).toMatchObject({ leadsTo: login, isShown: false });
    storeAccessToken('a-token', Date.now() + 3_600_000);
    expect(await open(path, 'web')).toMatchObject({ leadsTo: undefined, isShown: true });
  },
);

test.each([
  ['/session/local', 'web'],
  ['/session/local', 'center'],
] as const)('%s needs none in %s', async (path, environment) => {
  expect(await open(path, environment)).toMatchObject({ leadsTo: undefined, isShown: true });
  expect(localStorage.getItem('lastRoute')).toBe(path);
});

test.each(['/session/local/settings', '/factory-reset'])(
  '%s is locked on a machine until its profile or a PIN unlocks it',
  async (path) => {
    const own = path === '/factory-reset' ? 'Reset this machine' : 'Swiss German';
    const shown = async (access: SettingsAccessState) => (await open(path, 'center', access)).text;
    expect(await shown({ open: true, ways: [] })).not.toContain('Settings are locked');
    const closed = await shown({ open: false, ways: [] });
    expect(closed).toContain('Settings are locked');
    expect(closed).not.toContain(own);
    expect(await shown({ open: false, ways: ['pin'] })).toContain('Enter the PIN');
    expect(await shown({ open: false, ways: ['product-id', 'local'] })).toContain('Only administrators');
  },
);

test('the setup wizard refuses to register outside a machine', async () => {
  const { text } = await open('/fbw', 'web');
  expect(text).toContain('Setup runs only on a machine');
  expect(text).not.toContain('Next');
});

/** The whole page. */
function Page() {
  return <App session={useSession()} />;
}

test('the background image stays in place when the screen changes', async () => {
  const ready = class {
    src = '';
    decode = async () => {};
  };
  vi.stubGlobal('Image', ready);
  // Content that loads later is irrelevant here.
  vi.stubGlobal('requestIdleCallback', () => 0);
  history.replaceState(null, '', '/screensaver');
  const { page } = await showSession(<Page />, { state: { load: 'LOADED' } });
  const picture = () => page.querySelector('[aria-hidden] > img');
  Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: false });
  await vi.waitFor(() => expect(page.querySelector('main') && picture()).toBeTruthy(), { timeout: 60_000 });
  const before = picture();
  navigate('/session/local');
  await vi.waitFor(() => expect(page.querySelector('h1')?.textContent).toBe('Home screen'), { timeout: 60_000 });
  expect(before?.isConnected).toBe(true);
  expect(picture()).toBe(before);
});

test.each([
  ['/calls', true],
  ['/whiteboard', true],
  ['/session/local/settings', true],
  ['/screensaver', false],
  ['/greeter', false],
])('an administrator’s message above %s: %s', async (path, isShown) => {
  vi.stubGlobal('location', { ...location, pathname: path });
  const read = vi.fn(() => null);
  const messages = [{ id: 'a', message: 'Closing at six', emergency: false, receivedAt: '2026-11-23T06:00:00.000Z' }];
  const { page, state } = await showSession(<Overlays />, {
    state: { load: 'LOADED' as const, notifications: messages },
    environment: 'center',
    bridge: { dismiss_notification: read },
  });
  Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: false });
  const keys = () => dispatchEvent(new KeyboardEvent('keydown', { ctrlKey: true, altKey: true, code: 'Space' }));
  if (!isShown) {
    keys();
    expect(page.textContent).toBe('');
    expect(state.get().notifications).toEqual(messages);
    return;
  }
  await vi.waitFor(() => expect(page.textContent).toContain('Closing at six'), { timeout: 60_000 });
  // The message does not interrupt typing: it takes no focus, and Enter goes to the page.
  expect(page.querySelector('dialog')).toBeNull();
  expect(page.contains(document.activeElement)).toBe(false);
  await vi.waitFor(() => {
    keys();
    expect(page.textContent).toBe('');
  });
  expect(read).toHaveBeenCalledWith({ id: 'a' });
});
