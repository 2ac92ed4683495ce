// @vitest-environment happy-dom
import { type Machine, readPresence } from '@berth/contract/api/machines';
import { startTexts } from '@berth/web/i18n/store.ts';
import { answerTexts } from '@berth/web/testing/browser.ts';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { expect, it, vi } from 'vitest';
import { queryKey } from '../../../data/query.ts';
import { showConsolePart } from '../../../testing/console-part.tsx';
import { TimelinePanel } from './timeline-panel.tsx';

it('the axis of a machine registered two minutes ago covers 30 days', async () => {
  vi.stubGlobal('fetch', answerTexts);
  localStorage.setItem('locale', JSON.stringify({ language: 'eng' }));
  await startTexts(['machines']);
  const registeredAt = new Date(Date.now() - 120_000).toISOString();
  const machine = { id: 'a'.repeat(32), registeredAt } as Machine;
  const client = new QueryClient({ defaultOptions: { queries: { staleTime: Number.POSITIVE_INFINITY } } });
  const spans = [{ since: registeredAt, until: null }];
  client.setQueryData(queryKey(readPresence, { params: { id: machine.id } }), spans as never);
  const page = await showConsolePart(
    <QueryClientProvider client={client}>
      <TimelinePanel machine={machine} />
    </QueryClientProvider>,
  );
  const month = new Intl.DateTimeFormat('en', { day: 'numeric' }).format(Date.now() - 30 * 86_400_000);
  expect(page.querySelector('[aria-hidden] span')?.textContent).toContain(month);
  const online = page.querySelector('rect:last-of-type');
  expect([Number(online?.getAttribute('x')), Number(online?.getAttribute('width'))]).toEqual([996, 4]);
  expect(page.querySelector('figcaption')?.textContent).toMatch(/^Registered .* Online 100% of the time/);
});
