import { BASE } from '@berth/testing/slapd';
import { expect, test } from 'vitest';
import { READER, testDirectory } from '../../testing/services.ts';
import { checkDirectory, type Directory } from './ldap.ts';

const settings = (url: string): Directory => ({
  enabled: true,
  url,
  'base-dn': BASE,
  'user-attribute': 'uid',
  ...READER,
  'user-history-enabled': false,
});

test('checks passwords against a directory', async () => {
  const directory = settings(await testDirectory({ grace: 'lobby-side', ada: 'engine' }));
  expect(await checkDirectory(directory, 'grace', 'lobby-side')).toBe(true);
  expect(await checkDirectory(directory, 'grace', 'engine')).toBe(false);
  expect(await checkDirectory(directory, 'nobody', 'lobby-side')).toBe(false);
  // A bind without a password would succeed anonymously.
  expect(await checkDirectory(directory, 'grace', '')).toBe(false);
  // Special characters of a filter are escaped.
  expect(await checkDirectory(directory, 'gr*', 'lobby-side')).toBe(false);
  expect(await checkDirectory(directory, 'grace)(uid=*', 'lobby-side')).toBe(false);
});

test('an unreachable directory does not count as a wrong password', async () => {
  await expect(checkDirectory(settings('ldap://127.0.0.1:1'), 'grace', 'x')).rejects.toThrow();
});
