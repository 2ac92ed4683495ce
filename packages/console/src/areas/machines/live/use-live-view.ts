import { readLiveView } from '@berth/contract/api/machine-actions';
import type { MachineId } from '@berth/contract/ids';
import { ApiError } from '@berth/web/data/api-error.ts';
import { useQuery } from '@tanstack/react-query';
import { read } from '../../../data/query.ts';

/** The machine was asked just now. */
const SOON_MS = 1_000;

/** The last picture of a machine's screen, asked for again every `everyMs` for as long as somebody can see it. */
export function useLiveView(id: MachineId, everyMs: number, enabled: boolean) {
  const { data, error } = useQuery({
    ...read(readLiveView, { params: { id } }),
    enabled,
    refetchInterval: ({ state }) =>
      isRefused(state.error) ? false : state.data?.state === 'waiting' ? SOON_MS : everyMs,
    staleTime: 0,
    // What is not looked at is kept nowhere.
    gcTime: 0,
  });
  return { frame: data, needsPro: isRefused(error) };
}

function isRefused(error: unknown): boolean {
  return error instanceof ApiError && error.code === 'upgrade-required';
}
