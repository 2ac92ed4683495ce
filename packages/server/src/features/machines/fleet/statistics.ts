import {
  countByProfile as byProfile,
  type FleetStatistics,
  listTags,
  readStatistics,
  summarizeMachines,
  WARNINGS,
} from '@berth/contract/api/fleet';
import type { OrganizationId } from '@berth/contract/ids';
import { MACHINE_LIST_MAX_AGE_DAYS } from '@berth/contract/limits';
import { sql } from 'kysely';
import type { Database, Tx } from '../../../db/connection.ts';
import { asSystem } from '../../../db/transaction.ts';
import { listQuery } from '../../../http/filter/list-query.ts';
import { type Route, route } from '../../../http/route.ts';
import { startJob } from '../../../platform/jobs.ts';
import type { Logger } from '../../../platform/logger.ts';
import type { MachineDeps } from '../deps.ts';
import { machineListing } from '../listing.ts';
import {
  countByProfile,
  countDeployments,
  countMachines,
  countTags,
  countVersions,
  findAmong,
  listHours,
} from './store.ts';

export const readStatisticsRoute = route(readStatistics, async ({ tx, organizationId }) => ({
  hours: await listHours(tx, organizationId, MACHINE_LIST_MAX_AGE_DAYS),
  versions: await countVersions(tx, organizationId),
  deployments: await countDeployments(tx, organizationId),
  warnings: await countWarnings(tx, organizationId),
}));

/** The filters that the list uses for each. */
async function countWarnings(tx: Tx, organizationId: OrganizationId): Promise<FleetStatistics['warnings']> {
  const counts = { cloned: 0, down: 0, rebootNeeded: 0, faulty: 0, behind: 0, away: 0, bare: 0 };
  const listing = machineListing(() => []);
  for (const warning of WARNINGS) {
    const list = listQuery(JSON.stringify({ where: { [warning]: true } }), listing);
    counts[warning] = await countMachines(tx, organizationId, list);
  }
  return counts;
}

export function summarizeMachinesRoute({ presence }: MachineDeps): Route {
  return route(summarizeMachines, async ({ query, tx, organizationId }) => {
    const online = presence.onlineIds(organizationId);
    const list = listQuery(
      query.filter,
      machineListing(() => online),
    );
    const total = await countMachines(tx, organizationId, list);
    // Presence is known here; the database only finds which online machines match.
    const found = online.length === 0 ? [] : await findAmong(tx, organizationId, online, list.where);
    const counts = { normal: 0, updating: 0, 'reboot-needed': 0 };
    for (const id of found) counts[presence.find(id)?.reported.status ?? 'normal'] += 1;
    return {
      total,
      online: counts.normal,
      updating: counts.updating,
      rebootNeeded: counts['reboot-needed'],
      offline: total - found.length,
    };
  });
}

export function countByProfileRoute({ presence }: MachineDeps): Route {
  return route(byProfile, ({ tx, organizationId }) =>
    countByProfile(tx, organizationId, presence.onlineIds(organizationId)),
  );
}

const LIMIT = 1_000;

export function listTagsRoute({ presence }: MachineDeps): Route {
  return route(listTags, ({ query, tx, organizationId }) => {
    const listing = machineListing(() => presence.onlineIds(organizationId));
    return countTags(tx, organizationId, listQuery(query.filter, listing), LIMIT);
  });
}

const EVERY_MS = 300_000;

/** Records the number of machines and of online machines in the current hour, for the chart over 30 days. */
export function startFleetCounting(db: Database, logger: Logger): { stop(): Promise<void> } {
  const first = countFleet(db).catch((error: unknown) =>
    logger.warn({ err: error }, 'Machines could not be counted yet'),
  );
  const job = startJob('machines.count', EVERY_MS, () => countFleet(db), logger);
  return {
    async stop() {
      await first;
      await job.stop();
    },
  };
}

export async function countFleet(db: Database): Promise<void> {
  await asSystem(db, async (tx) => {
    await sql`select count_fleet_hours()`.execute(tx);
  });
}
