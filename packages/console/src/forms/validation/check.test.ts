import { Auth } from '@berth/contract/profile/system';
import { expect, test } from 'vitest';
import { faultsOfData } from './check.ts';

test('the form asks for auto-login-timeout where the session starts automatically', () => {
  const faults = (data: object) => faultsOfData({ ...Auth }, () => true, data);
  expect(faults({ mode: 'auto-login', 'auto-login-timeout': undefined })).toMatchObject([
    { path: '/auto-login-timeout', rule: 'required' },
  ]);
  expect(faults({ mode: 'auto-login', 'auto-login-timeout': 10 })).toEqual([]);
  expect(faults({ mode: 'external-login' })).toEqual([]);
});
