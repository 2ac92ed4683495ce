// @vitest-environment happy-dom
import type { Machine, MachineCertificate } from '@berth/contract/api/machines';
import type { Organization } from '@berth/contract/api/organizations';
import type { OrganizationId } from '@berth/contract/ids';
import { storeAccessToken } from '@berth/web/data/access-token.ts';
import { startTexts } from '@berth/web/i18n/store.ts';
import { answerTexts } from '@berth/web/testing/browser.ts';
import { QueryClientProvider } from '@tanstack/react-query';
import { act } from 'react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { activateOrganization } from '../../../data/active-organization.ts';
import { queryClient } from '../../../data/query.ts';
import { showConsolePart } from '../../../testing/console-part.tsx';
import { DialogStack, leaveDialogs } from '../../dialogs/stack.tsx';
import { organizationsQuery } from '../../organizations/queries.ts';
import { CertificatesNotice } from './notices.tsx';

const ORG = '00000000-0000-4000-8000-000000000001' as OrganizationId;
const PROFILE = '00000000-0000-4000-8000-000000000002';
const MACHINE = { id: 'a'.repeat(32), name: 'Reception', organizationId: ORG } as unknown as Machine;
const REFUSED = {
  profileId: PROFILE,
  profileName: 'Office',
  revision: 7,
  index: 1,
  displayName: 'Accounting',
  host: 'desk.example:3389',
  fault: 'issuer',
  subject: 'CN=<b>desk</b>',
  issuer: 'CN=desk',
  fingerprint: 'ab'.repeat(32),
  validFrom: '2026-01-01T00:00:00.000Z',
  validTo: '2027-01-01T00:00:00.000Z',
  seenAt: '2026-11-23T08:00:00.000Z',
} as unknown as MachineCertificate;

let refused: readonly MachineCertificate[];
let patches: { readonly address: string; readonly headers: Headers; readonly body: unknown }[];
let patched: () => Response;

async function answer(address: string, init?: RequestInit): Promise<Response> {
  if (init?.method === 'PATCH') {
    patches.push({ address, headers: new Headers(init.headers), body: JSON.parse(String(init.body)) });
    return patched();
  }
  if (address.includes('/refused-certificates')) return Response.json(refused);
  if (address.includes('/organizations')) return Response.json([{ id: ORG, role, mgmtTier: 'pro' }]);
  return answerTexts(address);
}

let role: Organization['role'];
beforeEach(async () => {
  refused = [REFUSED];
  patches = [];
  patched = () => {
    refused = [];
    return Response.json({});
  };
  vi.stubGlobal('fetch', answer);
  sessionStorage.clear();
  localStorage.clear();
  localStorage.setItem('locale', JSON.stringify({ language: 'eng' }));
  storeAccessToken('a-token', Date.now() + 3_600_000);
  await startTexts(['machines', 'common', 'errors']);
});
afterEach(async () => {
  Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true });
  await act(async () => leaveDialogs());
  activateOrganization(null);
  queryClient.clear();
});

async function open(as: Organization['role'] = 'owner') {
  role = as;
  queryClient.clear();
  activateOrganization(ORG);
  const page = await showConsolePart(
    <QueryClientProvider client={queryClient}>
      <CertificatesNotice machine={MACHINE} />
      <DialogStack />
    </QueryClientProvider>,
  );
  Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: false });
  await vi.waitFor(() => expect(page.querySelector('[role=status]')).not.toBeNull());
  const dialog = () => page.querySelector('[role=alertdialog]');
  const button = (place: ParentNode | null, name: string) =>
    [...(place?.querySelectorAll('button') ?? [])].find(({ textContent }) => textContent === name);
  return { page, dialog, button };
}

it('names the remote desktop, what is wrong, and whose certificate it is, as plain text', async () => {
  const { page } = await open();
  const text = page.querySelector('[role=status]')?.textContent;
  expect(text).toContain('The machine does not trust the certificate of “Accounting”');
  expect(text).toContain('not signed by an authority that the machine trusts');
  expect(text).toContain('CN=<b>desk</b>');
  expect(text).toContain(Array(32).fill('AB').join(':'));
});

it('stores the fingerprint in that remote desktop after a confirmation that shows it, and disappears', async () => {
  const { page, dialog, button } = await open();
  await vi.waitFor(() => expect(button(page, 'Trust certificate')).toBeDefined());
  button(page, 'Trust certificate')?.click();
  await vi.waitFor(() => expect(dialog()?.textContent).toContain('AB:AB:AB'));
  expect(dialog()?.textContent).toContain('Machines with profile Office then connect to desk.example:3389');
  expect(patches).toEqual([]);
  button(dialog(), 'Trust certificate')?.click();
  await vi.waitFor(() => expect(page.querySelector('[role=status]')).toBeNull());
  const [patch] = patches;
  expect(patch?.address).toContain(`/profiles/${PROFILE}`);
  expect(patch?.headers.get('if-match')).toBe('"7"');
  expect(patch?.headers.get('content-type')).toBe('application/json-patch+json');
  expect(patch?.body).toEqual([
    { op: 'test', path: '/definition/thinhoc/sessions/rdp/1/default_host', value: 'desk.example:3389' },
    { op: 'add', path: '/definition/thinhoc/sessions/rdp/1/certificate_fingerprint', value: 'ab'.repeat(32) },
  ]);
});

it('stays, and says so, if the profile was changed meanwhile', async () => {
  const conflict = { error: { statusCode: 409, name: 'Error', code: 'revision-conflict', message: 'Changed.' } };
  patched = () => Response.json(conflict, { status: 409 });
  const { page, dialog, button } = await open();
  await vi.waitFor(() => expect(button(page, 'Trust certificate')).toBeDefined());
  button(page, 'Trust certificate')?.click();
  await vi.waitFor(() => expect(button(dialog(), 'Trust certificate')).toBeDefined());
  button(dialog(), 'Trust certificate')?.click();
  await vi.waitFor(() => expect(patches).toHaveLength(1));
  await vi.waitFor(() => expect(page.querySelector('dialog')?.textContent).toContain('409'));
  expect(page.querySelector('[role=status]')).not.toBeNull();
});

it('offers nothing to users who cannot change profiles', async () => {
  const { page, button } = await open('operator');
  const known = () => queryClient.getQueryData(organizationsQuery.queryKey);
  await vi.waitFor(() => expect(known()).toMatchObject([{ role }]));
  await vi.waitFor(() => expect(queryClient.isFetching()).toBe(0));
  expect(button(page, 'Trust certificate')).toBeUndefined();
});
