import { describe, expect, it } from 'vitest';
import { pageFor } from './policy.ts';

describe('the page at an address', () => {
  it.each([
    '/session',
    '/session/',
    '/session/local',
    '/session/local/settings',
    '/session/loginx',
    '/greeter',
    '/screensaver',
    '/mirror',
    '/fbw',
    '/factory-reset/',
  ])("is the machine's at %s", (path) => expect(pageFor(path)).toBe('session.html'));

  it.each([
    '/',
    '/session/login',
    '/session/login/',
    '/manage',
    '/manage/machines',
    '/error',
    '/access_token',
    '/fbwx',
  ])('is the console at %s', (path) => expect(pageFor(path)).toBe('index.html'));
});
