import { listMachineLogs } from '@berth/contract/api/machines';
import { LOG_ENTRIES_SHOWN } from '@berth/contract/limits';
import { route } from '../../http/route.ts';
import { listLogs } from './store-logs.ts';

export const listMachineLogsRoute = route(listMachineLogs, async ({ params, query, tx, organizationId }) => {
  const options = { count: query.count ?? LOG_ENTRIES_SHOWN, debug: query.debug ?? false };
  const rows = await listLogs(tx, { organizationId, machineId: params.id }, options);
  return rows.map(({ entry_id, time, type, message }) => ({ id: entry_id, time, type, message }));
});
