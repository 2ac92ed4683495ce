// @vitest-environment happy-dom
import type { ListedAuditEntry } from '@berth/contract/api/audit';
import { listBatchCommands } from '@berth/contract/api/command-batches';
import type { Command } from '@berth/contract/api/commands';
import type { BatchId, MachineId, OrganizationId } from '@berth/contract/ids';
import { startTexts } from '@berth/web/i18n/store.ts';
import { answerTexts } from '@berth/web/testing/browser.ts';
import { QueryClientProvider } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { MemoryRouter } from 'react-router';
import { beforeEach, expect, it, vi } from 'vitest';
import { activateOrganization } from '../../data/active-organization.ts';
import { queryClient, queryKey } from '../../data/query.ts';
import { showConsolePart } from '../../testing/console-part.tsx';
import { BatchResults } from '../audit/batch-results.tsx';
import { CommandRow } from '../machines/machine/commands-panel.tsx';

const ORG = '00000000-0000-4000-8000-000000000001' as OrganizationId;
const BATCH = '00000000-0000-4000-8000-000000000002' as BatchId;
const READ_AT = '2026-11-23T10:00:00.000Z';
const RESULTS = [
  ['notify', 'succeeded', null, 'Delivered'],
  ['notify', 'succeeded', READ_AT, 'Read'],
  ['notify', 'delivered', READ_AT, 'Read'],
  ['notify', 'failed', null, 'Failed'],
  ['notify', 'expired', null, 'Expired'],
  ['reboot', 'succeeded', null, 'Succeeded'],
] as const;

function commandOf(type: Command['type'], state: Command['state'], readAt: string | null): Command {
  const fixed = {
    author: 'ada@example.com',
    createdAt: READ_AT,
    expiresAt: READ_AT,
    finishedAt: READ_AT,
    result: null,
  };
  return { ...fixed, id: 'c1' as Command['id'], machineId: 'a'.repeat(32) as MachineId, type, state, readAt };
}

const show = (part: ReactNode) =>
  showConsolePart(
    <MemoryRouter>
      <QueryClientProvider client={queryClient}>{part}</QueryClientProvider>
    </MemoryRouter>,
  );

beforeEach(async () => {
  vi.stubGlobal('fetch', answerTexts);
  localStorage.setItem('locale', JSON.stringify({ language: 'eng' }));
  await startTexts(['console', 'machines', 'audit']);
});

it.each(RESULTS)("In a machine's commands %s that is %s, read at %s, says %s", async (type, state, readAt, word) => {
  const page = await show(<CommandRow command={commandOf(type, state, readAt)} />);
  const words = ['Delivered', 'Read', 'Succeeded', 'Failed', 'Expired'];
  expect(words.filter((each) => page.textContent?.includes(each))).toEqual([word]);
});

it.each(RESULTS)('In the audit log %s that is %s, read at %s, says %s', async (type, state, readAt, word) => {
  activateOrganization(ORG);
  const asked = { params: { orgId: ORG, batchId: BATCH }, query: { limit: 50 } };
  queryClient.setQueryData(queryKey(listBatchCommands, asked), [
    { ...commandOf(type, state, readAt), machineName: 'Desk' },
  ]);
  const entry = { targetKind: 'batch', targetId: BATCH, after: { type, machines: 1 } } as unknown as ListedAuditEntry;
  expect((await show(<BatchResults entry={entry} />)).querySelector('li')?.textContent).toBe(`Desk${word}`);
});
