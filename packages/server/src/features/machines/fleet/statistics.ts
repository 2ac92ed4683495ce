import { readStatistics } from '@berth/contract/api/fleet';
import { MACHINE_LIST_MAX_AGE_DAYS } from '@berth/contract/limits';
import { route } from '../../../http/route.ts';
import { WARNINGS } from '../listing.ts';
import { countDeployments, countEach, countVersions, listHours } from './store.ts';

export const readStatisticsRoute = route(readStatistics, async ({ tx, organizationId }) => ({
  hours: await listHours(tx, organizationId, MACHINE_LIST_MAX_AGE_DAYS),
  versions: await countVersions(tx, organizationId),
  deployments: await countDeployments(tx, organizationId),
  warnings: await countEach(tx, organizationId, WARNINGS),
}));
