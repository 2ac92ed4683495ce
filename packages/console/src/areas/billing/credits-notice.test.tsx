// @vitest-environment happy-dom
import type { BillingInformation } from '@berth/contract/api/billing-information';
import type { OrganizationId } from '@berth/contract/ids';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act } from 'react';
import { MemoryRouter } from 'react-router';
import { expect, it, vi } from 'vitest';
import { showConsolePart } from '../../testing/console-part.tsx';
import CreditsNotice from './credits-notice.tsx';
import { informationQuery } from './queries.ts';

const ORG = 'b2f7f0b6-4b52-4e5e-9d53-30d2f7a8d0c1' as OrganizationId;
const client = new QueryClient({
  defaultOptions: { queries: { staleTime: Number.POSITIVE_INFINITY, enabled: false } },
});
/** The server returns a warning, and the page has received it. */
async function learn(endsInDays: number): Promise<void> {
  const endsAt = new Date(Date.now() + endsInDays * 86_400_000).toISOString();
  const heard = () => expect(sessionStorage.getItem(`creditsWarning ${ORG}`)).toContain(endsAt);
  client.setQueryData(informationQuery(ORG).queryKey, { endsAt, arrears: null } as BillingInformation);
  await vi.waitFor(() => act(async () => heard()));
}
const open = () =>
  showConsolePart(
    <QueryClientProvider client={client}>
      <MemoryRouter>
        <CreditsNotice orgId={ORG} />
      </MemoryRouter>
    </QueryClientProvider>,
  );
const notice = (page: HTMLElement) => page.querySelector('[role=status]');

it('a warning that arrives while a page is open shows on the next page, and disappears on the one after it ended', async () => {
  const page = await open();
  await learn(2);
  expect(notice(page)).toBeNull();
  const next = await open();
  expect(notice(next)?.textContent).toContain('billing.warning.ending');
  await learn(100);
  expect(notice(next)).not.toBeNull();
  expect(notice(await open())).toBeNull();
});
