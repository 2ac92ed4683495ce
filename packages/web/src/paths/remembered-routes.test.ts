// @vitest-environment happy-dom
import { beforeEach, describe, expect, it } from 'vitest';
import { intendRoute, lastRoute, rememberRoute, sameSitePath, takeIntendedRoute } from './remembered-routes.ts';

beforeEach(() => {
  localStorage.clear();
  sessionStorage.clear();
});

describe('the last route', () => {
  it('is the newest one that was shown, with its query', () => {
    rememberRoute({ pathname: '/manage/machines', search: '?q=berlin' });
    expect(lastRoute()).toBe('/manage/machines?q=berlin');
  });

  it('ignores login, access_token and error routes', () => {
    rememberRoute({ pathname: '/manage', search: '' });
    for (const pathname of ['/session/login', '/manage/login', '/access_token', '/error']) {
      rememberRoute({ pathname, search: '' });
    }
    expect(lastRoute()).toBe('/manage');
  });

  it('never leaves the site, whatever was stored', () => {
    localStorage.setItem('lastRoute', '//evil.example/manage');
    expect(lastRoute()).toBeNull();
  });
});

describe('the route requested before login', () => {
  it('is used once, and the management’s start page does not replace a deeper one', () => {
    intendRoute('/manage/machines?state=offline');
    intendRoute('/manage/');
    expect(takeIntendedRoute()).toBe('/manage/machines?state=offline');
    expect(takeIntendedRoute()).toBeUndefined();
  });
});

const origin = 'https://berth.example';

describe('a redirect target', () => {
  it.each(['/manage', '/manage/machines?q=a#b', '/'])('may be %s', (path) =>
    expect(sameSitePath(path, origin)).toBe(path),
  );

  it.each([
    'https://evil.example/',
    '//evil.example/manage',
    '/\\evil.example',
    '/\t/evil.example',
    'https:evil.example',
    'javascript:alert(1)',
    'manage',
    '',
    null,
    undefined,
  ])('may not be %j', (address) => expect(sameSitePath(address, origin)).toBeUndefined());
});
