import { type FleetStatistics, readStatistics } from '@berth/contract/api/fleet';
import type { OrganizationId } from '@berth/contract/ids';
import { MACHINE_LIST_MAX_AGE_DAYS } from '@berth/contract/limits';
import type { Tx } from '../../../db/connection.ts';
import { listQuery } from '../../../http/filter/list-query.ts';
import { route } from '../../../http/route.ts';
import { machineListing, WARNINGS } from '../listing.ts';
import { countDeployments, countMachines, countVersions, listHours } from './store.ts';

export const readStatisticsRoute = route(readStatistics, async ({ tx, organizationId }) => ({
  hours: await listHours(tx, organizationId, MACHINE_LIST_MAX_AGE_DAYS),
  versions: await countVersions(tx, organizationId),
  deployments: await countDeployments(tx, organizationId),
  warnings: await countWarnings(tx, organizationId),
}));

/** Each as the list itself would find it. */
async function countWarnings(tx: Tx, organizationId: OrganizationId): Promise<FleetStatistics['warnings']> {
  const counts = { cloned: 0, rebootNeeded: 0, faulty: 0, behind: 0, away: 0, bare: 0 };
  const listing = machineListing(() => []);
  for (const warning of WARNINGS) {
    const list = listQuery(JSON.stringify({ where: { [warning]: true } }), listing);
    counts[warning] = await countMachines(tx, organizationId, list);
  }
  return counts;
}
