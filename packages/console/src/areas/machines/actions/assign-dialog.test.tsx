// @vitest-environment happy-dom
import type { ProfileId } from '@berth/contract/ids';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act } from 'react';
import { expect, it } from 'vitest';
import { activateOrganization } from '../../../data/active-organization.ts';
import { showConsolePart } from '../../../testing/console-part.tsx';
import { DialogStack } from '../../dialogs/stack.tsx';
import { profilesQuery } from '../../organizations/queries.ts';
import { chooseProfileFor } from './assign-dialog.tsx';

const orgId = 'b2f7f0b6-4b52-4e5e-9d53-30d2f7a8d0c1' as Parameters<typeof profilesQuery>[0];

it('Enter assigns the selected profile', async () => {
  activateOrganization(orgId);
  const client = new QueryClient({ defaultOptions: { queries: { staleTime: Number.POSITIVE_INFINITY } } });
  client.setQueryData(profilesQuery(orgId).queryKey, [{ id: 'day', name: 'Day', revision: 1 }] as never);
  const page = await showConsolePart(
    <QueryClientProvider client={client}>
      <DialogStack />
    </QueryClientProvider>,
  );
  let answer: Promise<ProfileId | undefined> | undefined;
  await act(async () => {
    answer = chooseProfileFor(() => 'Profile', null);
  });
  const form = page.querySelector('form');
  // Nothing is selected yet.
  await act(async () => form?.requestSubmit());
  expect(page.querySelector('dialog')).not.toBeNull();
  await act(async () => page.querySelector<HTMLElement>('input[type=radio]')?.click());
  await act(async () => form?.requestSubmit());
  expect(await answer).toBe('day');
});
