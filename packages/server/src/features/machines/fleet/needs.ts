import type { Warning } from '@berth/contract/api/fleet';
import type { OrganizationId } from '@berth/contract/ids';
import { type RawBuilder, sql } from 'kysely';
import { listQuery } from '../../../http/filter/list-query.ts';
import { machineListing } from '../listing.ts';
import { asksStatesOnly, machinesMatching } from '../machine-sources.ts';

/** Selects `machine_id` and `need` of the machines that have one of the needs: one row for each need. */
export function selectNeeds(organizationId: OrganizationId, needs: readonly Warning[]): RawBuilder<unknown> {
  const listing = machineListing(() => []);
  const selects = needs.map((need) => {
    const list = listQuery(JSON.stringify({ where: { [need]: true } }), listing);
    const machine = sql.ref(asksStatesOnly(list) ? 's.machine_id' : 'm.machine_id');
    return sql`select ${machine}, ${need}::text as need from ${machinesMatching(organizationId, list)}`;
  });
  return sql.join(selects, sql` union all `);
}
