import type { CsvSeparator } from '@berth/contract/api/csv';
import { exportMachines } from '@berth/contract/api/fleet';
import type { Machine } from '@berth/contract/api/machines';
import type { OrganizationId, ProfileId } from '@berth/contract/ids';
import { sql } from 'kysely';
import type { Tx } from '../../../db/connection.ts';
import { inTenant } from '../../../db/transaction.ts';
import { csvLine, Download, startedStream } from '../../../http/download.ts';
import { type ListQuery, listQuery } from '../../../http/filter/list-query.ts';
import { type Route, route } from '../../../http/route.ts';
import type { MachineDeps } from '../deps.ts';
import { machineListing } from '../listing.ts';
import { presentMachine } from '../present.ts';
import { listMachines } from '../store.ts';

type Column = keyof Machine | 'profileName';

/** Whether the file has a column for a field of a machine, in the order of the columns. */
const EXPORTED: Readonly<Record<Column, boolean>> = {
  id: true,
  shortId: true,
  name: true,
  organizationId: false,
  online: true,
  status: true,
  rebootNeeded: false,
  uptime: false,
  lastSeen: true,
  runningSince: true,
  profileId: true,
  profileName: true,
  desiredRevision: true,
  appliedRevision: true,
  upToDate: false,
  deployment: true,
  tags: true,
  agentVersion: true,
  ipAddress: true,
  model: true,
  serial: true,
  loggedIn: true,
  registeredAt: true,
  note: true,
  messages: true,
  clone: false,
};
const COLUMNS = (Object.keys(EXPORTED) as Column[]).filter((column) => EXPORTED[column]);

const PAGE = 1_000;
const BY_NAME = [{ field: 'name', descending: false }];

export function exportMachinesRoute(deps: MachineDeps): Route {
  const { presence } = deps;
  return route(exportMachines, async ({ query, organizationId }) => {
    const list = listQuery(
      query.filter,
      machineListing(() => presence.onlineIds(organizationId)),
    );
    return new Download({
      mediaType: 'text/csv; charset=utf-8',
      filename: `machines-${organizationId}.csv`,
      content: await startedStream(lines(deps, organizationId, list, query.separator)),
    }).asValue();
  });
}

/** Page by page, each in a separate transaction, because readers may be slow. */
async function* lines(
  { db, presence, clock }: MachineDeps,
  organizationId: OrganizationId,
  list: ListQuery,
  separator: CsvSeparator | undefined,
): AsyncGenerator<string> {
  const { where, asked } = list;
  const byName = {
    order: sql`m.ordered_name, m.machine_id`,
    asked: { ...asked, order: BY_NAME, named: 1 },
    limit: PAGE,
    skip: 0,
  };
  const line = (cells: readonly string[]) => csvLine(cells, separator);
  let head = line(COLUMNS);
  for (let rest = where; ; ) {
    const query = { ...list, ...byName, where: rest };
    const { rows, names } = await inTenant(db, { organizationId }, async (tx) => ({
      rows: await listMachines(tx, organizationId, query),
      names: await profileNames(tx, organizationId),
    }));
    const machines = rows.map((row) => ({
      ...presentMachine(row, presence.find(row.machine_id), clock.now()),
      profileName: (row.profile_id && names.get(row.profile_id)) ?? null,
    }));
    yield head + machines.map((machine) => line(COLUMNS.map((column) => cell(machine[column])))).join('');
    head = '';
    const last = rows.at(-1);
    if (!last || rows.length < PAGE) return;
    // In the order of the pages, in which Desk 2 precedes Desk 10.
    rest = sql<boolean>`(${where}) and (m.ordered_name, m.machine_id) > (name_for_order(${last.name}), ${last.machine_id})`;
  }
}

/** Profiles by name, for people. */
async function profileNames(tx: Tx, organizationId: OrganizationId): Promise<ReadonlyMap<ProfileId, string>> {
  const { rows } = await sql<{ readonly id: ProfileId; readonly name: string }>`
    select profile_id as id, name from profiles where organization_id = ${organizationId}`.execute(tx);
  return new Map(rows.map(({ id, name }) => [id, name]));
}

function cell(value: Machine[keyof Machine]): string {
  if (value === null) return '';
  return Array.isArray(value) ? value.join(' ') : String(value);
}
