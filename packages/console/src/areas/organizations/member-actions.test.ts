// @vitest-environment happy-dom
import { readOrganization } from '@berth/contract/api/organizations';
import type { OrganizationId } from '@berth/contract/ids';
import { storeAccessToken } from '@berth/web/data/access-token.ts';
import { type Reply, startLoopback } from '@berth/web/testing/loopback.ts';
import { expect, it, vi } from 'vitest';
import { queryClient, queryKey, read } from '../../data/query.ts';
import { showError } from '../dialogs/show-error.tsx';
import { remove } from './member-actions.ts';

vi.mock('../dialogs/confirm.tsx', () => ({ confirm: async () => true }));
vi.mock('../dialogs/show-error.tsx', () => ({ showError: vi.fn(async () => {}) }));

const id = '00000000-0000-4000-8000-000000000001' as OrganizationId;
const member = (name: string) => ({ email: `${name}@company.example`, role: 'operator' as const });
const key = queryKey(readOrganization, { params: { id } });
const shown = () => queryClient.getQueryData<{ members: { email: string }[] }>(key)?.members;

it('a removed member disappears from the list first, then the organization is reloaded', async () => {
  const { happyDOM } = window as unknown as { happyDOM: { settings: { fetch: { disableSameOriginPolicy: boolean } } } };
  happyDOM.settings.fetch.disableSameOriginPolicy = true;
  const removal = Promise.withResolvers<Reply>();
  const members = [member('grace'), member('ada')];
  const { received } = await startLoopback(({ method }) =>
    method === 'DELETE' ? removal.promise : { body: { id, name: 'Company', members } },
  );
  storeAccessToken('a-token', Date.now() + 3_600_000);
  await queryClient.fetchQuery(read(readOrganization, { params: { id } }));
  const done = remove(id, member('ada'));
  await vi.waitFor(() => expect(received.map(({ method }) => method)).toContain('DELETE'), { timeout: 60_000 });
  expect(shown()).toEqual([member('grace')]);
  expect(JSON.parse(received.at(-1)?.body ?? '')).toEqual({ email: 'ada@company.example' });
  removal.resolve({ status: 204 });
  await done;
  expect(queryClient.getQueryState(key)?.isInvalidated).toBe(true);
});

it('a member whose removal fails is back in the list before the error shows', async () => {
  const members = [member('grace'), member('ada')];
  queryClient.setQueryData(key, { id, name: 'Company', members });
  storeAccessToken('a-token', Date.now() + 3_600_000);
  vi.spyOn(console, 'error').mockReturnValue();
  vi.spyOn(globalThis, 'fetch').mockRejectedValue(new TypeError('Failed to fetch'));
  const told = vi.mocked(showError).mockImplementation(async () => expect(shown()).toEqual(members));
  await remove(id, member('ada'));
  expect(told).toHaveBeenCalledOnce();
});
