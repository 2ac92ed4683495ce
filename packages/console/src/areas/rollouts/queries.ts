import { listLayers } from '@berth/contract/api/layers';
import { listRollouts, type Rollout, readRollout } from '@berth/contract/api/rollouts';
import type { LayerId, OrganizationId, ProfileId } from '@berth/contract/ids';
import { call } from '@berth/web/data/call.ts';
import { paths } from '@berth/web/paths/paths.ts';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { useActiveOrganizationId } from '../../data/active-organization.ts';
import { queryClient, queryKey, read, reload } from '../../data/query.ts';
import { pagesOf, useRowPages } from '../../data/row-pages.ts';
import { profilesQuery } from '../organizations/queries.ts';

const POLL_MS = 2_000;
const REST_MS = 15_000;

/** The profile or layer of rollouts. */
export type RolledOut = { readonly profileId: ProfileId } | { readonly layerId: LayerId };

/** Whether the rollout is still in progress. */
export function isUnderWay({ state }: Pick<Rollout, 'state'>): boolean {
  return state === 'running' || state === 'paused';
}

/** An organization's rollouts, or those of one profile or layer, polled while one is in progress. */
export function rolloutsQuery(orgId: OrganizationId, of?: RolledOut) {
  return queryOptions<Rollout[]>({
    ...read(listRollouts, { params: { orgId }, ...(of && { query: of }) }),
    refetchInterval: ({ state }) => (state.data?.some(isUnderWay) ? POLL_MS : REST_MS),
  });
}

const PAGE = 50;

/** The rollouts of an organization, or of one profile or layer, page by page, with those in progress first. */
export function useRolloutPages(orgId: OrganizationId, of: Partial<Pick<Rollout, 'profileId' | 'layerId'>>) {
  const { profileId, layerId } = of;
  const query = { ...(profileId && { profileId }), ...(layerId && { layerId }) };
  const params = { orgId };
  return useRowPages<Rollout>({
    queryKey: queryKey(listRollouts, { params, query }),
    read: ({ skip, signal }) => call(listRollouts, { params, query: { ...query, limit: PAGE, skip }, signal }),
    next: pagesOf(PAGE),
    poll: (rollouts) => (rollouts.some(isUnderWay) ? POLL_MS : REST_MS),
    // The choice of another target keeps the focus.
    keepsRows: true,
  });
}

/** One rollout, polled while it is in progress. */
export function rolloutQuery(orgId: OrganizationId, rolloutId: Rollout['id']) {
  return queryOptions<Rollout>({
    ...read(readRollout, { params: { orgId, rolloutId } }),
    refetchInterval: ({ state }) => (state.data && !isUnderWay(state.data) ? false : POLL_MS),
  });
}

/** The rollout in progress of a profile or layer; undefined without one. */
export function useRolloutUnderWay(orgId: OrganizationId, of: RolledOut): Rollout | undefined {
  return useQuery(rolloutsQuery(orgId, of)).data?.find(isUnderWay);
}

/**
 * The rollout in progress of a machine's profile, from the surrounding page's query: a list of many machines queries
 * once.
 */
export function useKnownRollout(profileId: ProfileId | null): Rollout | undefined {
  const orgId = useActiveOrganizationId() ?? ('' as OrganizationId);
  const known = { ...rolloutsQuery(orgId), enabled: false, refetchInterval: false } as const;
  const { data } = useQuery(known, queryClient);
  if (profileId === null) return undefined;
  return data?.find((rollout) => rollout.profileId === profileId && isUnderWay(rollout));
}

/** What a rollout brings: its name, empty until it is loaded, and its page. */
export interface RolloutTarget {
  readonly name: string;
  readonly address: string;
}

/** Finds names and pages of profiles and layers; layers are loaded only for a rollout of one. */
export function useRolloutTargets(
  orgId: OrganizationId,
  rollouts: readonly Rollout[],
): (rollout: Rollout) => RolloutTarget {
  const profiles = useQuery(profilesQuery(orgId)).data ?? [];
  const ofLayers = rollouts.some(({ layerId }) => layerId !== null);
  const layers = useQuery({ ...read(listLayers, { params: { orgId } }), enabled: ofLayers }).data ?? [];
  return ({ profileId, layerId }) => {
    if (layerId !== null) {
      return { name: layers.find(({ id }) => id === layerId)?.name ?? '', address: paths.layer(layerId) };
    }
    const name = profiles.find(({ id }) => id === profileId)?.name ?? '';
    return { name, address: profileId === null ? paths.profiles() : paths.profile(profileId) };
  };
}

/** Updates the cache with the server's reply. */
export async function rememberRollout(rollout: Rollout): Promise<void> {
  const { id: rolloutId, organizationId: orgId } = rollout;
  queryClient.setQueryData(queryKey(readRollout, { params: { orgId, rolloutId } }), rollout);
  await reload(listRollouts);
}
