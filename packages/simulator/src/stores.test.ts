import { expect, it } from 'vitest';
import { sharingStores } from './stores.ts';

const desired = (digest?: string) => ({
  deployment: 'vanilla' as const,
  settings: {},
  profile: { id: 'p', name: 'Office', revision: 1, ...(digest && { digest }), definition: { digest } },
});

it('shares equal profiles, and tells the layers of one revision apart', async () => {
  const create = sharingStores();
  const [first, second] = [create(), create()];
  const write = (store: typeof first, digest?: string) =>
    store.update((state) => ({ ...state, desired: desired(digest) as never }));
  await write(first);
  await write(second);
  expect(second.state.desired?.profile).toBe(first.state.desired?.profile);
  await write(second, 'layers');
  expect(second.state.desired?.profile).toMatchObject({ digest: 'layers', definition: { digest: 'layers' } });
});
