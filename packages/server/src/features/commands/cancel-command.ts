import { cancelCommand } from '@berth/contract/api/machine-actions';
import { Problem } from '../../http/problem.ts';
import { route } from '../../http/route.ts';
import { presentCommand } from './present.ts';
import * as store from './store.ts';

export const cancelCommandRoute = route(cancelCommand, async ({ params, tx, organizationId }) => {
  const machine = { organizationId, machineId: params.id };
  const cancelled = await store.cancelCommand(tx, machine, params.commandId);
  if (cancelled) return presentCommand(cancelled);
  const command = await store.findCommand(tx, organizationId, params.commandId);
  if (command?.machine_id !== params.id) throw new Problem('not-found', 'The machine has no such command.');
  throw new Problem('command-already-delivered', 'The machine has got the command already, or it is over.');
});
