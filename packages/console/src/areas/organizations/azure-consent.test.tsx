// @vitest-environment happy-dom
import { expect, it, vi } from 'vitest';
import { showConsolePart } from '../../testing/console-part.tsx';
import { AzureConsent } from './azure-consent.tsx';

const config = vi.hoisted(() => ({ azureAd: { authority: 'https://login.example', clientId: 'berth & machines' } }));
vi.mock('@berth/web/data/client-config.ts', () => ({ clientConfig: () => config }));

const links = async (azure: object) => {
  const page = await showConsolePart(<AzureConsent settings={{ 'azure-ad': azure }} />);
  return [...page.querySelectorAll('a')].map(({ href }) => href);
};

it('saved Microsoft logins link to the tenant administrator’s consent', async () => {
  expect(await links({ enabled: true, tenant: 'company.example' })).toEqual([
    'https://login.example/company.example/adminconsent?client_id=berth%20%26%20machines',
  ]);
});

it.each([{ enabled: false, tenant: 'company.example' }, { enabled: true }])(
  'no consent is needed with %j',
  async (azure) => expect(await links(azure)).toEqual([]),
);
