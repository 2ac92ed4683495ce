import { listMachineRuntime } from '@berth/contract/api/machines';
import { type Route, route } from '../../http/route.ts';
import type { MachineDeps } from './deps.ts';
import { createRuntimeBoards } from './runtime-board.ts';

export function listMachineRuntimeRoute({ presence, clock }: MachineDeps): Route {
  const boards = createRuntimeBoards(presence, clock);
  return route(listMachineRuntime, async ({ tx, organizationId, setEtag }) => {
    const { etag, list } = await boards.read(tx, organizationId);
    setEtag(etag);
    return list;
  });
}
