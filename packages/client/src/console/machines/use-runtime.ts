import { listMachineRuntime, type MachineRuntime } from '@berth/contract/api/machines';
import type { OrganizationId } from '@berth/contract/ids';
import { MACHINE_STATUS_POLL_MS } from '@berth/contract/limits';
import { type UseQueryResult, useQuery } from '@tanstack/react-query';
import { send } from '../../data/call.ts';
import { queryKey } from '../../data/query.ts';

interface Known {
  readonly etag: string | undefined;
  readonly machines: readonly MachineRuntime[];
}

const known = new Map<OrganizationId, Known>();

/** The live state of an organisation's machines, asked for every second while the page is visible (spec chapter 9). */
export function useRuntime(orgId: OrganizationId): UseQueryResult<readonly MachineRuntime[]> {
  return useQuery<readonly MachineRuntime[]>({
    queryKey: queryKey(listMachineRuntime, { params: { orgId } }),
    queryFn: ({ signal }) => poll(orgId, signal),
    refetchInterval: MACHINE_STATUS_POLL_MS,
    staleTime: 0,
    retry: false,
    // An unchanged answer is the same object already; comparing thousands of rows every second would be waste.
    structuralSharing: false,
  });
}

/** An unchanged list answers 304 and keeps its object, so that nothing renders again. */
async function poll(orgId: OrganizationId, signal: AbortSignal): Promise<readonly MachineRuntime[]> {
  const before = known.get(orgId);
  const response = await send(listMachineRuntime, { params: { orgId }, ifNoneMatch: before?.etag, signal });
  if (response.status === 304 && before) return before.machines;
  const machines: readonly MachineRuntime[] = await response.json();
  known.set(orgId, { etag: response.headers.get('etag') ?? undefined, machines });
  return machines;
}
