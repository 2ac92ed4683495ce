import { listScheduleRunMachines } from '@berth/contract/api/schedules';
import { LIST_LIMIT_DEFAULT } from '@berth/contract/limits';
import { route } from '../../http/route.ts';
import { noSuchSchedule } from './errors.ts';
import { findSchedule } from './store.ts';
import { listRunMachines } from './store-runs.ts';

export const listScheduleRunMachinesRoute = route(
  listScheduleRunMachines,
  async ({ params, query, tx, organizationId }) => {
    const key = { organizationId, scheduleId: params.scheduleId };
    if (!(await findSchedule(tx, key))) throw noSuchSchedule();
    const page = { limit: LIST_LIMIT_DEFAULT, skip: 0, ...query };
    const rows = await listRunMachines(tx, key, params.date, page);
    return rows.map(({ machine_id: id, name, outcome, state, result, at }) => ({
      id,
      name,
      outcome,
      state,
      result,
      at,
    }));
  },
);
