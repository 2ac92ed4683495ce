import { expect, test } from 'vitest';
import { redirectOf, redirectOfScreen, screenOf } from './paths.ts';
import { needsHands } from './screens.tsx';

test.each([
  ['/session/local', { name: 'home', profileId: 'local' }],
  ['/session/local/', { name: 'home', profileId: 'local' }],
  ['/session/7a/settings', { name: 'settings', profileId: '7a' }],
  ['/fbw', { name: 'first-boot' }],
  ['/greeter', { name: 'greeter' }],
  ['/screensaver', { name: 'screensaver' }],
  ['/mirror', { name: 'mirror' }],
  ['/mirror/wall', { name: 'wall' }],
  ['/calls', { name: 'calls' }],
  ['/whiteboard', { name: 'whiteboard' }],
  ['/factory-reset', { name: 'factory-reset' }],
  ['/access_token', { name: 'access-token' }],
])('%s shows its screen', (path, screen) => {
  expect(screenOf(path)).toEqual(screen);
});

test.each(['/', '/session/', '/session/login', '/manage', '/session/a/b/c'])('%s has no screen here', (path) => {
  expect(screenOf(path)).toBeUndefined();
});

test('a path without a screen redirects to the last remembered screen, else to the local session', () => {
  expect(redirectOf('/', '/mirror/wall')).toBe('/mirror/wall');
  expect(redirectOf('/', '/session/7a/settings')).toBe('/session/7a/settings');
  for (const path of ['/access_token', '/greeter', '/fbw', '/factory-reset'])
    expect(redirectOf('/', path)).toBe('/session/local');
  expect(redirectOf('/', '/session/7a')).toBe('/session/7a');
  expect(redirectOf('/', null)).toBe('/session/local');
  expect(redirectOf('/', '/manage')).toBe('/session/local');
  expect(redirectOf('/session/', '/session/7a')).toBe('/session/local');
});

test('a machine without an organization redirects to the wizard, one without a user to the greeter', () => {
  const leads = (path: string, firstBoot: boolean, nobody: boolean | undefined) =>
    redirectOfScreen(screenOf(path) ?? expect.unreachable(), { firstBoot, nobody, nameless: false });
  expect(leads('/session/local', true, false)).toBe('/fbw');
  for (const path of ['/session/local/settings', '/mirror', '/screensaver']) {
    expect(leads(path, true, false)).toBe('/fbw');
    expect(leads(path, false, false)).toBeUndefined();
  }
  for (const path of ['/fbw', '/access_token', '/factory-reset']) expect(leads(path, true, false)).toBeUndefined();
  expect(leads('/session/local', false, true)).toBe('/greeter');
  expect(leads('/session/local/settings', false, true)).toBe('/greeter');
  expect(leads('/greeter', false, true)).toBeUndefined();
  expect(leads('/greeter', false, false)).toBe('/session/local');
  expect(leads('/greeter', false, undefined)).toBeUndefined();
  expect(leads('/session/local', false, undefined)).toBeUndefined();
});

test('the screensaver starts from screens that need input', () => {
  const watched = [
    '/session/local',
    '/session/local/settings',
    '/whiteboard',
    '/calls',
    '/mirror',
    '/mirror/wall',
    '/fbw',
    '/greeter',
  ];
  const screens = watched.map((path) => screenOf(path) ?? expect.unreachable());
  expect(screens.map(needsHands)).toEqual([true, true, true, true, false, false, false, true]);
});

test('an automatically started session is the local one: any other requires a login', () => {
  const leadsTo = (path: string, nameless: boolean) =>
    redirectOfScreen(screenOf(path) ?? expect.unreachable(), { firstBoot: false, nobody: false, nameless });
  expect(leadsTo('/session/7a', true)).toBe('/session/local');
  expect(leadsTo('/session/7a', false)).toBeUndefined();
  expect(leadsTo('/session/local', true)).toBeUndefined();
});

test('the screensaver also starts from the greeter', () => {
  const leadsTo = (path: string) =>
    redirectOfScreen(screenOf(path) ?? expect.unreachable(), { firstBoot: false, nobody: true, nameless: false });
  expect(needsHands(screenOf('/greeter') ?? expect.unreachable())).toBe(true);
  expect(leadsTo('/screensaver')).toBeUndefined();
  expect(leadsTo('/session/local')).toBe('/greeter');
});
