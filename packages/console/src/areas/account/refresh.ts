import { listSessions, readAccount } from '@berth/contract/api/account';
import { queryClient, queryKey } from '../../data/query.ts';

/** Asks again what the account is like. */
export async function refreshAccount(): Promise<void> {
  await Promise.all(
    [readAccount, listSessions].map((endpoint) => queryClient.invalidateQueries({ queryKey: queryKey(endpoint) })),
  );
}
