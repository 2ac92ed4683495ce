import { describe, expect, it } from 'vitest';
import { sameSitePath } from './same-site.ts';

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
