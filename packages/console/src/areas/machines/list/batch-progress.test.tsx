// @vitest-environment happy-dom
import type { CommandBatch } from '@berth/contract/api/command-batches';
import type { OrganizationId } from '@berth/contract/ids';
import { storeAccessToken } from '@berth/web/data/access-token.ts';
import { startTexts } from '@berth/web/i18n/store.ts';
import { answerTexts } from '@berth/web/testing/browser.ts';
import { QueryClientProvider } from '@tanstack/react-query';
import { act } from 'react';
import { MemoryRouter } from 'react-router';
import { expect, it, onTestFinished, vi } from 'vitest';
import { activateOrganization } from '../../../data/active-organization.ts';
import { queryClient } from '../../../data/query.ts';
import { showConsolePart } from '../../../testing/console-part.tsx';
import { organizationsQuery } from '../../organizations/queries.ts';
import { toast } from '../../parts/toast.ts';
import { BatchProgress } from './batch-progress.tsx';
import { dismissBatch, watchBatch } from './batches.ts';

vi.mock('../../parts/toast.ts', () => ({ toast: vi.fn() }));

const ORG = 'b2f7f0b6-4b52-4e5e-9d53-30d2f7a8d0c1' as OrganizationId;
const none = { queued: 0, delivered: 0, succeeded: 0, failed: 0, expired: 0, cancelled: 0 };
const batchOf = (id: string, states: Partial<CommandBatch['states']>) =>
  ({ id, type: 'notify', total: 3, missing: 0, skipped: 0, read: 1, states: { ...none, ...states } }) as CommandBatch;

/** Shows the progress of a batch; the server answers as `reply` says. */
async function showBatch(batch: CommandBatch, reply: (address: string) => object): Promise<HTMLElement> {
  vi.spyOn(globalThis, 'fetch').mockImplementation(async (address) => Response.json(reply(String(address))));
  storeAccessToken('a-token', Date.now() + 3_600_000);
  activateOrganization(ORG);
  queryClient.setQueryData(organizationsQuery.queryKey, [{ id: ORG, name: 'Company', role: 'owner' }] as never);
  watchBatch(ORG, batch);
  onTestFinished(() => dismissBatch(batch.id));
  return showConsolePart(
    <MemoryRouter>
      <QueryClientProvider client={queryClient}>
        <BatchProgress orgId={ORG} />
      </QueryClientProvider>
    </MemoryRouter>,
  );
}

it.each([
  [{ succeeded: 3 }, 0],
  [{ succeeded: 1, cancelled: 2 }, 2],
])('canceling the rest with the result %j reports %i', async (after, count) => {
  const id = `b${count}`;
  const page = await showBatch(batchOf(id, { succeeded: 1, queued: 2 }), (address) =>
    address.endsWith('/cancel') ? batchOf(id, after) : batchOf(id, { succeeded: 1, queued: 2 }),
  );
  const cancel = [...page.querySelectorAll('button')].findLast(({ textContent }) => textContent?.endsWith('.cancel'));
  await act(async () => cancel?.click());
  const t = vi.fn();
  vi.mocked(toast).mock.lastCall?.[0]({ t } as never);
  expect(t).toHaveBeenCalledWith('machines.progress.cancel.done', { count });
});

it('A message is delivered and then read, other commands are done', async () => {
  vi.stubGlobal('fetch', answerTexts);
  localStorage.setItem('locale', JSON.stringify({ language: 'eng' }));
  await startTexts(['machines', 'console']);
  const message = batchOf('message', { succeeded: 3 });
  expect((await showBatch(message, () => message)).textContent).toMatch(/3 of 3 delivered.*1 read/);
  dismissBatch(message.id);
  const reboot: CommandBatch = { ...batchOf('reboot', { succeeded: 3 }), type: 'reboot', read: 0 };
  const shown = (await showBatch(reboot, () => reboot)).textContent;
  expect(shown).toContain('3 of 3 done');
  expect(shown).not.toContain('read');
});

it('says how many of the selected machines are gone', async () => {
  vi.stubGlobal('fetch', answerTexts);
  localStorage.setItem('locale', JSON.stringify({ language: 'eng' }));
  await startTexts(['machines', 'console']);
  const batch = { ...batchOf('gone', { succeeded: 3 }), missing: 2 };
  expect((await showBatch(batch, () => batch)).textContent).toContain('2 not in the organization anymore');
});

it('sends a command to a failed machine again once, however often the button is pressed', async () => {
  const batch = { ...batchOf('failed', { failed: 1, succeeded: 2 }), type: 'reboot' } as CommandBatch;
  const failed = [{ id: 'c', machineId: 'm', machineName: 'Desk', state: 'failed' }];
  const page = await showBatch(batch, (address) => (address.includes('state=failed') ? failed : batch));
  const button = () => page.querySelector<HTMLButtonElement>('button[aria-label^="Retry"]');
  await act(async () => vi.waitFor(() => expect(button()).not.toBeNull()));
  const sent = vi.spyOn(globalThis, 'fetch').mockReturnValue(new Promise(() => {}));
  await act(async () => button()?.click());
  await act(async () => button()?.click());
  expect(sent.mock.calls.filter(([, init]) => init?.method === 'POST')).toHaveLength(1);
});
