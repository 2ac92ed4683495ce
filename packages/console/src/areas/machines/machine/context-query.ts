import { readMachineContext } from '@berth/contract/api/machines';
import type { MachineId } from '@berth/contract/ids';
import { queryOptions } from '@tanstack/react-query';
import { queryKey } from '../../../data/query.ts';
import { callRevised } from '../../../data/revised.ts';
import type { StoredSettings } from '../../parts/use-settings-draft.ts';

/** The settings of a single machine. */
export function contextQuery(id: MachineId) {
  const params = { id };
  return queryOptions<StoredSettings>({
    queryKey: queryKey(readMachineContext, { params }),
    queryFn: async ({ signal }) => {
      const { reply, revision } = await callRevised(readMachineContext, { params, signal });
      return { settings: reply, revision };
    },
  });
}
