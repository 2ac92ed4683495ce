import { listMachineRuntime, type MachineRuntime } from '@berth/contract/api/machines';
import type { MachineId, OrganizationId } from '@berth/contract/ids';
import { MACHINE_STATUS_POLL_MS } from '@berth/contract/limits';
import { send } from '@berth/web/data/call.ts';
import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { queryKey } from '../../data/query.ts';

type Live = ReadonlyMap<MachineId, MachineRuntime>;

/** The last reply, for its ETag. */
let known: { readonly key: string; readonly etag: string | undefined; readonly live: Live } | undefined;

/** Delay after scrolling, which shows other machines many times a second. */
const REST_MS = 200;

/** The live state of visible machines, polled every second while the page is visible (spec chapter 9). */
export function useLive(orgId: OrganizationId, ids: readonly MachineId[]): Live {
  const [asked] = useDebouncedValue([...ids].sort().join(','), REST_MS);
  const { data } = useQuery<Live>({
    queryKey: queryKey(listMachineRuntime, { params: { orgId }, query: { ids: asked } }),
    queryFn: ({ signal }) => poll(orgId, asked, signal),
    enabled: asked !== '',
    refetchInterval: MACHINE_STATUS_POLL_MS,
    staleTime: 0,
    gcTime: 0,
    retry: false,
    // An unchanged reply is the same object.
    structuralSharing: false,
    placeholderData: keepPreviousData,
  });
  return data ?? NONE;
}

const NONE: Live = new Map();

async function poll(orgId: OrganizationId, ids: string, signal: AbortSignal): Promise<Live> {
  const key = `${orgId} ${ids}`;
  const before = known?.key === key ? known : undefined;
  const input = { params: { orgId }, query: { ids }, ifNoneMatch: before?.etag, signal };
  const response = await send(listMachineRuntime, input);
  if (response.status === 304 && before) return before.live;
  const machines: readonly MachineRuntime[] = await response.json();
  const live = new Map(machines.map((machine) => [machine.id, machine]));
  known = { key, etag: response.headers.get('etag') ?? undefined, live };
  return live;
}
