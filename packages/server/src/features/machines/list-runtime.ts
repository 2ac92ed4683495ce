import { createHash } from 'node:crypto';
import { listMachineRuntime, type MachineRuntime } from '@berth/contract/api/machines';
import type { MachineId } from '@berth/contract/ids';
import { type Route, route } from '../../http/route.ts';
import type { MachineDeps } from './deps.ts';
import { presentRuntime } from './present.ts';
import { createRuntimeBoards } from './runtime-board.ts';
import { listNamedMachines } from './store.ts';

export function listMachineRuntimeRoute({ db, presence, clock }: MachineDeps): Route {
  const boards = createRuntimeBoards(db, presence, clock);
  return route(listMachineRuntime, async ({ query, tx, organizationId, setEtag }) => {
    if (query.ids === undefined) {
      const { etag, list } = await boards.read(tx, organizationId);
      setEtag(etag);
      return list;
    }
    const rows = await listNamedMachines(tx, organizationId, query.ids.split(',') as MachineId[]);
    const list = rows.map((row) => presentRuntime(row, presence.find(row.machine_id), clock.now()));
    setEtag(tagOf(list));
    return list;
  });
}

/** Uptime and the last sign of life of a machine that is online grow by themselves and are no news. */
function tagOf(list: readonly MachineRuntime[]): string {
  const news = list.map((machine) => ({
    ...machine,
    uptime: null,
    lastSeen: machine.online ? null : machine.lastSeen,
  }));
  return createHash('sha256').update(JSON.stringify(news)).digest('base64url').slice(0, 22);
}
