import { listOrganizationRollouts, listRollouts, type Rollout, readRollout } from '@berth/contract/api/rollouts';
import type { OrganizationId, ProfileId } from '@berth/contract/ids';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { useActiveOrganizationId } from '../../data/active-organization.ts';
import { queryClient, queryKey, read, reload } from '../../data/query.ts';

const POLL_MS = 2_000;
const REST_MS = 15_000;

/** Whether the rollout is still in progress. */
export function isUnderWay({ state }: Pick<Rollout, 'state'>): boolean {
  return state === 'running' || state === 'paused';
}

/** An organization's rollouts, polled while one is in progress. */
export function organizationRolloutsQuery(orgId: OrganizationId) {
  return queryOptions<Rollout[]>({
    ...read(listOrganizationRollouts, { params: { orgId } }),
    refetchInterval: ({ state }) => (state.data?.some(isUnderWay) ? POLL_MS : REST_MS),
  });
}

/** One rollout, polled while it is in progress. */
export function rolloutQuery(id: ProfileId, rolloutId: Rollout['id']) {
  return queryOptions<Rollout>({
    ...read(readRollout, { params: { id, rolloutId } }),
    refetchInterval: ({ state }) => (state.data && !isUnderWay(state.data) ? false : POLL_MS),
  });
}

/** The profile's rollout in progress; undefined without one. */
export function useRolloutUnderWay(id: ProfileId): Rollout | undefined {
  const { data } = useQuery({
    ...read(listRollouts, { params: { id } }),
    refetchInterval: ({ state }) => (state.data?.some(isUnderWay) ? POLL_MS : REST_MS),
  });
  return data?.find(isUnderWay);
}

/**
 * The rollout in progress of a machine's profile, from the surrounding page's query: a list of many machines queries
 * once.
 */
export function useKnownRollout(profileId: ProfileId | null): Rollout | undefined {
  const orgId = useActiveOrganizationId() ?? ('' as OrganizationId);
  const known = { ...organizationRolloutsQuery(orgId), enabled: false, refetchInterval: false } as const;
  const { data } = useQuery(known, queryClient);
  return data?.find((rollout) => rollout.profileId === profileId && isUnderWay(rollout));
}

/** Updates the cache with the server's reply. */
export async function rememberRollout(rollout: Rollout): Promise<void> {
  const { id: rolloutId, profileId: id } = rollout;
  queryClient.setQueryData(queryKey(readRollout, { params: { id, rolloutId } }), rollout);
  await reload(listRollouts, listOrganizationRollouts);
}
