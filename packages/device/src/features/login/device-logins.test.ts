import { randomUUID } from 'node:crypto';
import type { OrganizationId } from '@berth/contract/ids';
import { applyDefaults } from '@berth/contract/profile/defaults';
import { OrganizationAuth } from '@berth/contract/profile/outside-profile';
import { expect, test } from 'vitest';
import { cloudAt, testIdentityProvider } from '../../testing/identity-provider.ts';
import { DeviceLogins } from './device-logins.ts';

test('a login that is canceled while its account is looked up logs nobody in', async () => {
  const provider = await testIdentityProvider();
  Object.assign(provider, { answer: { status: 200, body: { access_token: 'right' } }, member: 'ada@example.org' });
  const entered: string[] = [];
  let onAsked = (): void => {};
  const logins = new DeviceLogins({
    settings: () => ({
      organizationId: randomUUID() as OrganizationId,
      providers: applyDefaults(OrganizationAuth, {}),
      auth: null,
    }),
    cloud: async () => {
      onAsked();
      return cloudAt(provider.url, '');
    },
    onSuccess: ({ name }) => entered.push(name),
    writeLog: () => {},
  });
  await logins.begin('product-id');
  await logins.finish();
  expect(entered).toEqual(['ada@example.org']);

  await logins.begin('product-id');
  // The token is there, and who it belongs to is asked now.
  onAsked = () => logins.cancel();
  await expect(logins.finish()).rejects.toMatchObject({ reason: 'failed' });
  expect(entered).toHaveLength(1);
});
