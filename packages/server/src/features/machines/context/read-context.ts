import { readMachineContext } from '@berth/contract/api/machines';
import { route } from '../../../http/route.ts';
import { notFound } from '../errors.ts';
import { machineContext } from './rules.ts';
import { findContext } from './store.ts';

export const readMachineContextRoute = route(readMachineContext, async ({ params, tx, organizationId, setEtag }) => {
  const context = await findContext(tx, { organizationId, machineId: params.id });
  if (!context) throw notFound();
  setEtag(context.revision);
  return machineContext.mask(context.document);
});
