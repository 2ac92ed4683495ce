import { expect, test } from 'vitest';
import { redirectOf, screenOf } from './paths.ts';

test.each([
  ['/session/local', { name: 'home', profileId: 'local' }],
  ['/session/local/', { name: 'home', profileId: 'local' }],
  ['/session/7a/settings', { name: 'settings', profileId: '7a' }],
  ['/fbw', { name: 'first-boot' }],
  ['/greeter', { name: 'greeter' }],
  ['/screensaver', { name: 'screensaver' }],
  ['/mirror', { name: 'mirror' }],
  ['/whiteboard', { name: 'whiteboard' }],
  ['/factory-reset', { name: 'factory-reset' }],
  ['/access_token', { name: 'access-token' }],
])('%s shows its screen', (path, screen) => {
  expect(screenOf(path)).toEqual(screen);
});

test.each(['/', '/session/', '/session/login', '/manage', '/session/a/b/c'])('%s has no screen here', (path) => {
  expect(screenOf(path)).toBeUndefined();
});

test('a path without a screen leads to the last home screen, else to the local one', () => {
  expect(redirectOf('/', '/session/7a')).toBe('/session/7a');
  expect(redirectOf('/', null)).toBe('/session/local');
  expect(redirectOf('/', '/manage')).toBe('/session/local');
  expect(redirectOf('/session/', '/session/7a')).toBe('/session/local');
});
