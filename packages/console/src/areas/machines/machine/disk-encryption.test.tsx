// @vitest-environment happy-dom
import type { Organization } from '@berth/contract/api/organizations';
import type { Hardware } from '@berth/contract/device/messages';
import type { MachineId, OrganizationId } from '@berth/contract/ids';
import { storeAccessToken } from '@berth/web/data/access-token.ts';
import { currentTexts, startTexts } from '@berth/web/i18n/store.ts';
import { answerTexts } from '@berth/web/testing/browser.ts';
import { QueryClientProvider } from '@tanstack/react-query';
import { act } from 'react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { activateOrganization } from '../../../data/active-organization.ts';
import { queryClient } from '../../../data/query.ts';
import { showConsolePart } from '../../../testing/console-part.tsx';
import { DialogStack, leaveDialogs } from '../../dialogs/stack.tsx';
import { organizationsQuery } from '../../organizations/queries.ts';
import { DiskEncryption } from './disk-encryption.tsx';

const ORG = '00000000-0000-4000-8000-000000000001' as OrganizationId;
const MACHINE = { id: 'a'.repeat(32) as MachineId, name: 'Reception' };
const KEY = Array.from({ length: 8 }, () => 'cbdefghi').join('-');
const image = { kind: 'image' as const, version: '3.1', channel: 'stable', proved: true, next: null, failed: [] };
const HARDWARE: Hardware = { model: 'NUC', cpu: 'N100', memoryMb: 4_096, os: 'Berth OS', system: image };

let role: Organization['role'];
let replies: Response[];
let reads: (string | undefined)[];
let { t } = currentTexts();

async function answer(address: string, init?: RequestInit): Promise<Response> {
  if (address.includes('/recovery-key')) {
    reads.push(init?.method);
    return replies.shift() ?? Response.json({ recoveryKey: KEY, receivedAt: '2026-11-28T09:00:00.000Z' });
  }
  if (address.includes('/organizations')) return Response.json([{ id: ORG, role, mgmtTier: 'pro' }]);
  return answerTexts(address);
}

beforeEach(async () => {
  reads = [];
  replies = [];
  vi.stubGlobal('fetch', answer);
  localStorage.setItem('locale', JSON.stringify({ language: 'eng' }));
  storeAccessToken('a-token', Date.now() + 3_600_000);
  await startTexts(['machines', 'common', 'errors']);
  ({ t } = currentTexts());
});
afterEach(async () => {
  await act(async () => leaveDialogs());
  activateOrganization(null);
  queryClient.clear();
});

async function open(hardware: Partial<Hardware>, as: Organization['role'] = 'owner') {
  role = as;
  queryClient.clear();
  activateOrganization(ORG);
  const page = await showConsolePart(
    <QueryClientProvider client={queryClient}>
      <DiskEncryption machine={MACHINE} hardware={{ ...HARDWARE, ...hardware }} />
      <DialogStack />
    </QueryClientProvider>,
  );
  await act(async () => {
    await queryClient.ensureQueryData(organizationsQuery);
    // The reply reaches the page a tick later.
    await new Promise((resolve) => setTimeout(resolve));
  });
  const buttons = (label: string) =>
    [...page.querySelectorAll('button')].filter(({ textContent }) => textContent === label);
  const press = (label: string) => act(async () => buttons(label).at(-1)?.click());
  return { page, buttons, press, text: () => page.textContent ?? '' };
}

it('shows the key only after it said that the reading is recorded', async () => {
  const { press, text } = await open({ diskEncryption: 'tpm' });
  expect(text()).toContain(t('machines.disk.tpm'));
  await press(t('machines.recoveryKey.show'));
  expect(text()).toContain(t('machines.recoveryKey.message'));
  expect(reads).toEqual([]);
  await press(t('machines.recoveryKey.show'));
  expect(reads).toEqual(['POST']);
  expect(text()).toContain(KEY);
  await press(t('common.close'));
  expect(text()).not.toContain(KEY);
});

it('says that the machine has sent no key yet', async () => {
  replies = [Response.json({ error: { status: 409, code: 'no-recovery-key', message: 'None.' } }, { status: 409 })];
  const { press, text } = await open({ diskEncryption: 'tpm' });
  await press(t('machines.recoveryKey.show'));
  await press(t('machines.recoveryKey.show'));
  expect(text()).toContain(t('errors.code.no-recovery-key'));
});

it.each<[string, Partial<Hardware>, Organization['role']]>([
  ['without the permission', { diskEncryption: 'tpm' }, 'operator'],
  ['of a disk that is not encrypted', { diskEncryption: 'none' }, 'owner'],
  ['of a Debian that someone encrypted', { diskEncryption: 'key', system: { kind: 'debian' } }, 'owner'],
])('offers no key %s', async (_case, hardware, as) => {
  const { buttons, text } = await open(hardware, as);
  expect(text()).toContain(t(`machines.disk.${hardware.diskEncryption ?? 'none'}`));
  expect(buttons(t('machines.recoveryKey.show'))).toEqual([]);
});
