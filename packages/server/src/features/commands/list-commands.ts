import { listMachineCommands } from '@berth/contract/api/machines';
import { route } from '../../http/route.ts';
import { presentCommand } from './present.ts';
import { listCommands } from './store.ts';

const LIMIT_DEFAULT = 20;

export const listCommandsRoute = route(listMachineCommands, async ({ params, query, tx, organizationId }) => {
  const rows = await listCommands(tx, { organizationId, machineId: params.id }, query.limit ?? LIMIT_DEFAULT);
  return rows.map(presentCommand);
});
